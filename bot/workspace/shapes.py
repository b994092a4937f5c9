"""How Slack writes down what the workspace holds, for answers and events."""

from typing import Any

from bot.workspace.state import Channel, Message, Person, State, View

Json = dict[str, Any]


def bot_profile(state: State, person: Person) -> Json:
    return {
        "id": person.bot_id,
        "deleted": False,
        "name": person.display_name,
        "updated": 0,
        "app_id": person.app_id,
        "icons": {"image_36": "", "image_48": "", "image_72": ""},
        "team_id": state.team_id,
    }


def message(state: State, one: Message, *, metadata: bool = False) -> Json:
    """A message as it stands in a channel's history."""
    made: Json = {"type": "message", "user": one.user, "text": one.text, "ts": one.ts, "team": state.team_id}
    if one.subtype:
        made["subtype"] = one.subtype
    if one.bot_id:
        made |= {"bot_id": one.bot_id, "app_id": one.app_id}
        person = state.people.get(one.user)
        if person and person.is_bot:
            made["bot_profile"] = bot_profile(state, person)
    if one.subtype == "bot_message":
        made |= {"username": one.username, "icons": one.icons}
        for unsaid in ("user", "bot_profile", "app_id", "team"):
            made.pop(unsaid, None)
    if one.client_msg_id:
        made["client_msg_id"] = one.client_msg_id
    for name in ("blocks", "attachments", "files", "edited", "thread_ts", "inviter"):
        if value := getattr(one, name):
            made[name] = value
    if one.reactions:
        made["reactions"] = [
            {"name": name, "users": users, "count": len(users)} for name, users in one.reactions.items()
        ]
    if metadata and one.metadata is not None:
        made["metadata"] = one.metadata
    made |= _of_thread(state, one)
    return made


def _of_thread(state: State, one: Message) -> Json:
    if one.thread_ts and one.thread_ts != one.ts:
        root = state.message(one.channel, one.thread_ts)
        return {"parent_user_id": root.user} if root else {}
    replies = state.replies(one.channel, one.ts)
    if not replies:
        return {}
    users = list(dict.fromkeys(reply.user for reply in replies))
    return {
        "thread_ts": one.ts,
        "reply_count": len(replies),
        "reply_users_count": len(users),
        "latest_reply": replies[-1].ts,
        "reply_users": users[:5],
        "is_locked": False,
        "subscribed": False,
    }


def channel(state: State, one: Channel, viewer: Person | None = None) -> Json:
    """A channel as `conversations.info` and `conversations.list` give it."""
    if one.kind == "im":
        return {
            "id": one.id,
            "created": one.created,
            "is_archived": one.is_archived,
            "is_im": True,
            "is_org_shared": False,
            "context_team_id": state.team_id,
            "updated": one.created,
            "user": one.creator,
            "is_user_deleted": False,
            "is_open": True,
            "priority": 0,
        }
    is_private = one.kind == "private"
    blank = {"value": "", "creator": "", "last_set": 0}
    return {
        "id": one.id,
        "name": one.name,
        "is_channel": not is_private,
        "is_group": is_private,
        "is_im": False,
        "is_mpim": False,
        "is_private": is_private,
        "created": one.created,
        "is_archived": one.is_archived,
        "is_general": one.name == "general",
        "unlinked": 0,
        "name_normalized": one.name,
        "is_shared": False,
        "is_org_shared": False,
        "is_pending_ext_shared": False,
        "pending_shared": [],
        "context_team_id": state.team_id,
        "updated": one.created,
        "creator": one.creator,
        "is_ext_shared": False,
        "shared_team_ids": [state.team_id],
        "pending_connected_team_ids": [],
        "is_member": (viewer or state.bot).id in one.members,
        "topic": blank,
        "purpose": blank,
        "previous_names": [],
        "num_members": len(one.members),
    }


def person(state: State, one: Person) -> Json:
    """A member as `users.info` gives it."""
    profile: Json = {
        "real_name": one.display_name,
        "real_name_normalized": one.display_name,
        "display_name": one.display_name,
        "display_name_normalized": one.display_name,
        "status_text": "",
        "status_emoji": "",
        "team": state.team_id,
    }
    if one.is_bot:
        profile |= {"bot_id": one.bot_id, "api_app_id": one.app_id, "always_active": True}
    return {
        "id": one.id,
        "team_id": state.team_id,
        "name": one.name,
        "deleted": one.deleted,
        "real_name": one.display_name,
        "tz": "Etc/UTC",
        "tz_label": "Coordinated Universal Time",
        "tz_offset": 0,
        "profile": profile,
        "is_admin": False,
        "is_owner": False,
        "is_primary_owner": False,
        "is_restricted": False,
        "is_ultra_restricted": False,
        "is_bot": one.is_bot,
        "is_app_user": False,
        "updated": 0,
    }


def view(state: State, one: View) -> Json:
    """A view as the app gets it back, in answers and in payloads."""
    given = one.payload
    made: Json = {
        "id": one.id,
        "team_id": state.team_id,
        "type": given["type"],
        "blocks": given.get("blocks", []),
        "private_metadata": given.get("private_metadata", ""),
        "callback_id": given.get("callback_id", ""),
        "external_id": given.get("external_id", ""),
        "state": {"values": one.values},
        "hash": one.hash,
        "title": given.get("title") or {"type": "plain_text", "text": "View Title", "emoji": True},
        "clear_on_close": given.get("clear_on_close", False),
        "notify_on_close": given.get("notify_on_close", False),
        "close": given.get("close"),
        "submit": given.get("submit"),
        "submit_disabled": given.get("submit_disabled", False),
        "root_view_id": one.root,
        "previous_view_id": one.previous,
        "app_id": one.app_id,
        "app_installed_team_id": state.team_id,
        "bot_id": state.bot.bot_id,
    }
    return made


def user_in_payload(state: State, user: str) -> Json:
    who = state.people[user]
    return {"id": who.id, "username": who.name, "name": who.name, "team_id": state.team_id}


def team_in_payload(state: State) -> Json:
    return {"id": state.team_id, "domain": state.domain}
