"""Who the app is, and the way to a socket."""

from typing import Any

from bot.workspace.events import happened
from bot.workspace.inside import Inside
from bot.workspace.methods import method, truth

Json = dict[str, Any]


@method("api.test")
def api_test(_inside: Inside, arguments: Json) -> Json:
    return {"args": arguments} if arguments else {}


@method("auth.test")
def auth_test(inside: Inside, _arguments: Json) -> Json:
    state = inside.state
    return {
        "url": f"{inside.base}/",
        "team": state.team_name,
        "user": state.bot.name,
        "team_id": state.team_id,
        "user_id": state.bot.id,
        "bot_id": state.bot.bot_id,
        "is_enterprise_install": False,
    }


@method("auth.revoke")
def auth_revoke(inside: Inside, arguments: Json) -> Json:
    if truth(arguments.get("test")):
        return {"revoked": False}
    revoke_bot_token(inside)
    return {"revoked": True}


def revoke_bot_token(inside: Inside) -> None:
    """Make the bot's token worthless, and tell the app."""
    with inside.state.lock:
        inside.revoked.add(inside.bot_token)
        happened(inside, {"type": "tokens_revoked", "tokens": {"oauth": [], "bot": [inside.state.bot.id]}})


@method("apps.connections.open")
def apps_connections_open(inside: Inside, _arguments: Json) -> Json:
    address = inside.base.replace("http://", "ws://", 1)
    return {"url": f"{address}/link/?ticket={inside.sockets.ticket()}&app_id={inside.state.app_id}"}


@method("team.info")
def team_info(inside: Inside, _arguments: Json) -> Json:
    state = inside.state
    return {
        "team": {
            "id": state.team_id,
            "name": state.team_name,
            "domain": state.domain,
            "email_domain": "",
            "icon": {"image_default": True},
        }
    }
