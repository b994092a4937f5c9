// A box of options with a field that narrows them: one or several can be chosen.

import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { label } from "../blocks/text";
import { Icon } from "../icons";
import type { Option, OptionGroup } from "../types";
import { Popover } from "./popover";

interface Properties {
  beside: RefObject<HTMLElement | null>;
  name: string;
  groups: OptionGroup[];
  chosen: Option[];
  several: boolean;
  most?: number;
  /** Words to show instead of the options, such as "Type to search". */
  note?: string | null;
  /** When given, it finds the options; else the options given are narrowed here. */
  onType?(typed: string): void;
  onChoose(option: Option): void;
  onClose(): void;
}

const has = (option: Option, typed: string) =>
  `${label(option.text)} ${label(option.description)}`.toLowerCase().includes(typed.toLowerCase());

export function Picker(properties: Properties) {
  const { beside, name, groups, chosen, several, most, note, onType, onChoose, onClose } = properties;
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);

  const shown = useMemo(() => {
    const narrowed = groups.map((group) => ({
      ...group,
      options: onType ? group.options : group.options.filter((option) => has(option, typed)),
    }));
    return narrowed.filter((group) => group.options.length > 0);
  }, [groups, typed, onType]);
  const options = shown.flatMap((group) => group.options);
  const isChosen = (option: Option) => chosen.some((other) => other.value === option.value);
  const full = several && most !== undefined && chosen.length >= most;

  useEffect(() => field.current?.focus(), []);
  useEffect(() => setActive(0), [typed, groups]);
  useEffect(() => void list.current?.querySelector("[data-active]")?.scrollIntoView({ block: "nearest" }), [active]);

  const choose = (option: Option | undefined) => {
    if (!option || (full && !isChosen(option))) return;
    onChoose(option);
    if (several) field.current?.focus();
    else {
      onClose();
      beside.current?.focus();
    }
  };
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length) setActive((active + step + options.length) % options.length);
    else if (event.key === "Enter") choose(options[active]);
    else if (event.key === "Tab") {
      beside.current?.focus(); // from where the browser goes on
      return onClose();
    }
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  let at = -1;
  return (
    <Popover beside={beside} onClose={onClose} className="picker">
      <input
        ref={field}
        className="field"
        role="combobox"
        aria-label={`Find in ${name}`}
        aria-expanded
        aria-controls={`${id}list`}
        aria-activedescendant={options.length ? `${id}${active}` : undefined}
        placeholder="Find…"
        value={typed}
        onKeyDown={keys}
        onChange={(event) => {
          setTyped(event.target.value);
          onType?.(event.target.value);
        }}
      />
      <div ref={list} id={`${id}list`} role="listbox" aria-label={name} aria-multiselectable={several} className="picker-list">
        {shown.map((group, number) => (
          <div key={number} role="group" aria-label={label(group.label)}>
            {label(group.label) && <div className="picker-group">{label(group.label)}</div>}
            {group.options.map((option) => {
              at += 1;
              const own = at;
              return (
                <div
                  key={`${own} ${option.value}`}
                  id={`${id}${own}`}
                  role="option"
                  aria-selected={isChosen(option)}
                  aria-disabled={full && !isChosen(option)}
                  data-active={own === active || undefined}
                  className="picker-option"
                  onPointerMove={() => setActive(own)}
                  onClick={() => choose(option)}
                >
                  <span>
                    {label(option.text)}
                    {option.description && <span className="faint">{label(option.description)}</span>}
                  </span>
                  {isChosen(option) && <Icon name="check" />}
                </div>
              );
            })}
          </div>
        ))}
        {options.length === 0 && <div className="picker-none">{note ?? "Nothing matches"}</div>}
      </div>
      {full && <div className="picker-none">At most {most} can be chosen</div>}
    </Popover>
  );
}
