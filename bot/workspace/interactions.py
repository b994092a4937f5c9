"""Clicks, choices, submitted modals, shortcuts and option loads, as the app gets them."""

from concurrent.futures import Future
from typing import Any

from bot.workspace import shapes
from bot.workspace.block_text import buttons
from bot.workspace.delivery import Envelope
from bot.workspace.inputs import field_of, initial_values, unfinished
from bot.workspace.inside import Inside, Refusal, ResponseAddress
from bot.workspace.methods.views import checked_view, push_onto, replace
from bot.workspace.posting import say_privately
from bot.workspace.state import Channel, Message, View

Json = dict[str, Any]

_TROUBLE = "We had some trouble connecting. Try again?"


def _frame(inside: Inside, kind: str, user: str) -> Json:
    state = inside.state
    return {
        "type": kind,
        "user": shapes.user_in_payload(state, user),
        "api_app_id": state.app_id,
        "token": state.verification_token,
        "team": shapes.team_in_payload(state),
        "enterprise": None,
        "is_enterprise_install": False,
    }


def _send(inside: Inside, payload: Json, **callbacks: Any) -> Envelope:
    envelope = Envelope("interactive", payload, inside.state.now(), **callbacks)
    envelope.accepts_response_payload = payload["type"] in ("view_submission", "block_suggestion")
    inside.inspected.append(envelope)
    inside.delivery.send(envelope)
    return envelope


def _channel_in_payload(channel: Channel) -> Json:
    return {"id": channel.id, "name": channel.name or "directmessage"}


def _place(inside: Inside, user: str, message: Message | None, view: View | None) -> Json:
    """Where an element stands: container, and the message or view itself."""
    state = inside.state
    if view is not None:
        return {"container": {"type": "view", "view_id": view.id}, "view": shapes.view(state, view)}
    if message is None:
        raise LookupError("An element stands in a message or in a view.")
    channel = state.channels[message.channel]
    container: Json = {
        "type": "message",
        "message_ts": message.ts,
        "channel_id": channel.id,
        "is_ephemeral": message.seen_by is not None,
    }
    if message.thread_ts:
        container["thread_ts"] = message.thread_ts
    made: Json = {"container": container, "channel": _channel_in_payload(channel)}
    made["state"] = {"values": message.inputs.get(user, {})}
    if message.seen_by is None:  # Slack sends no ephemeral message back
        made["message"] = shapes.message(state, message)
    return made


def element_at(blocks: list[Json], action_id: str, block_id: str | None = None) -> tuple[str, Json]:
    """Find an element by its ids.

    Raises:
        LookupError: nothing there has these ids.
    """
    for found_in, element in buttons(blocks):
        if element.get("action_id") == action_id and block_id in (None, "", found_in):
            return found_in, element
    raise LookupError(f"There is nothing with the action_id {action_id!r} to click.")


def attachment_with(message: Message, action_id: str, block_id: str | None = None) -> Json | None:
    """The attachment of *message* in which an element stands; None where it stands in the message itself."""
    for attachment in message.attachments:
        for found_in, element in buttons(attachment.get("blocks")):
            if element.get("action_id") == action_id and block_id in (None, "", found_in):
                return attachment
    return None


def _in_preview(attachment: Json) -> Json:
    """What a container says of the card under a link."""
    return {
        "type": "message_attachment",
        "attachment_id": attachment.get("id", 1),
        "is_app_unfurl": "from_url" in attachment,
        "app_unfurl_url": attachment.get("from_url", ""),
    }


def act(
    inside: Inside,
    user: str,
    *,
    block_id: str | None,
    action_id: str,
    fields: Json,
    message: Message | None = None,
    view: View | None = None,
) -> Envelope:
    """Let a member click a button or choose in an element of a message or view.

    Args:
        fields: what the element's action carries: value, selected_option and so on.

    Raises:
        LookupError: no such element.
    """
    state = inside.state
    with state.lock:
        preview = attachment_with(message, action_id, block_id) if message else None
        content = view.payload["blocks"] if view else message.blocks if message else []
        block_id, element = element_at((preview or {}).get("blocks") or content, action_id, block_id)
        action = _action(element, block_id, fields, state.next_ts())
        _remember(user, block_id, element, fields, message, view)
        state.bump()
        owed_in = f"view:{view.id}" if view else message.channel if message else ""
        owed = inside.owed.owe(user, owed_in)
        payload = _frame(inside, "block_actions", user) | _place(inside, user, message, view)
        if preview is not None:
            payload["container"] |= _in_preview(preview)
        payload["trigger_id"] = inside.new_trigger(user, view=view.id if view else None, owed=owed)
        payload["actions"] = [action]
        if message is not None:
            address = ResponseAddress(user, message.channel, inside.clock.now(), message, owed=owed)
            payload["response_url"] = inside.new_address("actions", address)

        def failed(error: str) -> None:
            inside.owed.settle(owed)
            if view is not None:
                view.errors[""] = _TROUBLE
            elif message is not None:
                words = f"{state.bot.display_name} failed with the error “{error}”"
                say_privately(inside, state.channels[message.channel], user, words, message.thread_ts)

        return _send(inside, payload, on_failure=failed)


