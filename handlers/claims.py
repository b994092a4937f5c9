"""That a thing Slack tells is answered once, however often it is told."""

from collections.abc import Callable
from typing import Protocol

import structlog
from slack_bolt import BoltContext

from handlers.model import Event
from index.errors import PaperBotError

log = structlog.get_logger(__name__)

_CLAIMED = "claimed"  # where the context keeps what this listener has claimed
_ASKED = "asked"  # and what it was to answer, whether it could claim it or not


class Claims(Protocol):
    """What the face needs of the bot's memory of events."""

    def take(self, workspace: str, event: Event) -> bool:
        """True for the first who asks, in all processes and for ever."""
        ...

    def settle(self, workspace: str, event: Event) -> None:
        """It is answered, if only by an apology."""
        ...

    def leave(self, workspace: str, event: Event) -> None:
        """Neither an answer nor an apology got through: it is to be seen to later, once both can."""
        ...

    def state(self, workspace: str, event: Event) -> str:
        """ "" when nobody has taken it, "open" while somebody is at it, "done" when it is settled."""
        ...


def once(context: BoltContext, claims: Claims, event: Event, answer: Callable[[], None]) -> None:
    """Run *answer* if nobody has answered *event* yet.

    When it raises, the claim stays with the context, and :func:`settle_claimed` ends it after the
    member was told.
    """
    workspace = workspace_of(context)
    context[_ASKED] = event
    if not claims.take(workspace, event):
        return
    context[_CLAIMED] = event
    answer()
    settle_claimed(context, claims)


def settle_claimed(context: BoltContext, claims: Claims) -> None:
    """Settle what the listener of *context* has claimed, if anything.

    When that fails, the claim stays open until the next start. The member has their answer, and no apology
    may follow it.
    """
    event, context[_CLAIMED] = context.get(_CLAIMED), None
    if event is None:
        return
    try:
        claims.settle(workspace_of(context), event)
    except PaperBotError as fault:
        log.warning("an answer could not be marked as given", kind=event.kind, fault=str(fault))


def leave_asked(context: BoltContext, claims: Claims) -> None:
    """Leave what the listener of *context* was to answer, if anything, for later."""
    event = context.get(_ASKED)
    if event is not None:
        claims.leave(workspace_of(context), event)


def workspace_of(context: BoltContext) -> str:
    """The workspace's id; with Enterprise Grid's org-wide installs that of the organisation."""
    return context.team_id or context.enterprise_id or ""
