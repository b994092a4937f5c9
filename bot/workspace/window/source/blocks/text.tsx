// Text as Slack draws it. slack-blocks-to-jsx does the drawing; links, mentions, dates and emoji are ours.

import { memo, useContext, useMemo, type ReactNode } from "react";
import { Message as SlackBlocks, type Block as SlackBlock } from "slack-blocks-to-jsx";
import { DarkContext, nameOf, useDesk, useMe, useWorkspace, type Desk } from "../desk";
import { emoji, emojified } from "../emoji";
import { mrkdwn } from "../mrkdwn";
import { slackDate } from "../time";
import type { Block, State, TextObject } from "../types";

const SAFE = /^(https?:|mailto:)/i;

/** A link that leaves the window. Any address that is not http, https or mailto stays plain text. */
export function Link({ href, children, className }: { href?: string; children: ReactNode; className?: string }) {
  if (!href || !SAFE.test(href)) return <span className={className}>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={className} title={href}>
      {children}
    </a>
  );
}

function hooks(desk: Desk) {
  const state = () => desk.live.current().state as State;
  return {
    link: (link: { href: string; children: ReactNode; className?: string }) => (
      <Link href={link.href} className={link.className}>
        {link.children}
      </Link>
    ),
    user: ({ id }: { id: string }) => {
      const { members, me } = state();
      const name = nameOf(members.find((member) => member.id === id)) || id;
      return <span className={id === me ? "mention mention-me" : "mention"}>@{name}</span>;
    },
    channel: ({ id }: { id: string }) => {
      const channel = state().channels.find((known) => known.id === id);
      if (!channel) return <span className="mention">#{id}</span>;
      return (
        <button type="button" className="mention mention-channel" onClick={() => desk.openChannel(id)}>
          #{channel.name}
        </button>
      );
    },
    usergroup: ({ id }: { id: string }) => <span className="mention">@{id}</span>,
    atHere: () => <span className="mention mention-all">@here</span>,
    atChannel: () => <span className="mention mention-all">@channel</span>,
    atEveryone: () => <span className="mention mention-all">@everyone</span>,
    emoji: ({ name }: { name: string }) => (
      <span className="emoji" role="img" aria-label={name} title={`:${name}:`}>
        {emoji(name) ?? `:${name}:`}
      </span>
    ),
    date: (date: { timestamp: string | number; format: string; fallback: string; link?: string | null }) => {
      const text = slackDate(Number(date.timestamp), date.format, new Date(state().now)) || date.fallback;
      return date.link ? <Link href={date.link}>{text}</Link> : <time>{text}</time>;
    },
  };
}

const channelNames = ({ channels }: State): string => channels.map(({ id, name }) => `${id} ${name}`).join("|");

/** Blocks that only show something, drawn by slack-blocks-to-jsx. */
export const Drawn = memo(function Drawn({ blocks }: { blocks: Block[] }) {
  const desk = useDesk();
  const dark = useContext(DarkContext);
  const members = useWorkspace((state) => state.members);
  const channels = useWorkspace(channelNames);
  const me = useMe();
  // `now` matters to relative dates only, and those may wait until the message changes.
  const ours = useMemo(() => hooks(desk), [desk, members, channels, me]);
  return (
    <SlackBlocks
      blocks={blocks as unknown as SlackBlock[]}
      name=""
      logo=""
      withoutWrapper
      theme={dark ? "dark" : "light"}
      hooks={ours as never}
    />
  );
});

export function DrawnBlock({ block }: { block: Block }) {
  const blocks = useMemo(() => [block], [block]);
  return <Drawn blocks={blocks} />;
}

export const Mrkdwn = memo(function Mrkdwn({ text }: { text: string }) {
  const block = useMemo(() => mrkdwn(text), [text]);
  return <DrawnBlock block={block} />;
});

/** A text object as a block of text. */
export function Text({ of }: { of?: TextObject | string | null }) {
  if (!of) return null;
  if (typeof of === "string") return <span className="plain">{emojified(of)}</span>;
  if (of.type === "mrkdwn") return <Mrkdwn text={of.text} />;
  return <span className="plain">{label(of)}</span>;
}

/** A text object as a string: what a button or an option is called. */
export function label(of?: TextObject | string | null): string {
  if (!of) return "";
  if (typeof of === "string") return emojified(of);
  return of.emoji === false ? of.text : emojified(of.text);
}
