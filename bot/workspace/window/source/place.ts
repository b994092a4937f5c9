// Where the window is, kept in the address: #U1/C1 or #U1/C1/1700000000.000100. Two tabs can be two members.

import { useSyncExternalStore } from "react";

export interface Place {
  member: string | null;
  channel: string | null;
  thread: string | null;
}

function read(hash: string): Place {
  const [member = "", channel = "", thread = ""] = hash.slice(1).split("/").map(decodeURIComponent);
  return { member: member || null, channel: channel || null, thread: thread || null };
}

let kept = { hash: "", place: read("") };
function current(): Place {
  if (kept.hash !== location.hash) kept = { hash: location.hash, place: read(location.hash) };
  return kept.place;
}

function subscribe(listener: () => void): () => void {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}

export const usePlace = (): Place => useSyncExternalStore(subscribe, current);
export const place = current;

export function go(change: Partial<Place>): void {
  const { member, channel, thread } = { ...current(), ...change };
  const parts = [member, channel, thread].filter((part): part is string => part !== null);
  location.hash = parts.map(encodeURIComponent).join("/");
}
