// A small box of emoji, for reactions and for the composer.

import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { Popover } from "./elements/popover";
import { emoji, emojiLike, USUAL } from "./emoji";

const MOST = 40;
const COLUMNS = 8;

interface Properties {
  beside: RefObject<HTMLElement | null>;
  align?: "start" | "end";
  onChoose(name: string, sign: string): void;
  onClose(): void;
}

export function EmojiPicker({ beside, align, onChoose, onClose }: Properties) {
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => field.current?.focus(), []);
  const names = typed ? emojiLike(typed, MOST) : USUAL;
  const choose = (name: string) => {
    onClose();
    beside.current?.focus();
    onChoose(name, emoji(name) ?? "");
  };
  const keys = (event: KeyboardEvent) => {
    const buttons = [...(grid.current?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: at < 0 ? 1 : COLUMNS, ArrowUp: -COLUMNS }[event.key];
    if (event.key === "Tab") onClose();
    if (event.key === "Enter" && at < 0 && names[0]) {
      event.preventDefault();
      choose(names[0]);
    }
    if (step === undefined || (at < 0 && event.key !== "ArrowDown")) return;
    event.preventDefault();
    event.stopPropagation();
    (buttons[at + step] ?? (at + step < 0 ? field.current : buttons.at(-1)))?.focus();
  };
  return (
    <Popover beside={beside} onClose={onClose} align={align} className="emoji-picker">
      <div onKeyDown={keys}>
        <input
          ref={field}
          className="field"
          aria-label="Find an emoji"
          placeholder="Find an emoji…"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div ref={grid} className="emoji-grid">
          {names.map((name) => (
            <button key={name} type="button" aria-label={name} title={`:${name}:`} onClick={() => choose(name)}>
              {emoji(name)}
            </button>
          ))}
          {names.length === 0 && <p className="picker-none">No emoji of that name</p>}
        </div>
      </div>
    </Popover>
  );
}
