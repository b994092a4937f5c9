"""What happens in the workspace, told to the app as the Events API tells it."""

from typing import Any

from bot.workspace.delivery import Envelope
from bot.workspace.inside import Inside
from bot.workspace.state import Channel, random_id

Json = dict[str, Any]


def happened(inside: Inside, event: Json, channel: Channel | None = None) -> Envelope | None:
    """Send *event* to the app if it is subscribed and may see *channel*. With the lock held."""
    state = inside.state
    if channel is not None and not state.bot_is_in(channel):
        return None
    if not inside.manifest.hears(event):
        return None
    where = channel.id if channel else event["type"]
    payload = {
        "token": state.verification_token,
        "team_id": state.team_id,
        "api_app_id": state.app_id,
        "event": event,
        "type": "event_callback",
        "event_id": random_id("Ev"),
        "event_time": int(state.now().timestamp()),
        "authorizations": [
            {
                "enterprise_id": None,
                "team_id": state.team_id,
                "user_id": state.bot.id,
                "is_bot": True,
                "is_enterprise_install": False,
            }
        ],
        "is_ext_shared_channel": False,
        "event_context": f"1-{event['type']}-{state.team_id}-{where}",
    }
    envelope = Envelope("events_api", payload, state.now())
    inside.inspected.append(envelope)
    inside.delivery.send(envelope)
    return envelope
