// The inspector: everything that goes between the workspace and the bot, and the workspace's clock.

import { memo, useMemo, useState } from "react";
import { useDesk, useWorkspace } from "./desk";
import { Icon, type IconName } from "./icons";
import { seconds, untilNextMorning, wallClock } from "./time";
import type { Trace } from "./types";

const HOUR = 3600;

type Kind = "all" | "envelope" | "call" | "refused";
const KINDS: Record<Kind, string> = { all: "All", envelope: "To the bot", call: "From the bot", refused: "Refused" };

const belongs = (trace: Trace, kind: Kind): boolean =>
  kind === "all" || (kind === "refused" ? trace.ok === false : kind === "envelope" ? trace.kind === "envelope" : trace.kind !== "envelope");

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** JSON with its names, strings and numbers told apart. */
const Json = memo(function Json({ value }: { value: unknown }) {
  const text = JSON.stringify(value, null, 2) ?? "";
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, string, colon] = match;
    parts.push(text.slice(from, match.index));
    const kind = string ? (colon ? "json-name" : "json-string") : "json-number";
    parts.push(
      <span key={match.index} className={kind}>
        {string ?? whole}
      </span>,
    );
    if (colon) parts.push(colon);
    from = match.index + whole.length;
  }
  return (
    <pre className="json" tabIndex={0}>
      {parts}
      {text.slice(from)}
    </pre>
  );
});

const Row = memo(function Row({ trace }: { trace: Trace }) {
  const [open, setOpen] = useState(false);
  const incoming = trace.kind === "envelope";
  const verdict = trace.ok === false ? "bad" : trace.ok ? "good" : "waiting";
  return (
    <li className="trace" data-verdict={verdict} data-kind={trace.kind}>
      <button type="button" className="trace-head" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className="trace-way" title={incoming ? "to the bot" : "from the bot"}>
          {incoming ? "→" : "←"}
        </span>
        <span className="trace-name">{trace.name}</span>
        <span className="trace-ms">{trace.ms === null ? "" : `${trace.ms < 10 ? trace.ms.toFixed(1) : Math.round(trace.ms)} ms`}</span>
        <span className="trace-verdict">{trace.verdict}</span>
        <time dateTime={trace.at}>{seconds(new Date(trace.at))}</time>
      </button>
      {open && (
        <div className="trace-detail">
          <button
            type="button"
            className="icon-button"
            aria-label="Copy"
            title="Copy"
            onClick={() => void navigator.clipboard?.writeText(JSON.stringify(trace.detail, null, 2))}
          >
            <Icon name="copy" />
          </button>
          <Json value={trace.detail ?? null} />
        </div>
      )}
    </li>
  );
});

function Lever({ icon, children, title, onPress }: { icon: IconName; children: string; title: string; onPress(): Promise<unknown> }) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    await onPress();
    setBusy(false);
  };
  return (
    <button type="button" className="button lever" title={title} disabled={busy} aria-busy={busy} onClick={() => void press()}>
      <Icon name={icon} />
      {children}
    </button>
  );
}

export function Inspector({ onClose }: { onClose(): void }) {
  const { act, tell } = useDesk();
  const state = useWorkspace();
  const [kind, setKind] = useState<Kind>("all");
  const [typed, setTyped] = useState("");
  const [since, setSince] = useState<string | null>(null);
  const all = state.inspector ?? [];
  const now = new Date(state.now);
  const shown = useMemo(() => {
    const from = since === null ? 0 : all.findIndex(({ id }) => id === since) + 1;
    const wanted = typed.toLowerCase();
    const matches = (trace: Trace) => belongs(trace, kind) && `${trace.name} ${trace.verdict}`.toLowerCase().includes(wanted);
    return all.slice(from).filter(matches).reverse();
  }, [all, kind, typed, since]);
  const does = (name: string, fields: Record<string, unknown>, done: string) => async () => {
    const outcome = await act(name, fields);
    tell(outcome.ok ? done : (outcome.error ?? "That did not work."));
  };
  const bot = state.bot.name;

  return (
    <aside
      className="panel inspector"
      aria-label="Inspector"
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <header className="bar">
        <h2>Inspector</h2>
        <span className="bar-gap" />
        <button type="button" className="icon-button" aria-label="Close inspector" title="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <div className="levers">
        <p className="inspector-clock">
          <span>
            <Icon name="clock" />
            <time dateTime={state.now}>{wallClock(now)}</time>
          </span>
          <span className={state.bot.connected === false ? "connection off" : "connection"}>
            {bot} {state.bot.connected === false ? "not connected" : "connected"}
          </span>
        </p>
        <div className="lever-grid">
          <Lever icon="clock" title="Move the workspace's clock by an hour" onPress={does("moves_clock", { seconds: HOUR }, "It is an hour later.")}>
            +1 hour
          </Lever>
          <Lever
            icon="sunrise"
            title="Move the workspace's clock to nine o'clock on the next day"
            onPress={does("moves_clock", { seconds: untilNextMorning(now) }, "Good morning: it is nine o'clock on the next day.")}
          >
            Next morning
          </Lever>
          <Lever icon="unplug" title="Close the bot's connection, as a bad network would" onPress={does("drops_connection", {}, `${bot} has lost its connection.`)}>
            Lose the connection
          </Lever>
          <Lever icon="restart" title="Stop the bot and start it again; its memory stays" onPress={does("restarts_bot", {}, `${bot} was started again.`)}>
            Restart the bot
          </Lever>
        </div>
      </div>
      <div className="inspector-filter">
        <div className="kinds" role="radiogroup" aria-label="Show">
          {(Object.keys(KINDS) as Kind[]).map((one) => (
            <button key={one} type="button" role="radio" aria-checked={kind === one} onClick={() => setKind(one)}>
              {KINDS[one]}
            </button>
          ))}
        </div>
        <div className="inspector-find">
          <input className="field" aria-label="Find in the inspector" placeholder="Find…" value={typed} onChange={(event) => setTyped(event.target.value)} />
          <button type="button" className="plain-button" onClick={() => setSince(all.at(-1)?.id ?? null)}>
            Clear
          </button>
        </div>
      </div>
      <ol className="traces" aria-label="Envelopes and calls, newest first">
        {shown.map((trace) => (
          <Row key={trace.id} trace={trace} />
        ))}
        {shown.length === 0 && <li className="empty">Nothing yet. Type something to the bot.</li>}
      </ol>
    </aside>
  );
}
