// Check boxes and radio buttons.

import { useId } from "react";
import { Text } from "../blocks/text";
import type { Option } from "../types";
import { useHeld, type ElementProperties } from "./surface";
import { fieldOf } from "./values";

export function Choices(properties: ElementProperties) {
  const { element, id, labelledBy, describedBy, invalid } = properties;
  const held = useHeld(properties);
  const name = useId();
  const several = element.type === "checkboxes";
  const value = held.entry[fieldOf(element.type)];
  const chosen: Option[] = several ? (value ?? []) : value ? [value] : [];
  const isChosen = (option: Option) => chosen.some((other) => other.value === option.value);
  const choose = (option: Option) => {
    if (!several) return held.take(option);
    const rest = chosen.filter((other) => other.value !== option.value);
    held.take(rest.length === chosen.length ? [...chosen, option] : rest);
  };
  return (
    <div
      id={id}
      tabIndex={-1}
      role={several ? "group" : "radiogroup"}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-invalid={several ? undefined : invalid}
      className="choices"
      data-action-id={element.action_id}
    >
      {(element.options as Option[]).map((option) => (
        <label key={option.value} className="choice">
          <input
            type={several ? "checkbox" : "radio"}
            name={name}
            checked={isChosen(option)}
            aria-busy={held.pending}
            onChange={() => choose(option)}
          />
          <span>
            <Text of={option.text} />
            {option.description && (
              <span className="faint">
                <Text of={option.description} />
              </span>
            )}
          </span>
        </label>
      ))}
    </div>
  );
}
