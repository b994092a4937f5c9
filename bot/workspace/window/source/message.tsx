// One message: who, when, what, and what can be done with it.

import { memo, useRef, useState, type ReactNode } from "react";
import { Avatar } from "./avatar";
import { Blocks } from "./blocks/blocks";
import { FileBlock } from "./blocks/static";
import { Link, Mrkdwn } from "./blocks/text";
import { Composer } from "./composer";
import { author, nameOf, useBotName, useDesk, useMe, useMember, useWorkspace, type Desk } from "./desk";
import { emoji } from "./emoji";
import { SurfaceOf } from "./elements/surface";
import { Menu, type Choice } from "./elements/menu";
import { EmojiPicker } from "./emoji_picker";
import { Icon, type IconName } from "./icons";
import { unescaped } from "./mrkdwn";
import { titleOf } from "./names";
import { hour, instant, moment, whole } from "./time";
import type { Attachment, Block, Message, State } from "./types";

const NOTICES = /^(channel|group)_(join|leave|archive|unarchive|topic|purpose|name)$/;

/** Slack's own notices, that somebody came or a channel was archived: quieter than what is said. */
export const isNotice = ({ subtype }: Message): boolean => NOTICES.test(subtype ?? "");

const NO_BLOCKS: Block[] = [];

interface Properties {
  message: Message;
  channel: string;
  /** Drawn under its neighbour above without repeating who speaks. */
  continues?: boolean;
  inThread?: boolean;
  editing?: boolean;
  onEdit?(ts: string | null): void;
  onDismiss?(ts: string): void;
}

function AttachmentOf({ attachment }: { attachment: Attachment }) {
  return (
    <div className="attachment" data-attachment="">
      {/* The colour comes from the bot; anything that is no colour is dropped by the browser. */}
      <span className="attachment-bar" style={attachment.color ? { background: attachment.color } : undefined} />
      <div>
        {attachment.pretext && <Mrkdwn text={attachment.pretext} />}
        {attachment.title && (
          <strong>
            <Link href={attachment.title_link}>{attachment.title}</Link>
          </strong>
        )}
        {attachment.blocks?.length ? <Blocks blocks={attachment.blocks} /> : attachment.text && <Mrkdwn text={attachment.text} />}
        {!attachment.blocks?.length && !attachment.text && attachment.fallback && <Mrkdwn text={attachment.fallback} />}
      </div>
    </div>
  );
}

function Content({ message, channel }: { message: Message; channel: string }) {
  const blocks = message.blocks?.length ? message.blocks : NO_BLOCKS;
  if (message.deleted) return <p className="faint">This message was deleted.</p>;
  return (
    <SurfaceOf kind="message" place={{ channel, message_ts: message.ts }} blocks={blocks}>
      {blocks.length > 0 ? <Blocks blocks={blocks} /> : message.text && <Mrkdwn text={message.text} />}
      {message.attachments?.map((attachment, at) => <AttachmentOf key={at} attachment={attachment} />)}
      {message.files?.map((file) => <FileBlock key={file.id} file={file} />)}
      {message.streaming && <span className="streaming" role="img" aria-label="still writing" />}
      {message.edited && <span className="edited">(edited)</span>}
    </SurfaceOf>
  );
}

function Reactions({ message, onReact }: { message: Message; onReact(name: string): void }) {
  const me = useMe();
  const members = useWorkspace((state) => state.members);
  if (!message.reactions?.length) return null;
  return (
    <div className="reactions">
      {message.reactions.map(({ name, users }) => {
        const who = users.map((id) => (id === me ? "You" : nameOf(members.find((one) => one.id === id)) || id)).join(", ");
        return (
          <button
            key={name}
            type="button"
            className="reaction"
            aria-pressed={users.includes(me)}
            aria-label={`${name}, ${users.length}: ${who}`}
            title={`${who} reacted with :${name}:`}
            onClick={() => onReact(name)}
          >
            <span className="emoji">{emoji(name) ?? `:${name}:`}</span> {users.length}
          </button>
        );
      })}
    </div>
  );
}

const now = ({ live }: Desk): Date => new Date(live.current().state?.now ?? 0);

function Replies({ message, channel }: { message: Message; channel: string }) {
  const desk = useDesk();
  const members = useWorkspace((state) => state.members);
  const count = message.reply_count ?? 0;
  if (!count) return null;
  return (
    <button type="button" className="replies" onClick={() => desk.openThread(channel, message.ts)}>
      {message.reply_users?.slice(0, 4).map((id) => {
        const member = members.find((one) => one.id === id);
        return <Avatar key={id} id={id} name={nameOf(member)} bot={member?.is_bot} small />;
      })}
      <strong>
        {count} {count === 1 ? "reply" : "replies"}
      </strong>
      {message.latest_reply && (
        <span className="faint">Last at {moment(instant(message.latest_reply), now(desk))}</span>
      )}
    </button>
  );
}

