// What channels and direct messages are called.

import { nameOf } from "./desk";
import type { Channel, Member, State } from "./types";

/** Who is at the other end of a direct message: said by the server, else found by name. */
export function partner(channel: Channel, members: Member[]): Member | undefined {
  return members.find(({ id, name, display_name }) =>
    channel.with ? channel.with === id : [id, name, display_name].includes(channel.name),
  );
}

/** "#general", or the name of who is at the other end. */
export function titleOf({ channels, members }: Pick<State, "channels" | "members">, id: string): string {
  const found = channels.find((channel) => channel.id === id);
  if (!found) return id;
  return found.kind === "im" ? nameOf(partner(found, members)) || found.name : `#${found.name}`;
}
