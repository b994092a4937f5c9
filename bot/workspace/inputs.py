"""What a member has chosen in the elements of a view or a message, as Slack keeps it."""

from typing import Any

from bot.workspace.block_text import buttons

Json = dict[str, Any]

# An element's type: the field that holds what is chosen, and the one that holds it at first.
_FIELDS = {
    "plain_text_input": ("value", "initial_value"),
    "email_text_input": ("value", "initial_value"),
    "url_text_input": ("value", "initial_value"),
    "number_input": ("value", "initial_value"),
    "rich_text_input": ("rich_text_value", "initial_value"),
    "static_select": ("selected_option", "initial_option"),
    "external_select": ("selected_option", "initial_option"),
    "users_select": ("selected_user", "initial_user"),
    "conversations_select": ("selected_conversation", "initial_conversation"),
    "channels_select": ("selected_channel", "initial_channel"),
    "multi_static_select": ("selected_options", "initial_options"),
    "multi_external_select": ("selected_options", "initial_options"),
    "multi_users_select": ("selected_users", "initial_users"),
    "multi_conversations_select": ("selected_conversations", "initial_conversations"),
    "multi_channels_select": ("selected_channels", "initial_channels"),
    "datepicker": ("selected_date", "initial_date"),
    "timepicker": ("selected_time", "initial_time"),
    "datetimepicker": ("selected_date_time", "initial_date_time"),
    "checkboxes": ("selected_options", "initial_options"),
    "radio_buttons": ("selected_option", "initial_option"),
    "file_input": ("files", "files"),
}
_HAS_OPTIONS = {"selected_option", "selected_options"}


def field_of(element: Json) -> str | None:
    """The field that holds what is chosen; None for an element that keeps nothing, such as a button."""
    found = _FIELDS.get(element.get("type", ""))
    return found[0] if found else None


def initial_values(blocks: list[Json], kept: Json | None = None) -> Json:
    """What stands in the elements at first: block_id → action_id → what is chosen.

    Args:
        kept: what was chosen before an update; it stays where block and action are still there.
    """
    values: Json = {}
    for block_id, element in buttons(blocks):
        fields = _FIELDS.get(element.get("type", ""))
        if not fields:
            continue
        field, initial = fields
        empty: object = [] if field.startswith("selected_") and field.endswith("s") else None
        chosen = {"type": element["type"], field: element.get(initial, empty)}
        before = (kept or {}).get(block_id, {}).get(element["action_id"])
        values.setdefault(block_id, {})[element["action_id"]] = before or chosen
    return values


def choice(element: Json, wanted: object) -> Json:
    """The fields of an action with which a member chooses *wanted*: an option by its text or value, a date, a text.

    Raises:
        LookupError: the element has no such option.
    """
    kind = element["type"]
    if kind == "overflow":
        return {"selected_option": _option(element, wanted)}
    if kind == "feedback_buttons":
        for button in (element["positive_button"], element["negative_button"]):
            if wanted in (button["text"]["text"], button["value"]):
                return {"text": button["text"], "value": button["value"]}
        raise LookupError(f"No feedback button {wanted!r}.")
    field = field_of(element)
    if field is None:
        return {"value": element["value"]} if "value" in element else {}
    with_options = field in _HAS_OPTIONS and kind not in ("external_select", "multi_external_select")
    if isinstance(wanted, (list, tuple)):
        return {field: [_option(element, one) if with_options else one for one in wanted]}
    return {field: _option(element, wanted) if with_options else wanted}


def _option(element: Json, wanted: object) -> Json:
    groups = element.get("option_groups", ())
    options = [*element.get("options", ()), *(one for group in groups for one in group["options"])]
    for option in options:
        if wanted in (option["text"]["text"], option.get("value")) or wanted == option:
            found: Json = option
            return found
    names = ", ".join(option["text"]["text"] for option in options)
    raise LookupError(f"No option {wanted!r}; there are: {names}.")


def unfinished(blocks: list[Json], values: Json) -> dict[str, str]:
    """The errors that Slack shows before it sends a form: block_id → words."""
    found: dict[str, str] = {}
    for block in blocks:
        if block.get("type") != "input":
            continue
        element = block["element"]
        chosen = values.get(block["block_id"], {}).get(element["action_id"], {})
        field = field_of(element) or "value"
        words = _complaint(element, chosen.get(field), optional=bool(block.get("optional")))
        if words:
            found[block["block_id"]] = words
    return found


def _complaint(element: Json, value: object, *, optional: bool) -> str:
    if value in (None, "", []):
        return "" if optional else "Please complete this required field."
    if element["type"] == "plain_text_input" and isinstance(value, str):
        if len(value) > element.get("max_length", 3_000):
            return f"Please use at most {element.get('max_length', 3_000)} characters."
        if len(value) < element.get("min_length", 0):
            return f"Please use at least {element['min_length']} characters."
    if element["type"] == "number_input":
        return _wrong_number(element, str(value))
    if element["type"] == "email_text_input" and "@" not in str(value):
        return "Please enter a valid email address."
    if element["type"] == "url_text_input" and "://" not in str(value):
        return "Please enter a valid URL."
    return ""


def _wrong_number(element: Json, written: str) -> str:
    try:
        number = float(written)
    except ValueError:
        return "Please enter a number."
    if not element.get("is_decimal_allowed") and not number.is_integer():
        return "Please enter a whole number."
    if number < float(element.get("min_value", "-inf")) or number > float(element.get("max_value", "inf")):
        return "Please enter a number within the limits."
    return ""
