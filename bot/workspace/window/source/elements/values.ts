// What interactive elements hold, in the fields by which Slack names it.

import type { Block, Element, Entry, Option, OptionGroup, Values } from "../types";

/** The field of an element's payload that carries its value, and the field of the element that sets it at first. */
const FIELDS: Record<string, [carries: string, begins: string]> = {
  static_select: ["selected_option", "initial_option"],
  external_select: ["selected_option", "initial_option"],
  users_select: ["selected_user", "initial_user"],
  conversations_select: ["selected_conversation", "initial_conversation"],
  channels_select: ["selected_channel", "initial_channel"],
  multi_static_select: ["selected_options", "initial_options"],
  multi_external_select: ["selected_options", "initial_options"],
  multi_users_select: ["selected_users", "initial_users"],
  multi_conversations_select: ["selected_conversations", "initial_conversations"],
  multi_channels_select: ["selected_channels", "initial_channels"],
  checkboxes: ["selected_options", "initial_options"],
  radio_buttons: ["selected_option", "initial_option"],
  datepicker: ["selected_date", "initial_date"],
  timepicker: ["selected_time", "initial_time"],
  datetimepicker: ["selected_date_time", "initial_date_time"],
  plain_text_input: ["value", "initial_value"],
  email_text_input: ["value", "initial_value"],
  url_text_input: ["value", "initial_value"],
  number_input: ["value", "initial_value"],
  rich_text_input: ["rich_text_value", "initial_value"],
  file_input: ["files", "initial_files"],
};

const SEVERAL = new Set(["selected_options", "selected_users", "selected_conversations", "selected_channels", "files"]);

export const holds = (type: string): boolean => type in FIELDS;
export const fieldOf = (type: string): string => FIELDS[type]?.[0] ?? "value";

export function entryOf(element: Element, value: unknown): Entry {
  const entry: Entry = { type: element.type, [fieldOf(element.type)]: value };
  if (element.type === "timepicker" && element.timezone) entry.timezone = element.timezone;
  return entry;
}

export function initial(element: Element): Entry {
  const [carries, begins] = FIELDS[element.type];
  return entryOf(element, element[begins] ?? (SEVERAL.has(carries) ? [] : null));
}

/** Every element of a block that can be touched, nested blocks included. */
export function elementsOf(block: Block): [block_id: string, element: Element][] {
  const id = block.block_id ?? "";
  const own: Element[] = [block.accessory, block.element, ...(block.elements ?? []), ...(block.actions ?? [])];
  const nested: Block[] = [...(block.child_blocks ?? []), ...(block.type === "carousel" ? block.elements : [])];
  const mine = block.type === "rich_text" || block.type === "carousel" ? [] : own;
  return [
    ...mine.filter((element) => element?.action_id).map((element): [string, Element] => [id, element]),
    ...nested.flatMap(elementsOf),
  ];
}

/** What all elements of a surface hold: what was touched, else what they began with. */
export function collected(blocks: Block[], touched: Values): Values {
  const values: Values = {};
  for (const [id, element] of blocks.flatMap(elementsOf)) {
    if (!holds(element.type)) continue;
    const action = element.action_id as string;
    (values[id] ??= {})[action] = touched[id]?.[action] ?? initial(element);
  }
  return values;
}

export function isEmpty(entry: Entry): boolean {
  const value = entry[fieldOf(entry.type)];
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

export const flat = (options: Option[] = [], groups: OptionGroup[] = []): Option[] => [
  ...options,
  ...groups.flatMap((group) => group.options),
];

/** What an input refuses before anything is sent, in words; null when it is fine. */
export function refusal(block: Block, entry: Entry | undefined): string | null {
  const element = block.element as Element;
  if (!entry || isEmpty(entry)) return block.optional ? null : "Please complete this required field.";
  const value = entry[fieldOf(entry.type)];
  if (element.type === "email_text_input" && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return "Please enter a valid email address.";
  if (element.type === "url_text_input" && !/^https?:\/\/\S+$/i.test(value)) return "Please enter a valid URL.";
  if (element.type === "number_input") return refusedNumber(element, Number(value));
  if (element.type === "plain_text_input") {
    const { min_length: least, max_length: most } = element;
    if (least && value.length < least) return `Please write at least ${least} characters.`;
    if (most && value.length > most) return `Please write at most ${most} characters.`;
  }
  return null;
}

function refusedNumber(element: Element, value: number): string | null {
  if (Number.isNaN(value)) return "Please enter a number.";
  if (!element.is_decimal_allowed && !Number.isInteger(value)) return "Please enter a whole number.";
  if (element.min_value !== undefined && value < Number(element.min_value)) return `Please enter ${element.min_value} or more.`;
  if (element.max_value !== undefined && value > Number(element.max_value)) return `Please enter ${element.max_value} or less.`;
  return null;
}

/** Words as a rich_text value, a section for each line: what a plain field can hold of a rich text input. */
export const asRichText = (text: string): unknown =>
  text && { type: "rich_text", elements: [{ type: "rich_text_section", elements: [{ type: "text", text }] }] };

export function fromRichText(value: { elements?: Element[]; text?: string } | string | null | undefined): string {
  if (!value) return "";
  if (typeof value === "string") return value;
  return value.text ?? (value.elements ?? []).map((part) => fromRichText(part as never)).join("");
}
