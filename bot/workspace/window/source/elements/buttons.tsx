// Elements that are pressed: buttons, feedback, icons, and the overflow menu.

import { useRef, useState } from "react";
import { label } from "../blocks/text";
import type { Element, Option } from "../types";
import { Icon } from "../icons";
import { Menu } from "./menu";
import { usePending, useSurface, type ElementProperties } from "./surface";

const leaves = (address: string) => /^(https?:|mailto:)/i.test(address) && window.open(address, "_blank", "noopener,noreferrer");

export function Button({ block, element }: ElementProperties) {
  const surface = useSurface();
  const pending = usePending(block, element);
  const press = () => {
    if (pending) return; // no "disabled": that would take the focus away
    if (element.url) leaves(element.url);
    void surface.sends(block, element, { value: element.value, text: element.text });
  };
  return (
    <button
      type="button"
      className={`button ${element.style ?? ""}`}
      aria-label={element.accessibility_label}
      aria-busy={pending}
      aria-disabled={pending || undefined}
      data-action-id={element.action_id}
      onClick={press}
    >
      {label(element.text)}
      {element.url && <Icon name="out" />}
    </button>
  );
}

type Feedback = { text: { type: "plain_text"; text: string }; value: string; accessibility_label?: string };

export function FeedbackButtons({ block, element }: ElementProperties) {
  const surface = useSurface();
  const pending = usePending(block, element);
  const [given, setGiven] = useState<string | null>(null);
  const give = (feedback: Feedback) => {
    if (pending) return;
    setGiven(feedback.value);
    void surface.sends(block, element, { value: feedback.value, text: feedback.text });
  };
  const button = (feedback: Feedback, icon: "up" | "down") => (
    <button
      type="button"
      className="icon-button"
      aria-label={feedback.accessibility_label ?? label(feedback.text)}
      title={label(feedback.text)}
      aria-pressed={given === feedback.value}
      aria-disabled={pending || undefined}
      onClick={() => give(feedback)}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <span className="feedback" role="group" aria-label="Feedback">
      {button(element.positive_button, "up")}
      {button(element.negative_button, "down")}
    </span>
  );
}

export function IconButton({ block, element }: ElementProperties) {
  const surface = useSurface();
  const pending = usePending(block, element);
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={element.accessibility_label ?? label(element.text)}
      title={label(element.text)}
      aria-busy={pending}
      aria-disabled={pending || undefined}
      onClick={() => pending || void surface.sends(block, element, { value: element.value })}
    >
      <Icon name={element.icon === "trash" ? "trash" : "dot"} />
    </button>
  );
}

export function Overflow({ block, element, labelledBy }: ElementProperties) {
  const surface = useSurface();
  const pending = usePending(block, element);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const choose = (option: Option) => {
    if (option.url) leaves(option.url);
    void surface.sends(block, element as Element, { selected_option: option });
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="icon-button framed"
        aria-label="More"
        aria-describedby={labelledBy}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-busy={pending}
        aria-disabled={pending || undefined}
        onClick={() => pending || setOpen(!open)}
      >
        <Icon name="more" />
      </button>
      {open && (
        <Menu
          beside={button}
          name="More"
          align="end"
          onClose={() => setOpen(false)}
          choices={(element.options as Option[]).map((option, at) => ({
            key: `${at} ${option.value}`,
            label: label(option.text),
            detail: option.description && label(option.description),
            choose: () => choose(option),
          }))}
        />
      )}
    </>
  );
}
