// The left column: the workspace, its channels, its direct messages, and who you are.

import { useRef, useState } from "react";
import { Avatar } from "./avatar";
import { nameOf, useDesk, useMember, useWorkspace } from "./desk";
import { Menu } from "./elements/menu";
import { Icon } from "./icons";
import { partner } from "./names";
import type { Channel, Member } from "./types";

interface Properties {
  open: string | null;
  dark: boolean;
  onTheme(): void;
  onBecome(member: string): void;
  onNewChannel(): void;
  onSwitch(): void;
}

function Marks({ channel }: { channel: Channel }) {
  const mentions = channel.kind === "im" ? channel.unread : channel.mentions;
  if (mentions) return <span className="mark-count">{mentions}</span>;
  return channel.unread ? <span className="mark-dot" /> : null;
}

const described = (channel: Channel, name: string): string | undefined =>
  channel.unread ? `${name}, ${channel.unread} unread` : undefined;

function ChannelRow({ channel, open }: { channel: Channel; open: boolean }) {
  const desk = useDesk();
  return (
    <li>
      <button
        type="button"
        className="place"
        data-channel={channel.name}
        data-channel-id={channel.id}
        data-unread={Boolean(channel.unread) || undefined}
        aria-current={open ? "page" : undefined}
        aria-label={described(channel, channel.name)}
        onClick={() => desk.openChannel(channel.id)}
      >
        <Icon name={channel.kind === "private" ? "lock" : "hash"} />
        <span className="place-name">{channel.name}</span>
        {channel.is_archived && <span className="faint">archived</span>}
        <Marks channel={channel} />
      </button>
    </li>
  );
}

/** A direct message; it is opened the first time somebody writes to that member. */
function PersonRow({ member, channel, open }: { member: Member; channel?: Channel; open: boolean }) {
  const desk = useDesk();
  const name = nameOf(member);
  const press = async () => {
    if (channel) return desk.openChannel(channel.id);
    const outcome = await desk.act("opens_im", { with: member.id });
    if (outcome.ok) desk.openChannel(outcome.channel);
    else desk.tell(outcome.error ?? "The conversation could not be opened.");
  };
  return (
    <li>
      <button
        type="button"
        className="place"
        data-channel={name}
        data-channel-id={channel?.id}
        data-unread={Boolean(channel?.unread) || undefined}
        aria-current={open ? "page" : undefined}
        aria-label={channel && described(channel, name)}
        onClick={() => void press()}
      >
        <Avatar id={member.id} name={name} bot={member.is_bot} small />
        <span className="place-name">{name}</span>
        {member.is_bot && <span className="badge">App</span>}
        {channel && <Marks channel={channel} />}
      </button>
    </li>
  );
}

function You({ onBecome }: { onBecome(member: string): void }) {
  const state = useWorkspace();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const me = useMember(state.me);
  const people = state.members.filter((other) => !other.is_bot);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="you"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={`You are ${nameOf(me)}. Be somebody else`}
        onClick={() => setOpen(!open)}
      >
        <Avatar id={state.me} name={nameOf(me)} />
        <span>
          <span className="faint">You are here as</span>
          <strong>{nameOf(me)}</strong>
        </span>
        <Icon name="chevron" />
      </button>
      {open && (
        <Menu
          beside={button}
          name="Be somebody else"
          onClose={() => setOpen(false)}
          choices={people.map((other) => ({
            key: other.id,
            label: nameOf(other),
            detail: other.id === state.me ? "now" : undefined,
            checked: other.id === state.me,
            choose: () => onBecome(other.id),
          }))}
        />
      )}
    </>
  );
}

export function Sidebar({ open, dark, onTheme, onBecome, onNewChannel, onSwitch }: Properties) {
  const state = useWorkspace();
  const channels = state.channels.filter(({ kind }) => kind !== "im");
  const conversations = state.channels.filter(({ kind }) => kind === "im");
  const people = state.members
    .filter(({ id }) => id === state.bot.user || conversations.some((im) => partner(im, state.members)?.id === id))
    .sort((one, other) => Number(other.id === state.bot.user) - Number(one.id === state.bot.user));
  return (
    <nav className="sidebar" aria-label="Workspace">
      <header className="workspace">
        <span className="workspace-mark" aria-hidden="true">
          <Icon name="book" />
        </span>
        <div>
          <h1>{state.team.name || "Local workspace"}</h1>
          <p>On this machine only</p>
        </div>
      </header>
      <button type="button" className="jump" onClick={onSwitch}>
        <Icon name="search" />
        <span>Go to…</span>
        <kbd>Ctrl K</kbd>
      </button>
      <div className="places">
        <div className="places-head">
          <h2 id="channels">Channels</h2>
          <button type="button" className="icon-button" aria-label="New channel" title="New channel" onClick={onNewChannel}>
            <Icon name="plus" />
          </button>
        </div>
        <ul aria-labelledby="channels">
          {channels.map((channel) => (
            <ChannelRow key={channel.id} channel={channel} open={open === channel.id} />
          ))}
        </ul>
        <div className="places-head">
          <h2 id="people">Direct messages</h2>
        </div>
        <ul aria-labelledby="people">
          {people.map((member) => {
            const channel = conversations.find((im) => partner(im, state.members)?.id === member.id);
            return <PersonRow key={member.id} member={member} channel={channel} open={channel !== undefined && open === channel.id} />;
          })}
        </ul>
      </div>
      <footer>
        <You onBecome={onBecome} />
        <button
          type="button"
          className="icon-button"
          aria-label={dark ? "Light colours" : "Dark colours"}
          title={dark ? "Light colours" : "Dark colours"}
          onClick={onTheme}
        >
          <Icon name={dark ? "sun" : "moon"} />
        </button>
      </footer>
    </nav>
  );
}
