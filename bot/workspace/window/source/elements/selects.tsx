// Select menus: over options of their own, from the bot, or over members and channels; for one or for several.

import { useEffect, useMemo, useRef, useState } from "react";
import { label } from "../blocks/text";
import { nameOf, useWorkspace } from "../desk";
import { Icon } from "../icons";
import { titleOf } from "../names";
import type { Element, Option, OptionGroup, State } from "../types";
import { Picker } from "./picker";
import { useHeld, useSurface, type ElementProperties } from "./surface";
import { fieldOf } from "./values";

const NO_LABEL = { type: "plain_text", text: "" } as const;
const WAIT = 150; // after a key, before the bot is asked for options

const option = (value: string, text: string): Option => ({ text: { type: "plain_text", text, emoji: false }, value });

function channels(state: State, element: Element): Option[] {
  const wanted: string[] = element.filter?.include ?? ["public", "private", "im", "mpim"];
  const kinds = { channel: "public", private: "private", im: "im" };
  const conversations = element.type.includes("conversations");
  return state.channels
    .filter((channel) => (conversations ? wanted.includes(kinds[channel.kind]) : channel.kind === "channel"))
    .filter((channel) => !channel.is_archived)
    .sort((one, other) => Number(one.kind === "im") - Number(other.kind === "im"))
    .map((channel) => option(channel.id, titleOf(state, channel.id)));
}

/** The options that the window itself knows; for an external select the bot is asked. */
function known(state: State, element: Element): OptionGroup[] {
  if (element.type.includes("users")) {
    return [{ label: NO_LABEL, options: state.members.map((member) => option(member.id, nameOf(member))) }];
  }
  if (element.type.includes("channels") || element.type.includes("conversations")) {
    return [{ label: NO_LABEL, options: channels(state, element) }];
  }
  return element.option_groups ?? [{ label: NO_LABEL, options: element.options ?? [] }];
}

/** An external select's options, asked for as the member types. */
function useAsked({ block, element }: ElementProperties, open: boolean) {
  const surface = useSurface();
  const external = element.type.includes("external");
  const least: number = element.min_query_length ?? 3;
  const [typed, setTyped] = useState("");
  const [groups, setGroups] = useState<OptionGroup[]>([]);
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    if (!external || !open || typed.length < least) {
      setGroups([]);
      return;
    }
    let stale = false;
    setAsking(true);
    const timer = setTimeout(async () => {
      const answer = await surface.options(block, element, typed);
      if (stale) return;
      setGroups(answer.groups.length ? answer.groups : [{ label: NO_LABEL, options: answer.options }]);
      setAsking(false);
    }, WAIT);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [external, open, typed, least, surface.options, block, element.action_id]);
  const missing = least - typed.length;
  const note = missing > 0 ? `Type ${missing} more character${missing === 1 ? "" : "s"}` : asking ? "Looking…" : null;
  return external ? { groups, note, onType: setTyped } : null;
}

export function Select(properties: ElementProperties) {
  const { element, eager, id, labelledBy, describedBy, invalid } = properties;
  const state = useWorkspace();
  const held = useHeld(properties);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef<unknown>(null);
  const asked = useAsked(properties, open);
  const several = element.type.startsWith("multi_");
  const field = fieldOf(element.type);
  const byId = !field.startsWith("selected_option");
  const groups = useMemo(() => known(state, element), [state.members, state.channels, element]);

  const value = held.entry[field];
  const chosen: Option[] = (several ? (value ?? []) : value ? [value] : []).map((one: Option | string) =>
    typeof one === "string" ? (groups[0].options.find((other) => other.value === one) ?? option(one, one)) : one,
  );
  const stored = (options: Option[]) => (byId ? options.map((one) => one.value) : options);
  const choose = (picked: Option) => {
    if (!several) return held.take(stored([picked])[0]);
    const rest = chosen.filter((other) => other.value !== picked.value);
    held.hold(stored(rest.length === chosen.length ? [...chosen, picked] : rest));
  };
  const close = () => {
    setOpen(false);
    // Several choices are sent once, when the box closes, as Slack does.
    if (several && eager && before.current !== value) void held.send({ [field]: value });
  };
  const name = label(element.placeholder) || (several ? "Choose some" : "Choose one");

  return (
    <span className="select">
      <button
        ref={button}
        id={id}
        type="button"
        className="select-button"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-label={labelledBy ? undefined : [name, ...chosen.map((one) => label(one.text))].join(", ")}
        aria-labelledby={labelledBy && id ? `${labelledBy} ${id}` : undefined}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        aria-busy={held.pending}
        data-action-id={element.action_id}
        onClick={() => {
          before.current = value;
          if (open) close();
          else setOpen(true);
        }}
      >
        {chosen.length === 0 && <span className="placeholder">{name}</span>}
        {several
          ? chosen.map((one) => (
              <span key={one.value} className="chip">
                {label(one.text)}
              </span>
            ))
          : chosen[0] && <span>{label(chosen[0].text)}</span>}
        <Icon name="chevron" />
      </button>
      {open && (
        <Picker
          beside={button}
          name={name}
          groups={asked?.groups ?? groups}
          note={asked?.note}
          onType={asked?.onType}
          chosen={chosen}
          several={several}
          most={element.max_selected_items}
          onChoose={choose}
          onClose={close}
        />
      )}
    </span>
  );
}
