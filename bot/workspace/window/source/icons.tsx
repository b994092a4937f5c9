// The window's own icons: one line each, drawn on a field of 20 by 20.

const PATHS = {
  hash: "M7.5 3.5l-1.5 13M14 3.5l-1.5 13M3.8 7.5h13M3.2 12.5h13",
  lock: "M5.5 9h9v7.5h-9zM7 9V6.5a3 3 0 016 0V9",
  at: "M13 10a3 3 0 11-6 0 3 3 0 016 0zm0 0v1.2a2.1 2.1 0 004.2 0V10a7.2 7.2 0 10-3 5.8",
  plus: "M10 4v12M4 10h12",
  close: "M5 5l10 10M15 5L5 15",
  menu: "M3 5.5h14M3 10h14M3 14.5h14",
  send: "M3.5 10L17 3.5 13.5 17l-3-5.5zM10.5 11.5L17 3.5",
  smile: "M17 10a7 7 0 11-14 0 7 7 0 0114 0zM7.3 11.8c.6 1 1.6 1.7 2.7 1.7s2.1-.7 2.7-1.7M7.6 8v.4M12.4 8v.4",
  thread: "M4 4.5h12v8.5H9.5L6 16v-3H4zM7 7.5h6M7 10h4",
  edit: "M4 16l.8-3.5 8-8a1.4 1.4 0 012 0l.7.7a1.4 1.4 0 010 2l-8 8zM11.5 6l2.5 2.5",
  trash: "M4 6h12M8 6V4h4v2M5.5 6l.8 10h7.4l.8-10M8.5 9v4.5M11.5 9v4.5",
  more: "M4.5 10h.01M10 10h.01M15.5 10h.01",
  bolt: "M11 3L5 11h4.5L9 17l6-8h-4.5z",
  eye: "M2.5 10S5.2 5 10 5s7.5 5 7.5 5-2.7 5-7.5 5-7.5-5-7.5-5zM12 10a2 2 0 11-4 0 2 2 0 014 0z",
  sun: "M13 10a3 3 0 11-6 0 3 3 0 016 0zM10 2.5v1.8M10 15.7v1.8M2.5 10h1.8M15.7 10h1.8M4.7 4.7L6 6M14 14l1.3 1.3M4.7 15.3L6 14M14 6l1.3-1.3",
  moon: "M16 11.8A6.5 6.5 0 018.2 4a6.5 6.5 0 107.8 7.8z",
  pulse: "M2.5 10.5h3.5l2-6 3.5 11 2-5h4",
  up: "M6.5 9v7.5h-3V9zM6.5 9L9.5 3.5c1.2 0 2 .8 2 2V8h4a1.3 1.3 0 011.3 1.5l-.9 5.5a1.6 1.6 0 01-1.6 1.5H6.5",
  down: "M13.5 11V3.5h3V11zM13.5 11l-3 5.5c-1.2 0-2-.8-2-2V12h-4a1.3 1.3 0 01-1.3-1.5l.9-5.5a1.6 1.6 0 011.6-1.5h7.8",
  out: "M8 5H4.5v10.5H15V12M11 4h5v5M16 4l-7 7",
  dot: "M12 10a2 2 0 11-4 0 2 2 0 014 0z",
  check: "M4 10.5l4 4 8-9",
  chevron: "M6 8l4 4 4-4",
  home: "M3.5 9.5L10 4l6.5 5.5M5 8.5V16h4v-4h2v4h4V8.5",
  search: "M13.5 9a4.5 4.5 0 11-9 0 4.5 4.5 0 019 0zM12.3 12.3L16.5 16.5",
  restart: "M4 10a6 6 0 106-6c-2.2 0-3.8 1-5 2.5M5 3v3.5h3.5",
  unplug: "M3 17l3-3M14 6l3-3M6 14a3 3 0 010-4l2-2 4 4-2 2a3 3 0 01-4 0zM11 5.5l-1 1 3.5 3.5 1-1a2.5 2.5 0 00-3.5-3.5z",
  clock: "M17 10a7 7 0 11-14 0 7 7 0 0114 0zM10 6v4l2.5 2",
  sunrise: "M3 15.5h14M5.5 12.5a4.5 4.5 0 019 0M10 3v3M8.5 4.5L10 3l1.5 1.5M3.5 8L5 9.2M16.5 8L15 9.2",
  copy: "M7 7h9v9.5H7zM7 13H4V3.5h9V7",
  book: "M10 5.5C8.4 4.3 6.4 4 4 4v10.5c2.4 0 4.4.3 6 1.5 1.6-1.2 3.6-1.5 6-1.5V4c-2.4 0-4.4.3-6 1.5zM10 5.5V16",
  down_arrow: "M10 4v11M5.5 10.5L10 15l4.5-4.5",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={name === "more" ? "icon icon-dots" : "icon"} viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
