// A menu of things to do: the overflow element, and the window's own.

import { useEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import { Popover } from "./popover";

export interface Choice {
  key: string;
  label: ReactNode;
  detail?: ReactNode;
  danger?: boolean;
  checked?: boolean;
  choose(): void;
}

interface Properties {
  beside: RefObject<HTMLElement | null>;
  name: string;
  choices: Choice[];
  align?: "start" | "end";
  onClose(): void;
}

export function Menu({ beside, name, choices, align, onClose }: Properties) {
  const list = useRef<HTMLDivElement>(null);
  const entries = () => [...(list.current?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])];
  useEffect(() => {
    const all = entries();
    (all.find((entry) => entry.getAttribute("aria-checked") === "true") ?? all[0])?.focus();
  }, []);

  const move = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Tab") {
      beside.current?.focus(); // from where the browser goes on
      onClose();
    }
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    all.at(to % all.length)?.focus();
  };

  return (
    <Popover beside={beside} onClose={onClose} align={align} className="menu">
      <div ref={list} role="menu" aria-label={name} onKeyDown={move}>
        {choices.map((choice) => (
          <button
            key={choice.key}
            type="button"
            role={choice.checked === undefined ? "menuitem" : "menuitemradio"}
            aria-checked={choice.checked}
            className={choice.danger ? "menu-entry danger" : "menu-entry"}
            onClick={() => {
              onClose();
              beside.current?.focus();
              choice.choose();
            }}
          >
            <span>{choice.label}</span>
            {choice.detail && <span className="faint">{choice.detail}</span>}
          </button>
        ))}
      </div>
    </Popover>
  );
}
