"""What Slack says of the tokens and of the channels."""

from collections.abc import Collection

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError, SlackClientError

from bot.clock import Clock
from bot.doctor.facts import Channel, Slack
from bot.settings import Settings
from bot.tokens import START, Answered, Kind, ask_app, ask_bot, client_of, look_of

_GONE = ("channel_not_found", "not_in_channel", "missing_scope")


def asked(settings: Settings, clock: Clock, channels: Collection[str]) -> Slack | None:
    """Ask Slack, where there are tokens; None where there are none, or one for each workspace."""
    bot = settings.slack_bot_token.get_secret_value() if settings.slack_bot_token else ""
    app = settings.slack_app_token.get_secret_value() if settings.slack_app_token else ""
    if settings.slack_client_id or not (bot or app):
        return None
    swapped = bot.startswith(START["app"]) and app.startswith(START["bot"])
    of_bot = _about(bot, "bot", settings, clock)
    over_http = bool(settings.slack_signing_secret) and not app
    of_app = None if over_http else _about(app, "app", settings, clock)
    looked = () if of_bot.fault else _channels(client_of(bot, clock, settings.slack_api), channels)
    return Slack(of_bot, of_app, swapped, looked)


def _about(token: str, kind: Kind, settings: Settings, clock: Clock) -> Answered:
    if not token:
        return Answered("It is not set, but the other token is. Run “icml init”, which says where to copy it from.")
    if fault := look_of(token, kind):
        return Answered(fault)
    return (ask_bot if kind == "bot" else ask_app)(token, clock, settings.slack_api)


def _channels(web: WebClient, channels: Collection[str]) -> tuple[Channel, ...]:
    found = []
    for channel in channels:
        try:
            about = web.conversations_info(channel=channel)["channel"]
        except SlackApiError as refused:
            if refused.response.get("error") in _GONE:
                found.append(Channel(channel, there=False))
        except (SlackClientError, OSError):
            return ()  # that Slack can't be reached is said of the tokens already
        else:
            member = bool(about.get("is_member"))
            found.append(Channel(channel, str(about.get("name", "")), True, member, bool(about.get("is_archived"))))
    return tuple(found)
