"""Guards of the bot, each with the story that must fail without it.

``python -m tests.mutations`` runs each story twice: as it is, where it must pass, and without the guard, where it
must fail. A story that passes without its guard shows nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass

STORIES = "tests/stories/test_faults.py"


@dataclass(frozen=True, slots=True)
class Mutation:
    """One guard, and how to take it out."""

    says: str  # what the bot does without it
    story: str  # the name of the test that shows it
    take_out: Callable[[], None]


def _claims_everything() -> None:
    from bot.claims import BotClaims

    BotClaims.take = lambda *_: True


def _listeners_acknowledge_themselves() -> None:
    import bot.app

    bot.app._needs_no_words = lambda _: False


def _text_is_not_escaped() -> None:
    import handlers.views.results

    handlers.views.results.escape = str


def _refusals_of_response_addresses_pass() -> None:
    from slack_sdk.webhook import WebhookClient

    import bot.sending

    def send(self, body, *, harmless):
        return WebhookClient(str(self.response_url)).send_dict(body)

    bot.sending.SureRespond._send = send


def _posts_are_not_looked_for() -> None:
    import bot.sending

    bot.sending.SureClient._find = lambda *_, **__: None


def _lost_answers_are_asked_for_again() -> None:
    import bot.retries

    bot.retries.is_harmless = lambda _: True


def _errors_of_the_memory_are_told_after_an_answer() -> None:
    import handlers.claims

    def settle(context, claims):
        claims.settle(handlers.claims.workspace_of(context), context["claimed"])

    handlers.claims.settle_claimed = settle


MUTATIONS = {
    "claims": Mutation(
        "every event is claimed by everybody",
        "test_a_mention_that_is_a_message_too_and_comes_again_is_answered_once",
        _claims_everything,
    ),
    "acknowledgement": Mutation(
        "a command is acknowledged when a listener has time for it",
        "test_acknowledgements_do_not_queue_behind_slow_searches",
        _listeners_acknowledge_themselves,
    ),
    "escaping": Mutation(
        "text of papers goes as it is into what Slack reads as mrkdwn",
        "test_codes_in_a_paper_ring_nobody_and_stand_there_as_they_are",
        _text_is_not_escaped,
    ),
    "refusals": Mutation(
        "nobody looks at what a response address answers",
        "test_who_typed_gets_a_word_when_slack_refuses_the_answer",
        _refusals_of_response_addresses_pass,
    ),
    "looking": Mutation(
        "a post that was perhaps made is made again without a look",
        "test_a_mention_is_answered_once_whatever_happens_to_the_answer",
        _posts_are_not_looked_for,
    ),
    "retries": Mutation(
        "every call is made again after a lost answer, as slack_sdk does by default",
        "test_an_apology_comes_once_too",
        _lost_answers_are_asked_for_again,
    ),
    "settling": Mutation(
        "a fault of the memory after an answer is told like one before it",
        "test_no_apology_follows_an_answer_when_the_memory_fails_between_them",
        _errors_of_the_memory_are_told_after_an_answer,
    ),
}
