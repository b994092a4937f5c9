"""An app that knows nothing of this project lives in the local workspace."""

import pytest

from tests.workspace.sample_app import build


@pytest.fixture
def lunch(app, connect):
    build(app)
    return connect()


def test_all_vote_with_buttons_on_one_message(lunch, you, another):
    you.types("/lunch", in_="general")
    ballot = you.reads("general").last
    you.clicks("Pizza", on=ballot)
    you.reads("general")
    another.clicks("Pizza", on=ballot)
    another.reads("general")
    another.clicks("Noodles", on=ballot)

    assert len(you.reads("general").messages) == 1
    assert "Canteen: 0, Noodles: 1, Pizza: 2" in you.reads("general").last.shown
    assert you.reads("general").last.buttons == ["Canteen", "Noodles", "Pizza"]


def test_an_order_is_filled_in_checked_and_confirmed(lunch, you):
    you.uses_shortcut("order_lunch")
    form = you.waits_for_modal("Order lunch")

    assert you.looks_for_options("p", in_="place", on=form) == ["Pizza"]
    pizza = {"text": {"type": "plain_text", "text": "Pizza"}, "value": "Pizza"}
    you.submits(form, {"Dish": "soap", "Place": pizza})
    assert you.modal.errors == {"dish": "That is not food."}

    you.submits(form, {"Dish": "Margherita", "Day": "2026-12-01"})
    assert you.modal is None
    assert you.reads("bot").last.text == "Margherita from Pizza is ordered."
    assert you.reads("bot").last.metadata == {"event_type": "ordered", "event_payload": {"dish": "Margherita"}}


def test_a_closed_form_is_told_to_the_app(lunch, you):
    you.uses_shortcut("order_lunch")
    you.closes(you.waits_for_modal())

    assert you.waits_for("No lunch then.", in_="bot")


def test_a_shortcut_of_a_message_acts_on_that_message(lunch, you, another):
    said = another.types("Let us try the new place", in_="general")
    you.uses_shortcut("remember", on=said)

    assert you.reads("general").last.reactions == {"bookmark": 1}


def test_a_streamed_answer_ends_as_one_message(lunch, you):
    asked = you.mentions("what is there?", in_="general")
    answer = you.waits_for("and bread.", in_="general", thread=asked)

    assert answer.text == "Today: **soup** and bread."
    assert answer.author == "icml"


def test_direct_messages_bring_a_file_and_the_home_shows_the_count(lunch, you):
    you.writes_to_bot("menu please")

    assert you.waits_for("I see 1 of your messages", in_="bot")
    assert [file["title"] for one in you.reads("bot").messages for file in one.files] == ["Menu"]
    assert you.opens_home().shown == "0 votes so far"
