// The window as a whole: its columns, its dialogs, and how one moves about in it.

import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { ChannelColumn } from "./channel";
import type { ComposerHandle } from "./composer";
import { DarkContext, DeskProvider, type Desk } from "./desk";
import { Guarded } from "./guarded";
import { Inspector } from "./inspector";
import type { Connection, Live } from "./live";
import { ModalOf } from "./modal";
import { titleOf } from "./names";
import { go, usePlace } from "./place";
import { Confirmation, GoTo, NewChannel } from "./questions";
import { remember, remembered } from "./remembered";
import { Sidebar } from "./sidebar";
import { useTheme } from "./theme";
import { Thread } from "./thread";
import { useAnswers } from "./answers";
import type { Confirm, State } from "./types";

const TOLD_FOR = 5_000;

function Lost({ connection }: { connection: Connection }) {
  if (connection !== "lost") return null;
  return (
    <p className="lost" role="alert">
      The local workspace does not answer. If you have stopped it, start it again and open the new address that it prints.
    </p>
  );
}

function useQuestion(): [Confirm | null, Desk["ask"], (yes: boolean) => void] {
  const [question, setQuestion] = useState<Confirm | null>(null);
  const answer = useRef<(yes: boolean) => void>(undefined);
  const ask = useCallback(
    (asked: Confirm) =>
      new Promise<boolean>((resolve) => {
        answer.current = resolve;
        setQuestion(asked);
      }),
    [],
  );
  const answered = useCallback((yes: boolean) => {
    setQuestion(null);
    answer.current?.(yes);
  }, []);
  return [question, ask, answered];
}

function useTold(): [string | null, Desk["tell"]] {
  const [told, setTold] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tell = useCallback((words: string) => {
    clearTimeout(timer.current);
    setTold(words);
    timer.current = setTimeout(() => setTold(null), TOLD_FOR);
  }, []);
  return [told, tell];
}

function Opened({ live, state, connection }: { live: Live; state: State; connection: Connection }) {
  const place = usePlace();
  const [dark, toggleTheme] = useTheme();
  const [question, ask, answered] = useQuestion();
  const [told, tell] = useTold();
  const [drawer, setDrawer] = useState(false);
  const [inspecting, setInspecting] = useState(remembered("inspector") === "open");
  const [dialog, setDialog] = useState<"new-channel" | "go-to" | null>(null);
  const [threadFocused, setThreadFocused] = useState(true);
  const composer = useRef<ComposerHandle>(null);
  const opener = useRef<HTMLElement | null>(null);

  const channel = state.channels.find(({ id }) => id === place.channel) ?? state.channels.find(({ name }) => name === "general") ?? state.channels[0];

  const desk = useMemo<Desk>(() => {
    const me = () => live.current().state?.me ?? null;
    return {
      live,
      ask,
      tell,
      act: (name, fields) => live.act(name, fields),
      openChannel: (id) => {
        setDrawer(false);
        go({ member: me(), channel: id, thread: null });
        requestAnimationFrame(() => composer.current?.focus());
      },
      openThread: (id, ts) => {
        opener.current = document.activeElement as HTMLElement;
        setThreadFocused(true);
        go({ member: me(), channel: id, thread: ts });
      },
      suggest: (text) => composer.current?.suggest(text),
    };
  }, [live, ask, tell]);
  const closeThread = useCallback(() => {
    go({ thread: null });
    opener.current?.isConnected ? opener.current.focus() : composer.current?.focus();
  }, []);
  const inspect = useCallback((open: boolean) => {
    remember("inspector", open ? "open" : "closed");
    setInspecting(open);
  }, []);
  useEffect(() => {
    if (place.member && place.member !== live.current().state?.me) live.becomes(place.member);
  }, [live, place.member]);

  useAnswers(state, channel?.id, place.thread, (ts) => {
    setThreadFocused(false);
    go({ member: state.me, channel: channel.id, thread: ts });
  });
  useEffect(() => {
    const unread = state.channels.reduce((sum, { unread: count = 0 }) => sum + count, 0);
    document.title = `${unread ? `(${unread}) ` : ""}${channel ? `${titleOf(state, channel.id)} · ` : ""}Local workspace`;
  }, [state.channels, state.members, channel]);
  useEffect(() => composer.current?.focus(), []);
  useEffect(() => {
    if (drawer) document.querySelector<HTMLElement>(".sidebar [aria-current]")?.focus();
  }, [drawer]);
  useEffect(() => {
    const keys = (event: globalThis.KeyboardEvent) => {
      const control = event.ctrlKey || event.metaKey;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (control && event.key.toLowerCase() === "k") setDialog("go-to");
      else if (control && event.key === ".") inspect(!inspecting);
      else if (event.altKey && step) {
        const at = state.channels.findIndex(({ id }) => id === channel?.id);
        desk.openChannel(state.channels.at((at + step) % state.channels.length)!.id);
      } else if (event.key === "Escape" && drawer) setDrawer(false);
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", keys);
    return () => document.removeEventListener("keydown", keys);
  }, [state.channels, channel, desk, drawer, inspecting, inspect]);

  const modal = state.modals?.at(-1);
  return (
    <DeskProvider value={desk}>
      <DarkContext.Provider value={dark}>
      <div className="window" data-drawer={drawer || undefined} data-thread={Boolean(place.thread) || undefined} data-inspecting={inspecting || undefined}>
        <Lost connection={connection} />
        <Sidebar
          open={channel?.id ?? null}
          dark={dark}
          onTheme={toggleTheme}
          onBecome={(member) => go({ member, channel: null, thread: null })}
          onNewChannel={() => setDialog("new-channel")}
          onSwitch={() => setDialog("go-to")}
        />
        {drawer && <div className="veil" onClick={() => setDrawer(false)} />}
        {channel && (
          <ChannelColumn
            key={channel.id}
            channel={channel}
            composer={composer}
            onMenu={() => setDrawer(true)}
            inspecting={inspecting}
            onInspect={() => inspect(!inspecting)}
          />
        )}
        {channel && place.thread && <Thread channel={channel} ts={place.thread} focused={threadFocused} onClose={closeThread} />}
        {inspecting && <Inspector onClose={() => inspect(false)} />}
        <p className="told" role="status">
          {told}
        </p>
      </div>
      {modal && <ModalOf key={modal.id} modal={modal} depth={state.modals?.length ?? 1} />}
      {dialog === "new-channel" && <NewChannel onClose={() => setDialog(null)} />}
      {dialog === "go-to" && <GoTo onClose={() => setDialog(null)} />}
      {question && <Confirmation question={question} onAnswer={answered} />}
      </DarkContext.Provider>
    </DeskProvider>
  );
}

export function App({ live }: { live: Live }) {
  const { state, connection } = useSyncExternalStore(live.subscribe, live.current);
  if (!state) {
    return <p className="starting">{connection === "lost" ? "The local workspace does not answer." : "Opening the local workspace…"}</p>;
  }
  const broken = <p className="starting">The window has broken down over something it was shown. Load the page again.</p>;
  return (
    <Guarded of={null} instead={broken}>
      <Opened live={live} state={state} connection={connection} />
    </Guarded>
  );
}
