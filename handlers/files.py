"""A file for one member."""

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from index.errors import PaperBotError

_NOT_ALLOWED = frozenset({"missing_scope", "not_allowed_token_type", "no_permission"})


class MayNotSend(PaperBotError):
    """The app lacks a right that files need."""

    def __init__(self) -> None:
        super().__init__(
            "I may not send files here. A keeper can give my app the scopes files:write and im:write, and install it "
            "again. Until then “icml export” on the command line makes the same file."
        )


def send(client: WebClient, member: str, name: str, content: bytes) -> None:
    """Send a file to *member* by direct message.

    Raises:
        MayNotSend: the app lacks a scope.
    """
    try:
        channel = client.conversations_open(users=member)["channel"]["id"]
        client.files_upload_v2(channel=channel, filename=name, title=name, content=content)
    except SlackApiError as refused:
        if refused.response["error"] in _NOT_ALLOWED:
            raise MayNotSend from refused
        raise