/** "@You" and "#general" again, for editing; the server turns them back into mentions. */
function editable(text: string, state: State): string {
  const names = text
    .replace(/<@(\w+)(?:\|[^>]*)?>/g, (_, id: string) => `@${nameOf(state.members.find((one) => one.id === id)) || id}`)
    .replace(/<#\w+\|([^>]*)>/g, "#$1")
    .replace(/<#(\w+)>/g, (_, id: string) => titleOf(state, id))
    .replace(/<!(here|channel|everyone)(?:\|[^>]*)?>/g, "@$1")
    .replace(/<([^>|]+)(?:\|[^>]*)?>/g, "$1");
  return unescaped(names);
}

function Tool({ name, icon, onPress, tool }: { name: string; icon: IconName; onPress(): void; tool?: React.Ref<HTMLButtonElement> }) {
  return (
    <button ref={tool} type="button" className="icon-button" aria-label={name} title={name} onClick={onPress}>
      <Icon name={icon} />
    </button>
  );
}

function Toolbar({ message, channel, inThread, onEdit, onReact, onDismiss }: Properties & { onReact(name: string): void }) {
  const desk = useDesk();
  const [open, setOpen] = useState<"emoji" | "more" | null>(null);
  const react = useRef<HTMLButtonElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  const mine = message.user === useMe() && !message.is_bot;
  const known = useWorkspace((state) => state.shortcuts);
  const bot = useBotName();
  const fails = async (outcome: Promise<{ ok: boolean; error?: string }>) => {
    const { ok, error } = await outcome;
    if (!ok) desk.tell(error ?? "That did not work.");
  };
  if (message.ephemeral) {
    return (
      <div className="toolbar" role="toolbar" aria-label="Message">
        <Tool name="Dismiss" icon="close" onPress={() => onDismiss?.(message.ts)} />
      </div>
    );
  }
  const remove = async () => {
    const text = { type: "plain_text", text: "Delete this message? This cannot be undone." } as const;
    const sure = await desk.ask({
      title: { type: "plain_text", text: "Delete message" },
      text,
      confirm: { type: "plain_text", text: "Delete" },
      style: "danger",
    });
    if (sure) await fails(desk.act("deletes", { channel, ts: message.ts }));
  };
  const shortcuts = (known ?? []).filter(({ type }) => type === "message");
  const choices: Choice[] = [
    ...shortcuts.map(({ callback_id, name }) => ({
      key: callback_id,
      label: name,
      detail: bot,
      choose: () => void fails(desk.act("shortcut", { callback_id, channel, ts: message.ts })),
    })),
    { key: "copy", label: "Copy text", choose: () => void navigator.clipboard?.writeText(unescaped(message.text)) },
    ...(mine ? [{ key: "delete", label: "Delete message", danger: true, choose: () => void remove() }] : []),
  ];
  return (
    <div className="toolbar" role="toolbar" aria-label="Message" data-open={open !== null || undefined}>
      <Tool tool={react} name="Add reaction" icon="smile" onPress={() => setOpen(open === "emoji" ? null : "emoji")} />
      {!inThread && <Tool name="Reply in thread" icon="thread" onPress={() => desk.openThread(channel, message.thread_ts ?? message.ts)} />}
      {mine && <Tool name="Edit message" icon="edit" onPress={() => onEdit?.(message.ts)} />}
      <Tool tool={more} name="More actions" icon="more" onPress={() => setOpen(open === "more" ? null : "more")} />
      {open === "emoji" && <EmojiPicker beside={react} align="end" onClose={() => setOpen(null)} onChoose={onReact} />}
      {open === "more" && <Menu beside={more} name="More actions" align="end" choices={choices} onClose={() => setOpen(null)} />}
    </div>
  );
}

function Row({ message, continues, children }: Properties & { children: ReactNode }) {
  const member = useMember(message.user);
  const name = author(message, member);
  const at = instant(message.ts);
  const bot = message.is_bot ?? member?.is_bot;
  return (
    <>
      <div className="message-side">
        {continues ? (
          <time dateTime={at.toISOString()} title={whole(at)}>
            {hour(at)}
          </time>
        ) : (
          <Avatar id={message.user ?? name} name={name} bot={bot} />
        )}
      </div>
      <div className="message-body">
        {!continues && (
          <div className="message-head">
            <strong className="author">{name}</strong>
            {bot && <span className="badge">App</span>}
            <time dateTime={at.toISOString()} title={whole(at)}>
              {hour(at)}
            </time>
          </div>
        )}
        {children}
      </div>
    </>
  );
}

export const MessageOf = memo(function MessageOf(properties: Properties) {
  const { message, channel, continues, inThread, editing, onEdit } = properties;
  const desk = useDesk();
  const me = useMe();
  const who = author(message, useMember(message.user));
  const onReact = (name: string) => {
    void desk.act("reacts", { channel, ts: message.ts, name }).then(({ ok, error }) => ok || desk.tell(error ?? "That did not work."));
  };
  const save = async (text: string) => {
    const { ok, error } = await desk.act("edits", { channel, ts: message.ts, text });
    if (ok) onEdit?.(null);
    return ok ? null : (error ?? "The message could not be changed.");
  };
  const inner = editing ? (
    <Composer
      place={`edit ${message.ts}`}
      name="Edit message"
      initially={editable(message.text, desk.live.current().state as State)}
      onSend={save}
      onCancel={() => onEdit?.(null)}
      inThread={inThread}
    />
  ) : (
    <>
      {message.ephemeral && (
        <div className="private">
          <Icon name="eye" /> Only visible to you
        </div>
      )}
      {message.broadcast && (
        <div className="private">{inThread ? "Also sent to the channel" : "Replied to a thread"}</div>
      )}
      <Content message={message} channel={channel} />
      <Reactions message={message} onReact={onReact} />
      {!inThread && <Replies message={message} channel={channel} />}
    </>
  );
  return (
    <div
      className={continues ? "message continues" : "message"}
      role="article"
      tabIndex={-1}
      aria-label={`${who}, ${hour(instant(message.ts))}${message.ephemeral ? ", only visible to you" : ""}`}
      data-message-ts={message.ts}
      data-ephemeral={message.ephemeral || undefined}
      data-notice={isNotice(message) || undefined}
      data-mine={message.user === me || undefined}
    >
      <Row {...properties}>{inner}</Row>
      {!editing && !message.deleted && <Toolbar {...properties} onReact={onReact} />}
    </div>
  );
});

