// Slack's mrkdwn as rich text, by Slack's own rules.
//
// slack-blocks-to-jsx reads mrkdwn as Markdown: it drops `$…$`, makes headings, and links `[a](b)`, none of
// which Slack does. It draws rich_text faithfully, so that is what it is given.

import type { Block } from "./types";
import { emoji } from "./emoji";

interface Style {
  bold?: true;
  italic?: true;
  strike?: true;
  code?: true;
}

type Inline = { type: string; text?: string; style?: Style; [field: string]: unknown };
type Section = { type: string; elements: Inline[] };

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };
export const unescaped = (text: string): string => text.replace(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity]);

const FENCE = /```([\s\S]+?)```/g;
const QUOTE = /^(?:&gt;|>) ?/;
const ADDRESS = /^(https?:\/\/|mailto:)/i;

// In the order in which they are tried at each place of a text.
const INLINE = new RegExp(
  [
    "`(?<code>[^`\\n]+)`",
    "<(?<angle>[^<>\\n]+)>",
    "(?<![\\p{L}\\p{N}*])\\*(?<bold>[^\\s*](?:[^*\\n]*[^\\s*])?)\\*(?![\\p{L}\\p{N}*])",
    "(?<![\\p{L}\\p{N}_])_(?<italic>[^\\s_](?:[^\\n]*?[^\\s_])?)_(?![\\p{L}\\p{N}_])",
    "(?<![\\p{L}\\p{N}~])~(?<strike>[^\\s~](?:[^~\\n]*[^\\s~])?)~(?![\\p{L}\\p{N}~])",
    ":(?<emoji>[a-z0-9_+'-]+):",
    "(?<bare>https?:\\/\\/[^\\s<>|]*[^\\s<>|.,;:!?)\\]'\"])",
  ].join("|"),
  "gu",
);

const styled = (element: Inline, style: Style): Inline => (Object.keys(style).length ? { ...element, style } : element);
const plain = (text: string, style: Style): Inline => styled({ type: "text", text: unescaped(text) }, style);

/** What stands between angle brackets: a mention, a date or a link. */
function angle(inside: string, style: Style): Inline {
  const [target, ...rest] = inside.split("|");
  const label = rest.join("|");
  if (target.startsWith("@")) return styled({ type: "user", user_id: target.slice(1) }, style);
  if (target.startsWith("#")) return styled({ type: "channel", channel_id: target.slice(1) }, style);
  if (target.startsWith("!subteam^")) return styled({ type: "usergroup", usergroup_id: target.slice(9) }, style);
  if (target.startsWith("!date^")) {
    const [, timestamp, format, url] = target.split("^");
    return styled({ type: "date", timestamp: Number(timestamp), format, url, fallback: label }, style);
  }
  if (/^!(here|channel|everyone)$/.test(target)) return styled({ type: "broadcast", range: target.slice(1) }, style);
  if (ADDRESS.test(target)) return styled({ type: "link", url: unescaped(target), text: unescaped(label || target) }, style);
  return plain(label || `<${inside}>`, style);
}

function inline(text: string, style: Style = {}): Inline[] {
  const found: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    const group = match.groups ?? {};
    if (group.emoji && !emoji(group.emoji)) continue;
    if (match.index > from) found.push(plain(text.slice(from, match.index), style));
    from = match.index + match[0].length;
    if (group.code) found.push(plain(group.code, { ...style, code: true }));
    else if (group.angle) found.push(angle(group.angle, style));
    else if (group.bold) found.push(...inline(group.bold, { ...style, bold: true }));
    else if (group.italic) found.push(...inline(group.italic, { ...style, italic: true }));
    else if (group.strike) found.push(...inline(group.strike, { ...style, strike: true }));
    else if (group.emoji) found.push({ type: "emoji", name: group.emoji });
    else found.push(styled({ type: "link", url: unescaped(match[0]), text: unescaped(match[0]) }, style));
  }
  if (from < text.length) found.push(plain(text.slice(from), style));
  return found;
}

/** Lines, gathered into sections and quotes. */
function lines(text: string): Section[] {
  const sections: Section[] = [];
  let gathered: string[] = [];
  let quoted = false;
  const finish = () => {
    const whole = gathered.join("\n");
    if (whole.trim()) sections.push({ type: quoted ? "rich_text_quote" : "rich_text_section", elements: inline(whole) });
    gathered = [];
  };
  for (const line of text.split("\n")) {
    const quote = QUOTE.test(line);
    if (quote !== quoted) finish();
    quoted = quote;
    gathered.push(quote ? line.replace(QUOTE, "") : line);
  }
  finish();
  return sections;
}

export function mrkdwn(text: string): Block {
  const elements: Section[] = [];
  let from = 0;
  for (const fence of text.matchAll(FENCE)) {
    elements.push(...lines(text.slice(from, fence.index).replace(/\n$/, "")));
    const code = fence[1].replace(/^\n/, "").replace(/\n$/, "");
    elements.push({ type: "rich_text_preformatted", elements: [plain(code, {})] });
    from = fence.index + fence[0].length;
    if (text[from] === "\n") from += 1;
  }
  elements.push(...lines(text.slice(from)));
  return { type: "rich_text", elements };
}
