// Members are told apart by their initials and a colour; the bot wears an open book.

import { Icon } from "./icons";

const COLOURS = 8;

function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? words[0][0] + words.at(-1)![0] : (words[0] ?? "?").slice(0, 1);
  return letters.toUpperCase();
}

function colour(id: string): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0;
  return sum % COLOURS;
}

interface Properties {
  id: string;
  name: string;
  bot?: boolean;
  small?: boolean;
}

export function Avatar({ id, name, bot, small }: Properties) {
  return (
    <span className={small ? "avatar avatar-small" : "avatar"} data-colour={bot ? "bot" : colour(id)} aria-hidden="true">
      {bot ? <Icon name="book" /> : initials(name)}
    </span>
  );
}
