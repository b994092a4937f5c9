// What every part of the window can reach: the workspace as it is now, and what a member can do in it.

import { createContext, useContext, useSyncExternalStore } from "react";
import type { Live } from "./live";
import type { Confirm, Member, Message, Outcome, State } from "./types";

/** Stays the same while the window is open, so that reaching for it draws nothing anew. */
export interface Desk {
  live: Live;
  act(name: string, fields?: Record<string, unknown>): Promise<Outcome>;
  /** Show a dialog and wait for the choice. */
  ask(question: Confirm): Promise<boolean>;
  /** Show one sentence for some seconds. */
  tell(words: string): void;
  openChannel(channel: string): void;
  openThread(channel: string, ts: string): void;
  /** Write into the composer of the channel that is open, without sending. */
  suggest(text: string): void;
}

const DeskContext = createContext<Desk | null>(null);
export const DeskProvider = DeskContext.Provider;
export const DarkContext = createContext(false);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error("drawn outside of the window");
  return desk;
}

const everything = (state: State): State => state;

/**
 * The workspace, or the part of it that `select` picks: then only a change of that part draws anew.
 * `select` must give a part of the state as it stands there, or a plain value; not a list that it makes.
 */
export function useWorkspace(): State;
export function useWorkspace<Part>(select: (state: State) => Part): Part;
export function useWorkspace(select: (state: State) => unknown = everything): unknown {
  const { live } = useDesk();
  return useSyncExternalStore(live.subscribe, () => select(live.current().state as State));
}

export const nameOf = (member: Member | undefined): string => member?.display_name || member?.name || "";

export const author = (message: Message, member: Member | undefined): string =>
  message.username || nameOf(member) || message.user || "Unknown";

export function useMember(id: string | undefined): Member | undefined {
  return useWorkspace(({ members }) => members.find((member) => member.id === id));
}

export const useMe = (): string => useWorkspace(({ me }) => me);
export const useBotName = (): string => useWorkspace(({ bot }) => bot.name);
