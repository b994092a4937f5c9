// Where a member writes: Enter sends, Shift+Enter breaks the line, "/", "@", "#" and ":" offer what can follow.

import { useEffect, useId, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type Ref } from "react";
import { completion, usage, type Offer } from "./completion";
import { useDesk, useWorkspace } from "./desk";
import { Menu } from "./elements/menu";
import { EmojiPicker } from "./emoji_picker";
import { Icon } from "./icons";

const TALLEST = 240;
const drafts = new Map<string, string>(); // kept while the page is open, by channel or thread

export interface ComposerHandle {
  focus(): void;
  suggest(text: string): void;
}

interface Properties {
  ref?: Ref<ComposerHandle>;
  /** The same place gives the same draft. */
  place: string;
  name: string;
  inThread?: boolean;
  initially?: string;
  /** Answers with what went wrong, or null; then the text is gone. */
  onSend(text: string): Promise<string | null>;
  onUp?(): void;
  onCancel?(): void;
  globalShortcuts?: boolean;
}

export function Composer(properties: Properties) {
  const { ref, place, name, inThread = false, initially = "", onSend, onUp, onCancel, globalShortcuts } = properties;
  const { act, tell } = useDesk();
  const state = useWorkspace();
  const [text, setText] = useState(drafts.get(place) ?? initially);
  const [caret, setCaret] = useState(text.length);
  const [active, setActive] = useState(0);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [open, setOpen] = useState<"emoji" | "shortcuts" | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const goal = useRef<number | null>(null); // where the caret shall stand once the text is drawn
  const emojiButton = useRef<HTMLButtonElement>(null);
  const shortcutButton = useRef<HTMLButtonElement>(null);
  const id = useId();

  const known = useMemo(
    () => ({ commands: state.commands ?? [], members: state.members, channels: state.channels, bot: state.bot.user }),
    [state.commands, state.members, state.channels, state.bot.user],
  );
  const offered = completion(text, caret, known, inThread);
  const exact = offered?.offers.length === 1 && offered.offers[0].insert.trim() === text.slice(offered.from, offered.to);
  const shown = offered && dismissed !== text ? offered : null;
  const hint = usage(text, known.commands);
  const noCommands = inThread && text.startsWith("/");

  const write = (next: string, to = next.length) => {
    setText(next);
    setCaret(to);
    goal.current = to;
    drafts.set(place, next);
  };
  useImperativeHandle(ref, () => ({
    focus: () => area.current?.focus(),
    suggest: (suggested) => {
      write(suggested);
      area.current?.focus();
    },
  }));
  useEffect(() => setActive(0), [shown?.kind, text]);
  useEffect(() => {
    if (!onCancel) return;
    area.current?.focus(); // a message that is being edited
    area.current?.setSelectionRange(text.length, text.length);
  }, []);
  useLayoutEffect(() => {
    const own = area.current;
    if (!own) return;
    // Before the next key, else what is typed quickly lands in the wrong place.
    if (goal.current !== null) own.setSelectionRange(goal.current, goal.current);
    goal.current = null;
    own.style.height = "auto";
    own.style.height = `${Math.min(own.scrollHeight, TALLEST)}px`;
  }, [text]);

  const complete = (offer: Offer) => {
    if (!offered) return;
    write(text.slice(0, offered.from) + offer.insert + text.slice(offered.to), offered.from + offer.insert.length);
    area.current?.focus();
  };
  const send = async () => {
    const sent = text.trim();
    if (!sent) return;
    setRefused(null);
    write("");
    const wrong = await onSend(sent);
    if (wrong === null) return;
    setRefused(wrong);
    if (!area.current?.value) write(text);
  };

  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (shown && step) setActive((active + step + shown.offers.length) % shown.offers.length);
    else if (shown && (event.key === "Tab" || (event.key === "Enter" && !event.shiftKey && !exact))) complete(shown.offers[active]);
    else if (shown && event.key === "Escape") setDismissed(text);
    else if (event.key === "Enter" && !event.shiftKey) void send();
    else if (event.key === "ArrowUp" && !text && onUp) onUp();
    else if (event.key === "Escape" && onCancel) onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const shortcuts = globalShortcuts ? (state.shortcuts ?? []).filter(({ type }) => type === "global") : [];
  const runs = async (callback_id: string) => {
    const outcome = await act("shortcut", { callback_id });
    if (!outcome.ok) tell(outcome.error ?? "The shortcut did not work.");
  };

  return (
    <div className="composer">
      {refused && (
        <p className="refused" role="alert">
          {refused}
        </p>
      )}
      {noCommands && (
        <p className="composer-note">Slack has no slash commands in threads. Mention @{state.bot.name} here instead.</p>
      )}
      <div className="composer-box">
        {shown && (
          <div className="offers" id={`${id}offers`} role="listbox" aria-label={shown.name}>
            <div className="offers-name" aria-hidden="true">
              {shown.name}
              <span>
                <kbd>↑</kbd> <kbd>↓</kbd> to move, <kbd>Tab</kbd> to take
              </span>
            </div>
            {shown.offers.map((offer, at) => (
              <div
                key={offer.key}
                id={`${id}${at}`}
                role="option"
                aria-selected={at === active}
                className="offer"
                onPointerDown={(event) => event.preventDefault()}
                onPointerMove={() => setActive(at)}
                onClick={() => complete(offer)}
              >
                <strong>{offer.label}</strong>
                {offer.hint && <span className="offer-hint">{offer.hint}</span>}
                {offer.detail && <span className="faint">{offer.detail}</span>}
              </div>
            ))}
          </div>
        )}
        <div className="composer-text">
          <textarea
            ref={area}
            rows={1}
            value={text}
            aria-label={name}
            placeholder={name}
            aria-autocomplete="list"
            aria-controls={shown ? `${id}offers` : undefined}
            aria-activedescendant={shown ? `${id}${active}` : undefined}
            aria-describedby={hint ? `${id}hint` : undefined}
            onChange={(event) => {
              setText(event.target.value);
              setCaret(event.target.selectionStart);
              drafts.set(place, event.target.value);
            }}
            onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
            onKeyDown={keys}
          />
          {hint && (
            <span className="ghost" id={`${id}hint`}>
              <span aria-hidden="true">{text.endsWith(" ") ? text : `${text} `}</span>
              {hint}
            </span>
          )}
        </div>
        <div className="composer-tools">
          <button ref={emojiButton} type="button" className="icon-button" aria-label="Emoji" title="Emoji" onClick={() => setOpen("emoji")}>
            <Icon name="smile" />
          </button>
          {!onCancel && !inThread && (
            <button
              type="button"
              className="icon-button"
              aria-label="Commands"
              title="Slash commands"
              onClick={() => {
                write("/");
                area.current?.focus();
              }}
            >
              <span className="slash">/</span>
            </button>
          )}
          {shortcuts.length > 0 && (
            <button
              ref={shortcutButton}
              type="button"
              className="icon-button"
              aria-label="Shortcuts"
              title="Shortcuts"
              aria-haspopup="menu"
              onClick={() => setOpen("shortcuts")}
            >
              <Icon name="bolt" />
            </button>
          )}
          <span className="composer-keys" aria-hidden="true">
            {onCancel ? "Esc to cancel, Enter to save" : <>{text && "Shift+Enter for a new line"}</>}
          </span>
          <button type="button" className="send" aria-label={onCancel ? "Save" : "Send"} disabled={!text.trim()} onClick={() => void send()}>
            <Icon name={onCancel ? "check" : "send"} />
          </button>
        </div>
      </div>
      {open === "emoji" && (
        <EmojiPicker
          beside={emojiButton}
          onClose={() => setOpen(null)}
          onChoose={(_, sign) => {
            write(text.slice(0, caret) + sign + text.slice(caret), caret + sign.length);
            area.current?.focus();
          }}
        />
      )}
      {open === "shortcuts" && (
        <Menu
          beside={shortcutButton}
          name="Shortcuts"
          onClose={() => setOpen(null)}
          choices={shortcuts.map(({ callback_id, name: called }) => ({
            key: callback_id,
            label: called,
            choose: () => void runs(callback_id),
          }))}
        />
      )}
    </div>
  );
}
