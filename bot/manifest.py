"""The app's manifest: what Slack must know to let a group make its own app from it."""

from typing import Any

from handlers.previews import DOMAINS
from handlers.removing import REMOVE_POST
from handlers.shortcuts import FIND_ABOUT, SAVE_MENTIONED, SEARCH_PAPERS

SCOPES = (
    "app_mentions:read",  # be told of mentions
    "channels:history",  # read a question's thread, and the question again after a restart
    "channels:read",  # be told of being invited
    "chat:write",
    "commands",
    "im:history",  # be told of direct messages
    "im:write",  # send a member their list
)
OPTIONAL_SCOPES = (
    "files:write",  # send a list as a file
    "groups:history",  # the same in private channels
    "groups:read",
    "users:read",  # offer a member's own time zone for a digest
)
EVENTS = ("app_home_opened", "app_mention", "member_joined_channel", "message.im")

SHORTCUTS = (  # name (24 characters), type, callback_id, description
    ("Search papers", "global", SEARCH_PAPERS, "Find papers. Only you see the answer."),
    ("Find papers about this", "message", FIND_ABOUT, "Search for what this message says."),
    ("Save papers mentioned", "message", SAVE_MENTIONED, "Put the papers that this message names on your list."),
    ("Remove this post", "message", REMOVE_POST, "Delete a post of mine that you asked for; keepers may delete any."),
)
# So that an answer in a channel follows when its question is edited or deleted, and a thread can be followed. With
# them Slack tells of all messages where the bot is; what is not for it is dropped before any log and any memory.
EVENTS_OF_CHANNELS = ("message.channels", "message.groups")
EVENTS_OF_INSTALLATIONS = ("app_uninstalled", "tokens_revoked")  # over HTTP, in many workspaces

# So that links to papers can be unfolded into cards, where the members of a channel want that.
EVENTS_OF_LINKS = ("link_shared",)
SCOPES_OF_LINKS = ("links:read", "links:write")


def manifest(
    command: str = "/icml",
    name: str = "icml",
    *,
    edits: bool = False,
    previews: bool = False,
    http: str = "",
    rotation: bool = False,
) -> dict[str, Any]:
    """The manifest for an app whose command is *command* and whose bot is called *name*.

    Args:
        edits: whether answers in channels follow edits and deletions of their questions, and whether threads can
            be followed; in direct messages that is always so.
        previews: whether members can have cards put under links to papers, channel by channel.
        http: the bot's public address, "https://papers.example.org", for HTTP mode; empty for Socket Mode.
        rotation: whether tokens run out and are renewed; only over HTTP, and never to be switched off again.
    """
    made = _base(command, name)
    settings, scopes = made["settings"], made["oauth_config"]["scopes"]
    if edits:
        settings["event_subscriptions"]["bot_events"] += EVENTS_OF_CHANNELS
    if previews:
        settings["event_subscriptions"]["bot_events"] += EVENTS_OF_LINKS
        scopes["bot_optional"] += SCOPES_OF_LINKS
        made["features"]["unfurl_domains"] = list(DOMAINS)
    return _by_http(made, http.rstrip("/"), rotation=rotation) if http else made


def _by_http(made: dict[str, Any], address: str, *, rotation: bool) -> dict[str, Any]:
    """The manifest *made* with the addresses that Slack is to call."""
    calls = f"{address}/slack/events"
    features, settings = made["features"], made["settings"]
    features["slash_commands"] = [{**one, "url": calls} for one in features["slash_commands"]]
    events = [*settings["event_subscriptions"]["bot_events"], *EVENTS_OF_INSTALLATIONS]
    settings |= {
        "event_subscriptions": {"request_url": calls, "bot_events": events},
        "interactivity": {"is_enabled": True, "request_url": calls, "message_menu_options_url": calls},
        "socket_mode_enabled": False,
        "token_rotation_enabled": rotation,
    }
    made["oauth_config"]["redirect_urls"] = [f"{address}/slack/oauth_redirect"]
    return made


def _base(command: str, name: str) -> dict[str, Any]:
    return {
        "_metadata": {"major_version": 1, "minor_version": 1},
        "display_information": {
            "name": name,
            "description": "Finds papers among a conference's abstracts and answers from them, from anywhere in Slack.",
            "background_color": "#1f3a5f",
        },
        "features": {
            "agent_view": {
                "agent_description": "Knows the abstracts of your conferences; abstracts only, and it says so.",
                "suggested_prompts": [
                    {"title": "Find papers", "message": "model merging"},
                    {"title": "Ask about them", "message": "Which papers need no data?"},
                    {"title": "See what it can do", "message": "help"},
                ],
            },
            "app_home": {
                "home_tab_enabled": True,
                "messages_tab_enabled": True,
                "messages_tab_read_only_enabled": False,
            },
            "bot_user": {"display_name": name, "always_online": True},
            "shortcuts": [
                {"name": label, "type": kind, "callback_id": callback, "description": says}
                for label, kind, callback, says in SHORTCUTS
            ],
            "slash_commands": [
                {
                    "command": command,
                    "description": "Find papers. Only you see the answer.",
                    "usage_hint": "model merging | help",
                    "should_escape": False,
                }
            ],
        },
        "oauth_config": {"scopes": {"bot": list(SCOPES), "bot_optional": list(OPTIONAL_SCOPES)}},
        "settings": {
            "event_subscriptions": {"bot_events": list(EVENTS)},
            "interactivity": {"is_enabled": True},
            "org_deploy_enabled": False,
            "socket_mode_enabled": True,
            "token_rotation_enabled": False,
        },
    }
