// Times as the window writes them: on the clock of the browser, counted from the workspace's own now.

const LANGUAGE = "en-GB";
const clockTime = new Intl.DateTimeFormat(LANGUAGE, { hour: "2-digit", minute: "2-digit" });
const exact = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "full", timeStyle: "medium" });
const dayOfYear = new Intl.DateTimeFormat(LANGUAGE, { weekday: "long", day: "numeric", month: "long" });
const dayAndYear = new Intl.DateTimeFormat(LANGUAGE, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
const short = new Intl.DateTimeFormat(LANGUAGE, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
const precise = new Intl.DateTimeFormat(LANGUAGE, { hour: "2-digit", minute: "2-digit", second: "2-digit" });

const DAY = 86_400_000;

export const instant = (ts: string): Date => new Date(Number(ts) * 1000);
export const hour = (at: Date): string => clockTime.format(at);
export const seconds = (at: Date): string => precise.format(at);
export const whole = (at: Date): string => exact.format(at);
export const wallClock = (at: Date): string => short.format(at);

const midnight = (at: Date): number => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
export const sameDay = (one: Date, other: Date): boolean => midnight(one) === midnight(other);

export function day(at: Date, now: Date): string {
  const ago = Math.round((midnight(now) - midnight(at)) / DAY);
  if (ago === 0) return "Today";
  if (ago === 1) return "Yesterday";
  return at.getFullYear() === now.getFullYear() ? dayOfYear.format(at) : dayAndYear.format(at);
}

/** "09:12", or with its day when that is not today. */
export const moment = (at: Date, now: Date): string => (sameDay(at, now) ? hour(at) : `${day(at, now)}, ${hour(at)}`);

/** Seconds from `now` until it is nine o'clock, on the next day. */
export function untilNextMorning(now: Date): number {
  const nine = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9);
  return Math.ceil((nine.getTime() - now.getTime()) / 1000);
}

/** Slack's `{date_short} at {time}` placeholders. */
export function slackDate(timestamp: number, format: string, now: Date): string {
  const at = new Date(timestamp * 1000);
  const part = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(LANGUAGE, options).format(at);
  const relative = day(at, now);
  const near = relative === "Today" || relative === "Yesterday" ? relative : null;
  const parts: Record<string, string> = {
    date_num: `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, "0")}-${String(at.getDate()).padStart(2, "0")}`,
    date: part({ dateStyle: "long" }),
    date_short: part({ dateStyle: "medium" }),
    date_long: part({ dateStyle: "full" }),
    date_pretty: near ?? part({ dateStyle: "long" }),
    date_short_pretty: near ?? part({ dateStyle: "medium" }),
    date_long_pretty: near ?? part({ dateStyle: "full" }),
    time: hour(at),
    time_secs: seconds(at),
    ago: relative,
  };
  return format.replace(/\{(\w+)\}/g, (placeholder, name: string) => parts[name] ?? placeholder);
}
