// The window's own dialogs: a confirmation, a new channel, and going somewhere by name.

import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { label, Text } from "./blocks/text";
import { Dialog } from "./dialog";
import { useBotName, useDesk, useWorkspace } from "./desk";
import { Icon } from "./icons";
import { partner, titleOf } from "./names";
import type { Confirm } from "./types";

export function Confirmation({ question, onAnswer }: { question: Confirm; onAnswer(yes: boolean): void }) {
  return (
    <Dialog
      title={label(question.title) || "Are you sure?"}
      className="small"
      onClose={() => onAnswer(false)}
      onSubmit={() => onAnswer(true)}
      footer={
        <>
          <button type="button" className="button" onClick={() => onAnswer(false)}>
            {label(question.deny) || "Cancel"}
          </button>
          <button type="submit" className={`button ${question.style === "danger" ? "danger filled" : "primary"}`} data-first="" autoFocus>
            {label(question.confirm) || "Yes"}
          </button>
        </>
      }
    >
      <Text of={question.text} />
    </Dialog>
  );
}

export function NewChannel({ onClose }: { onClose(): void }) {
  const { act, openChannel } = useDesk();
  const bot = useBotName();
  const [name, setName] = useState("");
  const [closed, setClosed] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const folded = name.trim().toLowerCase().replace(/\s+/g, "-");
  const create = async () => {
    if (!folded) return setRefused("Please give the channel a name.");
    const outcome = await act("creates_channel", { name: folded, private: closed });
    if (!outcome.ok) return setRefused(outcome.error ?? "The channel could not be made.");
    onClose();
    if (outcome.channel) openChannel(outcome.channel);
  };
  return (
    <Dialog
      title="New channel"
      className="small"
      onClose={onClose}
      onSubmit={() => void create()}
      footer={
        <>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button primary">
            Create
          </button>
        </>
      }
    >
      <div className={refused ? "input invalid" : "input"}>
        <label className="input-label" htmlFor="channel-name">
          Name
        </label>
        <input
          id="channel-name"
          className="field"
          value={name}
          placeholder="reading-group"
          maxLength={80}
          autoComplete="off"
          aria-invalid={refused !== null}
          aria-describedby="channel-note"
          onChange={(event) => setName(event.target.value)}
        />
        <p id="channel-note" className={refused ? "input-error" : "input-hint"}>
          {refused ?? `Invite ${bot} afterwards if it shall read along.`}
        </p>
      </div>
      <label className="choice">
        <input type="checkbox" checked={closed} onChange={(event) => setClosed(event.target.checked)} />
        <span>Private: only those who are invited see it</span>
      </label>
    </Dialog>
  );
}

export function GoTo({ onClose }: { onClose(): void }) {
  const { openChannel } = useDesk();
  const state = useWorkspace();
  const title = (id: string) => titleOf(state, id);
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const found = useMemo(() => {
    const wanted = typed.toLowerCase().replace(/^[#@]/, "");
    return state.channels.filter((channel) => title(channel.id).toLowerCase().includes(wanted));
  }, [typed, state.channels, state.members]);
  useEffect(() => setActive(0), [typed]);
  useEffect(() => void list.current?.querySelector("[data-active]")?.scrollIntoView({ block: "nearest" }), [active]);
  const go = (id?: string) => {
    if (!id) return;
    onClose();
    openChannel(id);
  };
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !found.length) return;
    event.preventDefault();
    setActive((active + step + found.length) % found.length);
  };
  return (
    <Dialog title="Go to" className="small go-to" onClose={onClose} onSubmit={() => go(found[active]?.id)}>
      <input
        className="field"
        role="combobox"
        aria-label="Channel or member"
        aria-expanded
        aria-controls="go-to-list"
        aria-activedescendant={found.length ? `go-to-${active}` : undefined}
        placeholder="Channel or member"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={keys}
      />
      <div ref={list} id="go-to-list" className="picker-list" role="listbox" aria-label="Places">
        {found.map((channel, at) => (
          <div
            key={channel.id}
            id={`go-to-${at}`}
            role="option"
            aria-selected={at === active}
            data-active={at === active || undefined}
            className="picker-option"
            onPointerMove={() => setActive(at)}
            onClick={() => go(channel.id)}
          >
            <span className="go-to-place">
              <Icon name={channel.kind === "im" ? (partner(channel, state.members)?.is_bot ? "book" : "at") : channel.kind === "private" ? "lock" : "hash"} />
              {title(channel.id).replace(/^#/, "")}
            </span>
            {channel.unread ? <span className="faint">{channel.unread} unread</span> : null}
          </div>
        ))}
        {found.length === 0 && <div className="picker-none">Nothing of that name</div>}
      </div>
    </Dialog>
  );
}
