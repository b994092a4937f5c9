// One element, by its type.

import { Picture } from "../blocks/static";
import { Button, FeedbackButtons, IconButton, Overflow } from "./buttons";
import { Choices } from "./choices";
import { Field, FileField } from "./fields";
import { Select } from "./selects";
import type { ElementProperties } from "./surface";

export function ElementOf(properties: ElementProperties) {
  const { type } = properties.element;
  switch (type) {
    case "button":
    case "workflow_button":
      return <Button {...properties} />;
    case "feedback_buttons":
      return <FeedbackButtons {...properties} />;
    case "icon_button":
      return <IconButton {...properties} />;
    case "overflow":
      return <Overflow {...properties} />;
    case "checkboxes":
    case "radio_buttons":
      return <Choices {...properties} />;
    case "image":
      return <Picture of={properties.element} />;
    case "file_input":
      return <FileField {...properties} />;
    case "plain_text_input":
    case "rich_text_input":
    case "email_text_input":
    case "url_text_input":
    case "number_input":
    case "datepicker":
    case "timepicker":
    case "datetimepicker":
      return <Field {...properties} />;
  }
  if (type.endsWith("_select")) return <Select {...properties} />;
  return <span className="faint">An element of the kind “{type}”, which this window cannot draw</span>;
}
