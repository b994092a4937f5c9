// When the bot answers in a thread under what was just said, the thread opens by itself where there is room.

import { useEffect, useRef } from "react";
import type { State } from "./types";

const WIDE = "(min-width: 1100px)";
const RECENT = 120; // seconds between a message and an answer that is still expected

export function useAnswers(state: State, channel: string | undefined, open: string | null, show: (ts: string) => void): void {
  const seen = useRef<{ place: string; answered: Set<string> } | null>(null);
  const place = `${state.me} ${channel}`;
  useEffect(() => {
    if (!channel) return;
    const messages = state.messages[channel] ?? [];
    const mine = messages.filter(({ user, thread_ts, ts }) => user === state.me && (!thread_ts || thread_ts === ts));
    const before = seen.current?.place === place ? seen.current.answered : null;
    const answered = mine.filter(({ reply_count }) => reply_count);
    seen.current = { place, answered: new Set(answered.map(({ ts }) => ts)) };
    const last = answered.findLast(({ ts }) => before && !before.has(ts));
    if (!last || last !== mine.at(-1) || open || !matchMedia(WIDE).matches) return;
    const soon = Number(last.latest_reply ?? last.ts) - Number(last.ts) < RECENT;
    if (soon && last.reply_users?.includes(state.bot.user)) show(last.ts);
  }, [state.messages, channel, place]);
}
