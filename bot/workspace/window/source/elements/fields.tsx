// Elements that are typed into, and the pickers of dates and times, for which the browser has good ones.

import { useEffect, useRef, type KeyboardEvent } from "react";
import { label } from "../blocks/text";
import { useHeld, type ElementProperties } from "./surface";
import { asRichText, fieldOf, fromRichText } from "./values";

const KINDS: Record<string, string> = {
  email_text_input: "email",
  url_text_input: "url",
  number_input: "text", // a number field would swallow what is no number, and say nothing
  datepicker: "date",
  timepicker: "time",
  datetimepicker: "datetime-local",
};

const UNTIL_SENT = 700; // a date is typed in parts, each of which is a date

const pad = (number: number) => String(number).padStart(2, "0");
function localMinute(seconds: number): string {
  const at = new Date(seconds * 1000);
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}`;
}

function written(type: string, value: never): string {
  if (type === "datetimepicker") return value ? localMinute(value) : "";
  if (type === "rich_text_input") return fromRichText(value);
  return value ?? "";
}

function read(type: string, text: string): unknown {
  if (type === "datetimepicker") return text ? Math.floor(new Date(text).getTime() / 1000) : null;
  if (type === "rich_text_input") return asRichText(text) || null;
  return text === "" ? null : text;
}

const sendsOnTyping = (element: ElementProperties["element"]): boolean =>
  element.dispatch_action_config?.trigger_actions_on?.includes("on_character_entered") ?? false;

export function Field(properties: ElementProperties) {
  const { element, eager, id, labelledBy, describedBy, invalid } = properties;
  const held = useHeld(properties);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const own = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const type = element.type;
  const picks = type in KINDS && KINDS[type] !== "text" && !type.includes("input");
  const unsent = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (element.focus_on_load) own.current?.focus();
  }, [element.focus_on_load]);

  const latest = useRef(held);
  latest.current = held;
  const send = () => {
    clearTimeout(timer.current);
    if (!unsent.current) return;
    unsent.current = false;
    const field = fieldOf(type);
    void latest.current.send({ [field]: latest.current.entry[field] });
  };
  const typed = (text: string) => {
    held.hold(read(type, text));
    unsent.current = true;
    clearTimeout(timer.current);
    if (eager && (picks || sendsOnTyping(element))) timer.current = setTimeout(send, UNTIL_SENT);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !eager || event.shiftKey) return;
    event.preventDefault();
    unsent.current = true;
    send();
  };
  const common = {
    ref: own,
    id,
    className: "field",
    value: written(type, held.entry[fieldOf(type)] as never),
    placeholder: label(element.placeholder),
    "aria-label": labelledBy ? undefined : label(element.placeholder) || type.replaceAll("_", " "),
    "aria-labelledby": labelledBy,
    "aria-describedby": describedBy,
    "aria-invalid": invalid,
    "aria-busy": held.pending,
    "data-action-id": element.action_id,
    maxLength: element.max_length as number | undefined,
    onChange: (event: { target: { value: string } }) => typed(event.target.value),
    onBlur: () => picks && eager && send(),
  };
  if (element.multiline || type === "rich_text_input") return <textarea {...common} rows={4} />;
  const numeric = type === "number_input" ? (element.is_decimal_allowed ? "decimal" : "numeric") : undefined;
  return <input {...common} type={KINDS[type] ?? "text"} inputMode={numeric} autoComplete="off" onKeyDown={keys} />;
}

/** Only names and sizes are kept: the local workspace has nowhere to put what is in a file. */
export function FileField(properties: ElementProperties) {
  const { element, id, labelledBy, describedBy, invalid } = properties;
  const held = useHeld(properties);
  const extensions = (element.filetypes as string[] | undefined)?.map((extension) => `.${extension}`).join(",");
  return (
    <input
      type="file"
      id={id}
      className="field"
      multiple={(element.max_files ?? 10) > 1}
      accept={extensions}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-invalid={invalid}
      onChange={(event) =>
        held.take([...(event.target.files ?? [])].map((file, at) => ({ id: `F${at}`, name: file.name, size: file.size })))
      }
    />
  );
}
