"""What the agent view shows: status, suggested prompts, a thread's title."""

from typing import Any

from bot.workspace.content import decoded
from bot.workspace.inside import Inside, Refusal
from bot.workspace.methods import channel_of, method
from bot.workspace.methods.views import refuse_words
from bot.workspace.state import Channel

Json = dict[str, Any]

_MOST_PROMPTS = 4
_MOST_LOADING_MESSAGES = 10


@method("assistant.threads.setStatus")
def set_status(inside: Inside, arguments: Json) -> Json:
    channel = channel_of(inside, arguments, "channel_id")
    thread = _thread(inside, channel, arguments)
    loading = decoded(arguments.get("loading_messages"), "invalid_arguments") or []
    if len(loading) > _MOST_LOADING_MESSAGES:
        refuse_words(f"no more than {_MOST_LOADING_MESSAGES} items allowed [json-pointer:/loading_messages]")
    status = str(arguments.get("status") or "")
    if status:
        channel.statuses[thread] = status
    else:
        channel.statuses.pop(thread, None)
    inside.state.bump()
    return {}


@method("assistant.threads.setSuggestedPrompts")
def set_suggested_prompts(inside: Inside, arguments: Json) -> Json:
    channel = channel_of(inside, arguments, "channel_id")
    if arguments.get("thread_ts"):
        _thread(inside, channel, arguments)
    prompts = decoded(arguments["prompts"], "invalid_arguments")
    well_formed = isinstance(prompts, list) and all(
        isinstance(one, dict) and one.get("title") and one.get("message") for one in prompts
    )
    if not well_formed:
        refuse_words("each prompt needs a title and a message [json-pointer:/prompts]")
    if len(prompts) > _MOST_PROMPTS:
        refuse_words(f"no more than {_MOST_PROMPTS} items allowed [json-pointer:/prompts]")
    channel.prompts = {"title": str(arguments.get("title") or ""), "prompts": prompts}
    inside.state.bump()
    return {}


@method("assistant.threads.setTitle")
def set_title(inside: Inside, arguments: Json) -> Json:
    channel = channel_of(inside, arguments, "channel_id")
    channel.titles[_thread(inside, channel, arguments)] = str(arguments["title"])
    inside.state.bump()
    return {}


def _thread(inside: Inside, channel: Channel, arguments: Json) -> str:
    root = inside.state.message(channel.id, str(arguments.get("thread_ts") or ""))
    if root is None:
        raise Refusal("invalid_thread_ts")
    return root.root
