// What the composer offers while something is typed. Pure: text and caret in, choices out.

import { emoji, emojiLike } from "./emoji";
import type { Channel, Command, Member } from "./types";

export interface Offer {
  key: string;
  label: string;
  detail?: string;
  hint?: string;
  /** What takes the place of the typed piece. */
  insert: string;
}

export interface Completion {
  kind: "command" | "member" | "channel" | "emoji";
  name: string;
  /** The piece of the text that an offer replaces. */
  from: number;
  to: number;
  offers: Offer[];
}

export interface Known {
  commands: Command[];
  members: Member[];
  channels: Channel[];
  bot: string;
}

const MOST = 8;
const begins = (name: string, typed: string) => name.toLowerCase().startsWith(typed.toLowerCase());

function members(known: Known, typed: string): Offer[] {
  const named = known.members.map((member) => ({ id: member.id, name: member.display_name || member.name, bot: member.is_bot }));
  const all = [...named, { id: "here", name: "here", bot: false }, { id: "channel", name: "channel", bot: false }];
  const rank = (id: string) => (id === known.bot ? 0 : 1);
  const notes: Record<string, string> = { here: "everyone who is active", channel: "everyone in this channel" };
  return all
    .filter(({ name }) => begins(name, typed) || name.split(" ").some((word) => begins(word, typed)))
    .sort((one, other) => rank(one.id) - rank(other.id))
    .map(({ id, name, bot }) => ({ key: id, label: `@${name}`, detail: notes[id] ?? (bot ? "app" : undefined), insert: `@${name} ` }));
}

function channels(known: Known, typed: string): Offer[] {
  return known.channels
    .filter((channel) => channel.kind !== "im" && begins(channel.name, typed))
    .map((channel) => ({ key: channel.id, label: `#${channel.name}`, insert: `#${channel.name} ` }));
}

function commands(known: Known, typed: string): Offer[] {
  return known.commands
    .filter(({ command }) => begins(command, typed))
    .map((entry) => ({
      key: entry.command,
      label: entry.command,
      hint: entry.usage_hint,
      detail: entry.description,
      insert: `${entry.command} `,
    }));
}

/** Offers for the word that ends at the caret, or null when there is nothing to offer. */
export function completion(text: string, caret: number, known: Known, inThread: boolean): Completion | null {
  const before = text.slice(0, caret);
  const made = (kind: Completion["kind"], name: string, typed: string, offers: Offer[]) =>
    offers.length ? { kind, name, from: caret - typed.length, to: caret, offers: offers.slice(0, MOST) } : null;

  if (/^\/\S*$/.test(before) && !inThread) return made("command", "Commands", before, commands(known, before));
  const word = before.match(/(?:^|[\s(])([@#:])([\p{L}\p{N}_+-]*(?: \p{N}*)?)$/u);
  if (!word) return null;
  const [, sign, typed] = word;
  if (sign === "@") return made("member", "Members", sign + typed, members(known, typed));
  if (typed.includes(" ")) return null;
  if (sign === "#") return made("channel", "Channels", sign + typed, channels(known, typed));
  if (typed.length < 2) return null;
  const found = emojiLike(typed, MOST).map((name) => ({ key: name, label: `${emoji(name)}  :${name}:`, insert: `${emoji(name)} ` }));
  return made("emoji", "Emoji", sign + typed, found);
}

/** The usage hint of the command that is being typed: "/icml" and a space bring "[words to look for]". */
export function usage(text: string, commands: Command[]): string | null {
  const typed = text.match(/^(\/\S+)\s*$/)?.[1];
  return commands.find(({ command }) => command === typed)?.usage_hint ?? null;
}
