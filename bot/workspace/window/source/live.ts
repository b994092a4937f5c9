// Keeps the window's copy of the workspace fresh, and carries what the member does to the server.

import type { Outcome, State } from "./types";

export type Connection = "opening" | "open" | "lost";

export interface Snapshot {
  state: State | null;
  connection: Connection;
}

const POLL = 2_000; // while the socket is away
const FIRST_RETRY = 400;
const LAST_RETRY = 8_000;

/** The part of `fresh` that is equal to `old` keeps old's identity, so that only what changed is drawn anew. */
export function keep<T>(old: T, fresh: T): T {
  if (Object.is(old, fresh) || !old || !fresh || typeof old !== "object" || typeof fresh !== "object") return fresh;
  if (Array.isArray(old) !== Array.isArray(fresh)) return fresh;
  if (Array.isArray(old) && Array.isArray(fresh)) {
    const key = (entry: { ts?: string; id?: string } | null) => entry?.ts ?? entry?.id;
    const known = new Map(old.map((entry, at) => [key(entry) ?? at, entry]));
    const merged = fresh.map((entry, at) => keep(known.get(key(entry) ?? at), entry));
    return old.length === merged.length && merged.every((entry, at) => entry === old[at]) ? old : (merged as T);
  }
  const before = old as Record<string, unknown>;
  const after = Object.entries(fresh as Record<string, unknown>).map(([name, value]) => [name, keep(before[name], value)]);
  const same = after.length === Object.keys(before).length && after.every(([name, value]) => before[name as string] === value);
  return same ? old : (Object.fromEntries(after) as T);
}

export class Live {
  private snapshot: Snapshot = { state: null, connection: "opening" };
  private readonly listeners = new Set<() => void>();
  private member: string | null = null;
  private fetching = false;
  private wanted = false;
  private retry = FIRST_RETRY;
  private readonly base = new URL(".", location.href.split("#")[0]);

  start(member: string | null): void {
    this.member = member;
    this.listen();
    this.refresh();
    setInterval(() => this.snapshot.connection !== "open" && this.refresh(), POLL);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly current = (): Snapshot => this.snapshot;

  becomes(member: string): void {
    this.member = member;
    this.refresh();
  }

  /** Do something as the member. Never throws: what went wrong is in the outcome's `error`. */
  async act(act: string, fields: Record<string, unknown> = {}): Promise<Outcome> {
    try {
      const answer = await fetch(new URL("window/act", this.base), {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ act, member: this.snapshot.state?.me ?? this.member, ...fields }),
      });
      const outcome = (await answer.json()) as Outcome;
      this.refresh();
      return outcome;
    } catch {
      return { ok: false, error: "The local workspace did not answer. Is it still running?" };
    }
  }

  private show(change: Partial<Snapshot>): void {
    this.snapshot = { ...this.snapshot, ...change };
    this.listeners.forEach((listener) => listener());
  }

  /** Fetch the state; at most one request at a time, and one more if something changed meanwhile. */
  private async refresh(): Promise<void> {
    this.wanted = true;
    if (this.fetching) return;
    this.fetching = true;
    try {
      while (this.wanted) {
        this.wanted = false;
        const address = new URL("window/state", this.base);
        const member = this.member;
        if (member) address.searchParams.set("member", member);
        const answer = await fetch(address);
        if (!answer.ok && member) {
          this.member = null; // a member of an earlier start, remembered in the address
          this.wanted = true;
          continue;
        }
        const fresh = (await answer.json()) as State;
        if (member === this.member) this.show({ state: this.snapshot.state ? keep(this.snapshot.state, fresh) : fresh });
      }
    } catch {
      this.show({ connection: "lost" });
    } finally {
      this.fetching = false;
    }
  }

  private listen(): void {
    const address = new URL("window/live", this.base);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    socket.onopen = () => {
      this.retry = FIRST_RETRY;
      this.show({ connection: "open" });
    };
    socket.onmessage = ({ data }) => {
      const { version } = JSON.parse(data) as { version: number };
      if (version !== this.snapshot.state?.version) void this.refresh();
    };
    socket.onclose = () => {
      this.show({ connection: "lost" });
      setTimeout(() => this.listen(), this.retry);
      this.retry = Math.min(this.retry * 2, LAST_RETRY);
    };
  }
}
