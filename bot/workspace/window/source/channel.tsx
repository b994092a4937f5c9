// The middle column: one channel or direct message, and in the bot's direct message its Home.

import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { Avatar } from "./avatar";
import { Blocks } from "./blocks/blocks";
import { Composer, type ComposerHandle } from "./composer";
import { nameOf, useDesk, useWorkspace } from "./desk";
import { SurfaceOf } from "./elements/surface";
import { Icon } from "./icons";
import { Messages } from "./messages";
import { partner, titleOf } from "./names";
import { Status } from "./status";
import { Beginning, Prompts } from "./welcome";
import type { Channel, Message } from "./types";

const NONE: Message[] = [];

function Home() {
  const state = useWorkspace();
  if (!state.home) return <p className="empty">{state.bot.name} has not published a Home yet.</p>;
  return (
    <div className="home" tabIndex={0} role="region" aria-label="Home">
      <SurfaceOf kind="home" place={{ view_id: state.home.id }} blocks={state.home.blocks}>
        <Blocks blocks={state.home.blocks} />
      </SurfaceOf>
    </div>
  );
}

function Tabs({ tab, onTab }: { tab: "messages" | "home"; onTab(tab: "messages" | "home"): void }) {
  const names = { messages: "Messages", home: "Home" } as const;
  const other = tab === "messages" ? "home" : "messages";
  return (
    <div className="tabs" role="tablist" aria-label="Direct message">
      {(["messages", "home"] as const).map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-selected={tab === name}
          tabIndex={tab === name ? 0 : -1}
          onClick={() => onTab(name)}
          onKeyDown={(event) => {
            if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
            onTab(other);
            document.getElementById(`tab-${other}`)?.focus();
          }}
        >
          {names[name]}
        </button>
      ))}
    </div>
  );
}

interface Properties {
  channel: Channel;
  composer: RefObject<ComposerHandle | null>;
  onMenu(): void;
  inspecting: boolean;
  onInspect(): void;
}

export function ChannelColumn({ channel, composer, onMenu, inspecting, onInspect }: Properties) {
  const { act, tell } = useDesk();
  const state = useWorkspace();
  const title = titleOf(state, channel.id);
  const [tab, setTab] = useState<"messages" | "home">("messages");
  const [editing, setEditing] = useState<string | null>(null);
  const opened = useRef({ channel: channel.id, unread: channel.unread ?? 0 });
  const other = channel.kind === "im" ? partner(channel, state.members) : undefined;
  const withBot = other?.id === state.bot.user;
  const all = state.messages[channel.id] ?? NONE;
  const roots = useMemo(
    () => all.filter(({ ts, thread_ts, broadcast }) => !thread_ts || thread_ts === ts || broadcast),
    [all],
  );

  useEffect(() => {
    const reads = () => {
      if (channel.unread && document.visibilityState === "visible") void act("reads", { channel: channel.id });
    };
    reads();
    document.addEventListener("visibilitychange", reads);
    return () => document.removeEventListener("visibilitychange", reads);
  }, [channel.id, channel.unread, state.me]);

  useEffect(() => {
    if (withBot) void act("opens_home", { tab });
  }, [withBot, tab, state.me]);

  const [sent, setSent] = useState(0);
  const send = async (text: string) => {
    setSent((before) => before + 1);
    const outcome = await act("types", { channel: channel.id, text });
    return outcome.ok ? null : (outcome.error ?? "That could not be sent.");
  };
  const edit = useCallback(
    (ts: string | null) => {
      setEditing(ts);
      if (ts === null) composer.current?.focus();
    },
    [composer],
  );
  const editLast = () => setEditing(roots.findLast(({ user, deleted }) => user === state.me && !deleted)?.ts ?? null);
  const invite = async () => {
    const outcome = await act("invites_bot", { channel: channel.id });
    if (!outcome.ok) tell(outcome.error ?? `${state.bot.name} could not be invited.`);
  };
  const away = channel.kind !== "im" && channel.bot_is_member === false && !channel.is_archived;

  return (
    <main className="channel" aria-label={title}>
      <header className="bar">
        <button type="button" className="icon-button only-narrow" aria-label="Channels" onClick={onMenu}>
          <Icon name="menu" />
        </button>
        {other ? <Avatar id={other.id} name={nameOf(other)} bot={other.is_bot} small /> : <Icon name={channel.kind === "private" ? "lock" : "hash"} />}
        <h2>{other ? nameOf(other) : channel.name}</h2>
        {withBot && <Tabs tab={tab} onTab={setTab} />}
        <span className="bar-gap" />
        {state.bot.connected === false && (
          <span className="away" role="status">
            {state.bot.name} is not connected
          </span>
        )}
        <button
          type="button"
          className="icon-button"
          aria-pressed={inspecting}
          aria-label="Inspector"
          title="Inspector: what goes between Slack and the bot (Ctrl .)"
          onClick={onInspect}
        >
          <Icon name="pulse" />
        </button>
      </header>
      {tab === "home" && withBot ? (
        <Home />
      ) : (
        <>
          <Messages
            key={`messages ${state.me}`}
            channel={channel.id}
            messages={roots}
            name={`Messages in ${title}`}
            unread={opened.current.channel === channel.id ? opened.current.unread : 0}
            sent={sent}
            editing={editing}
            onEdit={edit}
          >
            <Beginning channel={channel} other={other} withBot={withBot} empty={roots.length === 0} />
          </Messages>
          {withBot && <Prompts channel={channel.id} messages={roots} onSend={send} />}
          {away && (
            <p className="invite">
              {state.bot.name} is not in this channel. Slash commands work here all the same, but it hears nothing else.
              <button type="button" className="button" onClick={() => void invite()}>
                Invite {state.bot.name}
              </button>
            </p>
          )}
          {channel.is_archived ? (
            <p className="invite">This channel is archived.</p>
          ) : (
            <Composer
              key={`composer ${state.me}`}
              ref={composer}
              place={`${state.me} ${channel.id}`}
              name={`Message ${title}`}
              onSend={send}
              onUp={editLast}
              globalShortcuts
            />
          )}
          <Status words={channel.typing_status} />
        </>
      )}
    </main>
  );
}
