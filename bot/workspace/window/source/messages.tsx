// A column of messages: day lines, the line before what is new, and a view that stays at the newest.

import { Fragment, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useDesk, useMe, useWorkspace } from "./desk";
import { Icon } from "./icons";
import { isNotice, MessageOf } from "./message";
import { day, instant, sameDay } from "./time";
import type { Message } from "./types";

const TOGETHER = 5 * 60; // seconds within which messages of one author stand together
const NEAR = 60; // pixels from the end that still count as the end
const TALL = 24; // pixels that a message must leave free, else it is shown from its beginning
const ABOVE = 20; // pixels above it then
const SHORT = 120; // pixels of a message that may stand above it

function continues(message: Message, before: Message | undefined): boolean {
  if (!before || message.ephemeral || before.ephemeral || before.deleted || isNotice(before)) return false;
  const apart = Number(message.ts) - Number(before.ts);
  return before.user === message.user && before.username === message.username && apart < TOGETHER && !before.reply_count;
}

interface Properties {
  channel: string;
  messages: Message[];
  name: string;
  inThread?: boolean;
  /** How many of the newest were unread when the column was opened. */
  unread?: number;
  /** Counts what the member has sent: the column then goes to its newest message. */
  sent?: number;
  editing: string | null;
  onEdit(ts: string | null): void;
  /** What stands above the first message. */
  children?: ReactNode;
}

/** Arrow keys walk from message to message; Enter opens the thread, E edits. */
function useWalk(channel: string, editing: string | null, onEdit: (ts: string) => void) {
  const desk = useDesk();
  return (event: KeyboardEvent<HTMLDivElement>) => {
    const here = event.target as HTMLElement;
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-message-ts]")];
    const onColumn = here === event.currentTarget;
    if (editing || (!onColumn && here.dataset.messageTs === undefined)) return;
    const at = onColumn ? all.length : all.indexOf(here);
    const ts = here.dataset.messageTs;
    if (event.key === "ArrowUp") all[Math.max(0, at - 1)]?.focus();
    else if (event.key === "ArrowDown") all[at + 1]?.focus();
    else if (event.key === "Home") all[0]?.focus();
    else if (event.key === "End") all.at(-1)?.focus();
    else if ((event.key === "Enter" || event.key === "t") && ts && !here.dataset.ephemeral) desk.openThread(channel, ts);
    else if (event.key === "e" && ts && here.dataset.mine) onEdit(ts);
    else return;
    event.preventDefault();
  };
}

/**
 * Keeps a column at its newest message, until the member scrolls away from it. A newest message that is taller than
 * the column is shown from its beginning.
 */
function useNewest(newest: Message | undefined, sent: number) {
  const column = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const put = useRef(0); // where we have scrolled to ourselves
  const [below, setBelow] = useState(false);

  const toNewest = useCallback(() => {
    const own = column.current;
    follows.current = true;
    setBelow(false);
    if (!own) return;
    const [last, before] = [...own.querySelectorAll<HTMLElement>("[data-message-ts]")].reverse();
    const tall = last && last.offsetHeight > own.clientHeight - TALL && !last.dataset.mine;
    // What it answers is shown with it, if that is short.
    const first = before && before.offsetHeight < SHORT ? before : last;
    own.scrollTop = tall ? first.offsetTop - ABOVE : own.scrollHeight;
    put.current = own.scrollTop;
  }, []);
  const scrolled = useCallback(() => {
    const own = column.current;
    if (!own || Math.abs(own.scrollTop - put.current) < 2) return;
    const left = own.scrollHeight - own.scrollTop - own.clientHeight;
    follows.current = left < NEAR;
    if (follows.current) setBelow(false);
  }, []);

  useLayoutEffect(toNewest, [sent]);
  useLayoutEffect(() => {
    if (follows.current) toNewest();
    else setBelow(true);
  }, [newest?.ts]);
  useEffect(() => {
    const grown = new ResizeObserver(() => follows.current && toNewest());
    if (inner.current) grown.observe(inner.current);
    if (column.current) grown.observe(column.current);
    return () => grown.disconnect();
  }, []);
  return { column, inner, below, toNewest, scrolled };
}

export function Messages(properties: Properties) {
  const { channel, messages, name, inThread, unread = 0, sent = 0, editing, onEdit, children } = properties;
  const me = useMe();
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const walk = useWalk(channel, editing, onEdit);
  const now = new Date(useWorkspace((state) => state.now));
  const shown = useMemo(() => messages.filter(({ ts }) => !dismissed.has(ts)), [messages, dismissed]);
  const dismiss = useCallback((ts: string) => setDismissed((before) => new Set(before).add(ts)), []);
  const { column, inner, below, toNewest, scrolled } = useNewest(shown.at(-1), sent);
  // What was unread is marked once, when the column is opened, and stays marked while it is open.
  const [firstNew] = useState(() => {
    const others = shown.filter((message) => message.user !== me);
    return unread > 0 ? others[Math.max(0, others.length - unread)]?.ts : undefined;
  });

  return (
    <div className="messages-frame">
      <div
        ref={column}
        className="messages"
        role="log"
        aria-label={name}
        tabIndex={0}
        onKeyDown={walk}
        onScroll={scrolled}
      >
        <div ref={inner} className="messages-inner">
          {children}
          {shown.map((message, at) => {
            const before = shown[at - 1];
            const newDay = !before || !sameDay(instant(before.ts), instant(message.ts));
            const isNew = message.ts === firstNew;
            return (
              <Fragment key={message.ts}>
                {newDay && !inThread && (
                  <div className="day" role="separator">
                    <span>{day(instant(message.ts), now)}</span>
                  </div>
                )}
                {isNew && (
                  <div className="new-line" role="separator">
                    <span>New</span>
                  </div>
                )}
                <MessageOf
                  message={message}
                  channel={channel}
                  continues={!newDay && !isNew && continues(message, before)}
                  inThread={inThread}
                  editing={editing === message.ts}
                  onEdit={onEdit}
                  onDismiss={dismiss}
                />
                {inThread && at === 0 && shown.length > 1 && (
                  <div className="thread-count" role="separator">
                    {shown.length - 1} {shown.length === 2 ? "reply" : "replies"}
                  </div>
                )}
              </Fragment>
            );
          })}
        </div>
      </div>
      {below && (
        <button type="button" className="to-end" onClick={toNewest}>
          <Icon name="down_arrow" /> Newer messages
        </button>
      )}
    </div>
  );
}
