"""Modals and App Homes, opened and changed by the app."""

import secrets
from datetime import timedelta
from typing import Any

from bot.workspace import shapes
from bot.workspace.blocks import view_violations
from bot.workspace.content import decoded, refuse, with_ids
from bot.workspace.inputs import initial_values
from bot.workspace.inside import Inside, Refusal, Trigger
from bot.workspace.methods import method
from bot.workspace.state import View, random_id

Json = dict[str, Any]

TRIGGER_LIVES = timedelta(seconds=3)
_DEEPEST_STACK = 3


@method("views.open")
def open_(inside: Inside, arguments: Json) -> Json:
    payload = _checked(inside, arguments, "modal")
    trigger = _pulled(inside, arguments)
    view = _made(inside, payload, trigger.user)
    inside.state.modals[trigger.user] = [view]
    return _shown(inside, view, trigger)


@method("views.push")
def push(inside: Inside, arguments: Json) -> Json:
    payload = _checked(inside, arguments, "modal")
    trigger = _pulled(inside, arguments)
    view = push_onto(inside, payload, trigger.user)
    return _shown(inside, view, trigger)


def push_onto(inside: Inside, payload: Json, user: str) -> View:
    """Put a view upon a member's stack of modals."""
    stack = inside.state.modals[user]
    if not stack:
        raise Refusal("not_found")
    if len(stack) >= _DEEPEST_STACK:
        raise Refusal("push_limit_reached")
    view = _made(inside, payload, user)
    view.root, view.previous = stack[0].id, stack[-1].id
    stack.append(view)
    return view


@method("views.update")
def update(inside: Inside, arguments: Json) -> Json:
    if not (arguments.get("view_id") or arguments.get("external_id")):
        raise Refusal("invalid_arguments", **_missing("view_id"))
    view = inside.state.view(arguments.get("view_id"), arguments.get("external_id"))
    if view is None:
        raise Refusal("not_found")
    payload = _checked(inside, arguments, str(view.payload["type"]), updated=view)
    if arguments.get("hash") and arguments["hash"] != view.hash:
        raise Refusal("hash_conflict")
    replace(inside, view, payload)
    inside.owed.settle_for({view.user}, f"view:{view.id}")
    return {"view": shapes.view(inside.state, view)}


def replace(inside: Inside, view: View, payload: Json) -> None:
    """Give a view new content; what was filled in stays where its block stays."""
    view.payload = payload
    view.hash = _hash(inside)
    view.values = initial_values(payload["blocks"], view.values)
    view.errors = {}
    inside.state.bump()


@method("views.publish")
def publish(inside: Inside, arguments: Json) -> Json:
    state, user = inside.state, str(arguments["user_id"])
    if user not in state.people or state.people[user].is_bot:
        raise Refusal("invalid_arguments", **_message("invalid user_id"))
    if not inside.manifest.home_tab:
        raise Refusal("not_enabled")
    home = state.homes.get(user)
    payload = _checked(inside, arguments, "home", updated=home)
    if home is None:
        home = state.homes[user] = _made(inside, payload, user)
        state.bump()
    elif arguments.get("hash") and arguments["hash"] != home.hash:
        raise Refusal("hash_conflict")
    else:
        replace(inside, home, payload)
    inside.owed.settle_for({user}, "home")
    inside.owed.settle_for({user}, f"view:{home.id}")
    return {"view": shapes.view(state, home)}


def checked_view(inside: Inside, given: object, kind: str, *, updated: View | None = None) -> Json:
    """A view that Slack would take, with ids in its blocks.

    Raises:
        Refusal: invalid_arguments with the reasons, view_too_large, duplicate_external_id.
    """
    view = decoded(given, "invalid_arguments")
    if isinstance(view, dict) and view.get("type") not in (None, kind):
        refuse_words(f"must be one of: {kind} [json-pointer:/view/type]")
    refuse(view_violations(view))
    external = view.get("external_id")
    other = inside.state.view(external_id=external) if external else None
    if other is not None and other is not updated:
        raise Refusal("duplicate_external_id")
    made: Json = view | {"blocks": with_ids(view["blocks"])}
    return made


def refuse_words(*words: str) -> None:
    raise Refusal("invalid_arguments", response_metadata={"messages": [f"[ERROR] {one}" for one in words]})


def _checked(inside: Inside, arguments: Json, kind: str, *, updated: View | None = None) -> Json:
    return checked_view(inside, arguments["view"], kind, updated=updated)


def _pulled(inside: Inside, arguments: Json) -> Trigger:
    """Use up a trigger_id."""
    given = str(arguments.get("trigger_id") or arguments.get("interactivity_pointer") or "")
    if not given:
        raise Refusal("invalid_arguments", **_missing("trigger_id"))
    trigger = inside.triggers.get(given)
    if trigger is None:
        raise Refusal("invalid_trigger_id")
    if trigger.used:
        raise Refusal("exchanged_trigger_id")
    if inside.clock.now() - trigger.made > TRIGGER_LIVES:
        raise Refusal("expired_trigger_id")
    trigger.used = True
    return trigger


def _made(inside: Inside, payload: Json, user: str) -> View:
    view_id = random_id("V")
    values = initial_values(payload["blocks"])
    return View(view_id, user, payload, _hash(inside), inside.state.app_id, root=view_id, values=values)


def _shown(inside: Inside, view: View, trigger: Trigger) -> Json:
    inside.owed.settle(trigger.owed)
    inside.state.bump()
    return {"view": shapes.view(inside.state, view)}


def _hash(inside: Inside) -> str:
    return f"{int(inside.clock.now().timestamp())}.{secrets.token_hex(4)}"


def _missing(field: str) -> Json:
    return _message(f"missing required field: {field}")


def _message(words: str) -> Json:
    return {"response_metadata": {"messages": [f"[ERROR] {words}"]}}