def _action(element: Json, block_id: str, fields: Json, ts: str) -> Json:
    kept = ("type", "action_id", "text", "value", "style", "url", "placeholder", "confirm", "min_query_length")
    made = {name: element[name] for name in kept if name in element}
    kind = element["type"]
    field = field_of(element)
    if kind == "feedback_buttons":
        made |= {name: fields[name] for name in ("text", "value") if name in fields}
    elif kind == "overflow":
        made["selected_option"] = fields["selected_option"]
    elif field is not None:
        made[field] = fields.get(field)
        for name in element:
            if name.startswith("initial_") and name != "initial_value":
                made[name] = element[name]
    return made | {"block_id": block_id, "action_ts": ts}


def _remember(
    user: str, block_id: str, element: Json, fields: Json, message: Message | None, view: View | None
) -> None:
    field = field_of(element)
    if field is None:
        return
    if view is not None:
        values = view.values
    elif message is not None:
        values = message.inputs.setdefault(user, initial_values(message.blocks))
    else:
        return
    values.setdefault(block_id, {})[element["action_id"]] = {"type": element["type"], field: fields.get(field)}


def submit(inside: Inside, user: str, view: View, values: Json) -> Envelope | None:
    """Submit a modal with *values* laid over what stands in it; None if Slack itself finds it unfinished."""
    state = inside.state
    with state.lock:
        for block_id, actions in values.items():
            view.values.setdefault(block_id, {}).update(actions)
        view.errors = unfinished(view.payload["blocks"], view.values)
        state.bump()
        if view.errors:
            return None
        payload = _frame(inside, "view_submission", user) | {"view": shapes.view(state, view)}
        payload["trigger_id"] = inside.new_trigger(user, view=view.id)

        def answered(answer: Json) -> None:
            try:
                _respond_to_submission(inside, user, view, answer)
            except Refusal:
                view.errors[""] = _TROUBLE

        def failed(_error: str) -> None:
            view.errors[""] = _TROUBLE

        return _send(inside, payload, on_answer=answered, on_failure=failed)


def _respond_to_submission(inside: Inside, user: str, view: View, answer: Json) -> None:
    """Do what the app says about its submitted modal; without a word it closes."""
    stack = inside.state.modals[user]
    match answer.get("response_action"):
        case "errors":
            inputs = {block["block_id"] for block in view.payload["blocks"] if block["type"] == "input"}
            errors = answer.get("errors") or {}
            view.errors = errors if errors and set(errors) <= inputs else {"": _TROUBLE}
        case "update":
            replace(inside, view, checked_view(inside, answer.get("view"), "modal", updated=view))
        case "push":
            push_onto(inside, checked_view(inside, answer.get("view"), "modal"), user)
        case "clear":
            stack.clear()
        case _ if view in stack:
            del stack[stack.index(view) :]


def close(inside: Inside, user: str, view: View, *, all_of_them: bool = False) -> None:
    """Let a member close a modal, and tell the app if it wants to know."""
    state = inside.state
    with state.lock:
        stack = state.modals[user]
        if view not in stack:
            return
        gone = stack[:] if all_of_them or view.payload.get("clear_on_close") else stack[stack.index(view) :]
        state.modals[user] = [one for one in stack if one not in gone]
        state.bump()
        for one in reversed(gone):
            if one.payload.get("notify_on_close"):
                payload = _frame(inside, "view_closed", user)
                _send(inside, payload | {"view": shapes.view(state, one), "is_cleared": len(gone) > 1})


def shortcut(inside: Inside, user: str, callback_id: str, message: Message | None = None) -> Envelope:
    """Let a member use a shortcut: a global one, or one of a message."""
    state = inside.state
    with state.lock:
        owed = inside.owed.owe(user, message.channel if message else "")
        payload = _frame(inside, "message_action" if message else "shortcut", user)
        payload |= {
            "callback_id": callback_id,
            "trigger_id": inside.new_trigger(user, owed=owed),
            "action_ts": state.next_ts(),
        }
        payload.pop("api_app_id")
        if message is not None:
            address = ResponseAddress(user, message.channel, inside.clock.now(), message, owed=owed)
            payload["user"].pop("username")
            payload |= {
                "message_ts": message.ts,
                "message": shapes.message(state, message),
                "channel": _channel_in_payload(state.channels[message.channel]),
                "response_url": inside.new_address("app", address),
            }

        def failed(error: str) -> None:
            inside.owed.settle(owed)
            channel = state.channels[message.channel] if message else state.im_of(user)
            words = f"{state.bot.display_name} failed with the error “{error}”"
            say_privately(inside, channel, user, words)

        return _send(inside, payload, on_failure=failed)


def load_options(
    inside: Inside,
    user: str,
    *,
    block_id: str,
    action_id: str,
    value: str,
    message: Message | None = None,
    view: View | None = None,
) -> "Future[list[Json]]":
    """Ask the app for the options of an external select; the options, or groups of them, come later."""
    state = inside.state
    options: Future[list[Json]] = Future()
    with state.lock:
        payload = _frame(inside, "block_suggestion", user) | _place(inside, user, message, view)
        payload.pop("state", None)
        payload |= {"action_id": action_id, "block_id": block_id, "value": value}
        _send(
            inside,
            payload,
            on_answer=lambda answer: options.set_result(answer.get("options") or answer.get("option_groups") or []),
            on_failure=lambda _error: options.set_result([]),
        )
    return options
