"""A member looks for papers."""

import pytest


def test_a_search_is_answered_to_the_member_alone(you, stranger):
    you.types("/icml merging", in_="general")

    answer = you.waits_for("for merging", in_="general")
    assert answer.ephemeral
    assert "MetaMerging" in answer.shown
    assert stranger.reads("general").last is None


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("/icml", "Tell me what to look for"),
        ("/icml ?!", "has no words to search for"),
        ("/icml blockchain", "Nothing found for blockchain"),
        ("/icml help", "Find papers from anywhere"),
        ("/icml help me choose the learning rate", "for help choose learning rate"),
        ("/icml corpora", "53 papers"),
        ("/icml search corpora", "corpora"),
        ("/icml p17", "HA-IMVC"),
    ],
)
def test_every_way_of_typing_gets_an_answer(you, typed, answer):
    you.types(typed, in_="general")

    assert you.waits_for(answer, in_="general").ephemeral


def test_pages_turn_in_place(you):
    you.types("/icml multi-task", in_="general")
    first = you.waits_for("1–5 of", in_="general")

    you.clicks("Next", on=first)

    second = you.waits_for("6–10 of", in_="general")
    assert second.ts == first.ts
    you.clicks("Previous", on=second)
    assert you.waits_for("1–5 of", in_="general").shown == first.shown


def test_a_mention_is_answered_in_its_thread_for_all(you, stranger):
    asked = you.mentions("model merging", in_="general")

    answer = stranger.waits_for("MetaMerging", in_="general")
    assert answer.thread == asked.ts
    assert not answer.ephemeral


def test_a_direct_message_is_answered(you):
    you.writes_to_bot("federated learning")

    assert "FeMAM" in you.waits_for("for federated learning", in_="bot").shown


def test_a_command_in_a_thread_is_refused_by_slack_and_a_mention_there_works(you):
    root = you.mentions("grokking", in_="general")
    answer = you.waits_for("for grokking", in_="general")

    you.mentions("pruning", in_="general", thread=root)

    assert you.waits_for("for pruning", in_="general").thread == answer.thread
