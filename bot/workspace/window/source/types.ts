// What the server of the local workspace tells the window, and the parts of Block Kit that the window touches.

// Block Kit has some sixty kinds of block and element; only their common fields are worth a type here.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Loose = any;

export interface TextObject {
  type: "plain_text" | "mrkdwn";
  text: string;
  emoji?: boolean;
}

export interface Option {
  text: TextObject;
  value: string;
  description?: TextObject;
  url?: string;
}

export interface OptionGroup {
  label: TextObject;
  options: Option[];
}

export interface Confirm {
  title?: TextObject;
  text: TextObject;
  confirm?: TextObject;
  deny?: TextObject;
  style?: "primary" | "danger";
}

export interface Element {
  type: string;
  action_id?: string;
  confirm?: Confirm;
  [field: string]: Loose;
}

export interface Block {
  type: string;
  block_id?: string;
  [field: string]: Loose;
}

/** What an element holds: the fields that Slack would send of it, such as `value` or `selected_option`. */
export interface Entry {
  type: string;
  [field: string]: Loose;
}

/** block_id → action_id → what the element holds. */
export type Values = Record<string, Record<string, Entry>>;

export interface Member {
  id: string;
  name: string;
  display_name?: string;
  is_bot?: boolean;
}

export interface Channel {
  id: string;
  name: string;
  kind: "channel" | "private" | "im";
  is_archived?: boolean;
  bot_is_member?: boolean;
  unread?: number;
  mentions?: number;
  typing_status?: string;
  /** By thread: what the bot says it is doing there. */
  statuses?: Record<string, string>;
  /** Of a direct message: who is at the other end. */
  with?: string;
}

export interface Attachment {
  color?: string;
  fallback?: string;
  pretext?: string;
  title?: string;
  title_link?: string;
  text?: string;
  blocks?: Block[];
  [field: string]: Loose;
}

export interface PostedFile {
  id: string;
  name?: string;
  title?: string;
  filetype?: string;
  size?: number;
  url_private?: string;
  preview?: string;
}

export interface Message {
  ts: string;
  thread_ts?: string | null;
  user?: string;
  username?: string;
  is_bot?: boolean;
  text: string;
  blocks?: Block[];
  attachments?: Attachment[];
  ephemeral?: boolean;
  edited?: boolean;
  deleted?: boolean;
  subtype?: string;
  reactions?: { name: string; users: string[] }[];
  reply_count?: number;
  reply_users?: string[];
  latest_reply?: string | null;
  broadcast?: boolean;
  files?: PostedFile[];
  streaming?: boolean;
}

export interface View {
  id: string;
  hash?: string;
  blocks: Block[];
}

export interface Modal extends View {
  title: TextObject;
  submit?: TextObject | null;
  close?: TextObject | null;
  errors?: Record<string, string>;
  /** What stands in the elements, as the server keeps it: after a reload it is all there is. */
  values?: Values;
  submit_disabled?: boolean;
}

export interface Command {
  command: string;
  description?: string;
  usage_hint?: string;
}

export interface Shortcut {
  type: "global" | "message";
  callback_id: string;
  name: string;
}

export interface Prompts {
  title?: string;
  prompts: { title: string; message: string }[];
}

export interface Trace {
  id: string;
  at: string;
  kind: "envelope" | "call" | "response_url" | string;
  name: string;
  ms: number | null;
  ok: boolean | null;
  verdict: string;
  detail?: Loose;
}

export interface State {
  version: number;
  now: string;
  team: { id: string; name: string };
  bot: { user: string; bot_id?: string; name: string; connected?: boolean; greeting?: string };
  me: string;
  members: Member[];
  commands?: Command[];
  shortcuts?: Shortcut[];
  channels: Channel[];
  messages: Record<string, Message[]>;
  home?: View | null;
  modals?: Modal[];
  prompts?: Record<string, Prompts>;
  inspector?: Trace[];
}

export interface Outcome {
  ok: boolean;
  error?: string;
  [field: string]: Loose;
}
