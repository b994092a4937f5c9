// The message, modal or Home on which elements stand: what they hold, and what their clicks are sent with.

import { createContext, useCallback, useContext, useMemo, useRef, useState, type ReactNode } from "react";
import { useDesk } from "../desk";
import type { Block, Element, Entry, Option, OptionGroup, Values } from "../types";
import { collected, entryOf, initial } from "./values";

/** Where a click comes from, as the server wants to hear it. */
export type Place = { channel: string; message_ts: string } | { view_id: string };

interface Surface {
  kind: "message" | "modal" | "home";
  values: Values;
  pending: ReadonlySet<string>;
  hold(block: string, element: Element, value: unknown): void;
  sends(block: string, element: Element, fields: Record<string, unknown>): Promise<void>;
  options(block: string, element: Element, typed: string): Promise<{ options: Option[]; groups: OptionGroup[] }>;
}

const SurfaceContext = createContext<Surface | null>(null);

export function useSurface(): Surface {
  const surface = useContext(SurfaceContext);
  if (!surface) throw new Error("an element stands on no surface");
  return surface;
}

const SHOWN_PENDING = 350; // long enough to be seen when the bot is quick
const keyOf = (block: string, element: Element) => `${block}/${element.action_id}`;

interface Properties {
  kind: Surface["kind"];
  place: Place;
  blocks: Block[];
  /** The modal keeps the values itself, since it submits them. */
  kept?: [Values, (change: (values: Values) => Values) => void];
  children: ReactNode;
}

export function SurfaceOf({ kind, place, blocks, kept, children }: Properties) {
  const desk = useDesk();
  const own = useState<Values>({});
  const [values, setValues] = kept ?? own;
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState<string | null>(null);
  const latest = useRef(values);
  latest.current = values;
  const where = JSON.stringify(place);

  const hold = useCallback(
    (block: string, element: Element, value: unknown) => {
      const held = { [element.action_id ?? ""]: entryOf(element, value) };
      latest.current = { ...latest.current, [block]: { ...latest.current[block], ...held } };
      setValues((before) => ({ ...before, [block]: { ...before[block], ...held } }));
    },
    [setValues],
  );

  const sends = useCallback(
    async (block: string, element: Element, fields: Record<string, unknown>) => {
      if (element.confirm && !(await desk.ask(element.confirm))) return;
      const key = keyOf(block, element);
      setPending((before) => new Set(before).add(key));
      setFailed(null);
      const seen = new Promise((resolve) => setTimeout(resolve, SHOWN_PENDING));
      const outcome = await desk.act("clicks", {
        ...JSON.parse(where),
        block_id: block,
        action_id: element.action_id,
        action: { type: element.type, ...fields },
        values: collected(blocks, latest.current),
      });
      await seen;
      setPending((before) => new Set([...before].filter((other) => other !== key)));
      if (!outcome.ok) setFailed(outcome.error ?? "That did not work.");
    },
    [desk, where, blocks],
  );

  const options = useCallback(
    async (block: string, element: Element, typed: string) => {
      const question = { ...JSON.parse(where), block_id: block, action_id: element.action_id, value: typed };
      const outcome = await desk.act("options", question);
      const found: (Option | OptionGroup)[] = outcome.options ?? [];
      const isGroup = (one: Option | OptionGroup): one is OptionGroup => "options" in one;
      return { options: found.filter((one): one is Option => !isGroup(one)), groups: found.filter(isGroup) };
    },
    [desk, where],
  );

  const surface = useMemo(
    () => ({ kind, values, pending, hold, sends, options }),
    [kind, values, pending, hold, sends, options],
  );
  return (
    <SurfaceContext.Provider value={surface}>
      {children}
      {failed && (
        <p className="refused" role="alert">
          {failed}
        </p>
      )}
    </SurfaceContext.Provider>
  );
}

/** What each kind of element is told about its surroundings. */
export interface ElementProperties {
  block: string;
  element: Element;
  /** Whether a change is sent at once; in a modal's inputs it waits for the submission. */
  eager: boolean;
  id?: string;
  labelledBy?: string;
  describedBy?: string;
  invalid?: boolean;
}

interface Held {
  entry: Entry;
  pending: boolean;
  /** Take a new value, and send it if this element is eager. */
  take(value: unknown): void;
  /** Take a new value silently, for elements that send when they are done. */
  hold(value: unknown): void;
  send(fields: Record<string, unknown>): Promise<void>;
}

export function useHeld({ block, element, eager }: ElementProperties): Held {
  const surface = useSurface();
  const entry = surface.values[block]?.[element.action_id ?? ""] ?? initial(element);
  const hold = (value: unknown) => surface.hold(block, element, value);
  const send = (fields: Record<string, unknown>) => surface.sends(block, element, fields);
  const take = (value: unknown) => {
    hold(value);
    const { type: _, ...fields } = entryOf(element, value);
    if (eager) void send(fields);
  };
  return { entry, pending: surface.pending.has(keyOf(block, element)), take, hold, send };
}

export function usePending(block: string, element: Element): boolean {
  return useSurface().pending.has(keyOf(block, element));
}
