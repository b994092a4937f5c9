// Emoji by their :names:. node-emoji has the list; Slack calls some of them otherwise.

import { get, has, search } from "node-emoji";

const SLACK_NAMES: Record<string, string> = {
  thumbsup: "+1",
  thumbsdown: "-1",
  robot_face: "robot",
  thinking_face: "thinking",
  hugging_face: "hugs",
  female_scientist: "woman_scientist",
  male_scientist: "man_scientist",
  simple_smile: "slightly_smiling_face",
  face_with_monocle: "monocle_face",
  shushing_face: "shushing_face",
  large_green_circle: "green_circle",
  large_yellow_circle: "yellow_circle",
  spiral_calendar_pad: "spiral_calendar",
  hammer_and_wrench: "hammer_and_wrench",
};

/** Those offered before anything is typed. */
export const USUAL = [
  "+1", "eyes", "white_check_mark", "tada", "heart", "thinking_face", "bulb", "books", "bookmark", "rocket",
  "raised_hands", "pray", "100", "question", "warning", "wave", "slightly_smiling_face", "memo", "mag", "star",
];

export function emoji(name: string): string | undefined {
  const plain = name.split("::")[0];
  const known = SLACK_NAMES[plain] ?? plain;
  return has(known) ? get(known) : undefined;
}

/** Names that begin with what was typed, then names that contain it. */
export function emojiLike(typed: string, most: number): string[] {
  const wanted = typed.toLowerCase();
  const names = [...new Set([...USUAL, ...Object.keys(SLACK_NAMES), ...search("").map((found) => found.name)])];
  const starting = names.filter((name) => name.startsWith(wanted));
  const containing = names.filter((name) => !name.startsWith(wanted) && name.includes(wanted));
  return [...starting, ...containing].filter((name) => emoji(name)).slice(0, most);
}

/** Plain text with its :names: turned into emoji; names that are none stay as they are. */
export function emojified(text: string): string {
  return text.replace(/:([a-z0-9_+'-]+):/g, (whole, name: string) => emoji(name) ?? whole);
}
