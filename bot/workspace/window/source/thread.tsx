// The thread panel: a message and its replies.

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Composer, type ComposerHandle } from "./composer";
import { useDesk, useWorkspace } from "./desk";
import { Icon } from "./icons";
import { Messages } from "./messages";
import { titleOf } from "./names";
import { Status } from "./status";
import type { Channel, Message } from "./types";

const NONE: Message[] = [];

interface Properties {
  channel: Channel;
  ts: string;
  /** Opened by a member, who will write; else by an answer that came. */
  focused: boolean;
  onClose(): void;
}

export function Thread({ channel, ts, focused, onClose }: Properties) {
  const { act } = useDesk();
  const state = useWorkspace();
  const [editing, setEditing] = useState<string | null>(null);
  const composer = useRef<ComposerHandle>(null);
  const all = state.messages[channel.id] ?? NONE;
  const messages = useMemo(() => all.filter((message) => message.ts === ts || message.thread_ts === ts), [all, ts]);
  useEffect(() => {
    if (focused) composer.current?.focus();
  }, [ts, focused]);

  const [sent, setSent] = useState(0);
  const send = async (text: string) => {
    setSent((before) => before + 1);
    const outcome = await act("types", { channel: channel.id, text, thread_ts: ts });
    return outcome.ok ? null : (outcome.error ?? "That could not be sent.");
  };
  const edit = useCallback((ts: string | null) => {
    setEditing(ts);
    if (ts === null) composer.current?.focus();
  }, []);
  const editLast = () => setEditing(messages.findLast(({ user, deleted }) => user === state.me && !deleted)?.ts ?? null);

  return (
    <aside
      className="panel thread"
      aria-label="Thread"
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <header className="bar">
        <h2>Thread</h2>
        <span className="faint">{titleOf(state, channel.id)}</span>
        <span className="bar-gap" />
        <button type="button" className="icon-button" aria-label="Close thread" title="Close (Esc)" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <Messages
        key={`messages ${ts}`}
        channel={channel.id}
        messages={messages}
        name="Thread"
        inThread
        sent={sent}
        editing={editing}
        onEdit={edit}
      />
      <Composer key={`composer ${ts}`} ref={composer} place={`${state.me} ${channel.id} ${ts}`} name="Reply in thread" inThread onSend={send} onUp={editLast} />
      <Status words={channel.statuses?.[ts]} />
    </aside>
  );
}
