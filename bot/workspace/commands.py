"""Slash commands, from the composer to the answer that comes with the acknowledgement."""

from typing import Any

from bot.workspace.delivery import Envelope
from bot.workspace.inside import Inside, Refusal, ResponseAddress
from bot.workspace.posting import say_privately
from bot.workspace.responses import say
from bot.workspace.state import Channel
from bot.workspace.typed import as_command_text

Json = dict[str, Any]

_NAMES = {"im": "directmessage", "private": "privategroup"}


def type_command(inside: Inside, user: str, channel: Channel, typed: str, thread_ts: str | None) -> Envelope | None:
    """Send what a member typed after a slash to the app, or let Slackbot say why not."""
    command, _, text = typed.partition(" ")
    if thread_ts is not None:
        say_privately(inside, channel, user, f"{command} is not supported in threads. Sorry!", thread_ts)
        return None
    if not inside.manifest.has_command(command):
        say_privately(inside, channel, user, f"{command} is not a valid command.")
        return None
    return _send(inside, user, channel, command, text.strip())


def _send(inside: Inside, user: str, channel: Channel, command: str, text: str) -> Envelope:
    state = inside.state
    with state.lock:
        owed = inside.owed.owe(user, channel.id)
        address = ResponseAddress(user, channel.id, inside.clock.now(), owed=owed)
        payload = {
            "token": state.verification_token,
            "team_id": state.team_id,
            "team_domain": state.domain,
            "channel_id": channel.id,
            "channel_name": _NAMES.get(channel.kind, channel.name),
            "user_id": user,
            "user_name": state.people[user].name,
            "command": command,
            "text": as_command_text(state, text, with_codes=inside.manifest.escapes(command)),
            "api_app_id": state.app_id,
            "is_enterprise_install": "false",
            "response_url": inside.new_address("commands", address),
            "trigger_id": inside.new_trigger(user, owed=owed),
        }

        def failed(error: str) -> None:
            say_privately(inside, channel, user, f"{command} failed with the error “{error}”")
            inside.owed.settle(owed)

        def answered(answer: Json) -> None:
            if not any(answer.get(part) for part in ("text", "blocks", "attachments")):
                return
            try:
                say(inside, address, answer)
            except Refusal as refusal:
                failed(refusal.error)

        envelope = Envelope("slash_commands", payload, state.now(), accepts_response_payload=True)
        envelope.on_answer, envelope.on_failure = answered, failed
        inside.inspected.append(envelope)
        inside.delivery.send(envelope)
        return envelope
