"""Members and bots, as the app may look them up."""

from typing import Any

from bot.workspace import shapes
from bot.workspace.inside import Inside, Refusal
from bot.workspace.methods import method, page

Json = dict[str, Any]


@method("users.info")
def info(inside: Inside, arguments: Json) -> Json:
    who = inside.state.people.get(str(arguments["user"]))
    if who is None:
        raise Refusal("user_not_found")
    return {"user": shapes.person(inside.state, who)}


@method("users.list")
def list_(inside: Inside, arguments: Json) -> Json:
    everybody = list(inside.state.people.values())
    rows, cursor = page(arguments, everybody, default=len(everybody), most=1_000)
    return {
        "members": [shapes.person(inside.state, one) for one in rows],
        "cache_ts": int(inside.clock.now().timestamp()),
        "response_metadata": {"next_cursor": cursor},
    }


@method("users.lookupByEmail")
def lookup_by_email(_inside: Inside, _arguments: Json) -> Json:
    """Nobody here has an address."""
    raise Refusal("users_not_found")


@method("bots.info")
def bots_info(inside: Inside, arguments: Json) -> Json:
    wanted = str(arguments.get("bot") or "")
    for who in inside.state.people.values():
        if who.is_bot and who.bot_id == wanted:
            profile = shapes.bot_profile(inside.state, who)
            profile.pop("team_id")
            return {"bot": profile | {"user_id": who.id}}
    raise Refusal("bot_not_found")
