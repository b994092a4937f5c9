"""What members write of times and days is read, or refused in words."""

from datetime import date, time

import pytest

from handlers.commands import understand
from handlers.defining import name_of
from handlers.defining import read as read_topic
from handlers.filling import NINE, read, words_of
from handlers.model import Pause, Subscription
from handlers.schedules import NotADay, days_off, days_off_text, pause_of, resumed, time_of, zones_like
from handlers.views.topics import Draft

TODAY = date(2026, 7, 13)
NEW = Subscription("", "C1", (), NINE, "")


@pytest.mark.parametrize(
    ("typed", "at"),
    [("09:00", time(9)), ("9:30", time(9, 30)), ("25:00", None), ("9", None), ("09:60", None), ("", None)],
)
def test_a_time_of_day_is_read_or_none(typed, at):
    assert time_of(typed) == at


@pytest.mark.parametrize(
    ("typed", "pause"),
    [
        ("", Pause(TODAY)),
        ("until 2026-08-01", Pause(TODAY, date(2026, 8, 1))),
        ("2026-08-01", Pause(date(2026, 8, 1), date(2026, 8, 1))),
        ("2026-08-01..2026-08-03", Pause(date(2026, 8, 1), date(2026, 8, 3))),
        ("2026-08-01 to 2026-08-03", Pause(date(2026, 8, 1), date(2026, 8, 3))),
    ],
)
def test_pauses_are_read_as_they_are_typed(typed, pause):
    assert pause_of(typed, TODAY) == pause
    assert understand(f"digest pause {typed}".strip()).word == "digest"


@pytest.mark.parametrize("typed", ["tomorrow", "2026-02-30", "2026-08-03..2026-08-01", "until 2026-08-01..2026-08-02"])
def test_what_is_no_day_is_refused_with_how_to_write_it(typed):
    with pytest.raises(NotADay, match="Write days as 2026-12-24"):
        pause_of(typed, TODAY)


def test_days_off_are_read_back_as_they_are_written():
    typed = "2026-07-20..2026-07-24, 2026-12-24"

    assert days_off_text(days_off(f"2026-12-24;\n{typed}")) == typed
    assert days_off("") == ()
    assert days_off_text([Pause(TODAY)]) == ""
    for wrong in ("until 2026-08-01", ", ".join(["2026-08-01"] * 51)):
        with pytest.raises(NotADay):
            days_off(wrong)


def test_resuming_takes_back_what_has_begun_and_leaves_what_is_planned():
    later = Pause(date(2026, 8, 1), date(2026, 8, 3))

    assert resumed((Pause(TODAY), Pause(date(2026, 7, 1), date(2026, 7, 20)), later), TODAY) == (later,)


def test_zones_are_found_by_parts_of_their_names_places_first():
    assert zones_like("berlin") == ("Europe/Berlin",)
    assert zones_like("new york")[0] == "America/New_York"
    assert "/" in zones_like("")[0]
    assert len(zones_like("")) == 100
    assert zones_like("nowhere at all") == ()
    assert "UTC" in zones_like("utc")


def chosen(value):
    return {"selected_option": {"value": value}}


def form(**changes):
    given = {
        "topic": chosen("merging"),
        "days": {"selected_options": [{"value": "0"}, {"value": "4"}]},
        "at": {"selected_time": "10:30"},
        "zone": chosen("Europe/Berlin"),
        "picks": chosen("3"),
        "how": {"selected_options": [{"value": "code"}, {"value": "silent"}]},
        "who": chosen("keepers"),
        "without": {"value": "robot, large  language model\nrobot"},
        "off": {"value": None},
    }
    return {f"digest.{name}": {f"digest.{name}": value} for name, value in (given | changes).items()}


def test_a_form_that_is_filled_in_is_a_subscription():
    filled = read(form(), NEW)

    assert filled.errors == {}
    assert filled.draft == Subscription(
        "",
        "C1",
        ((0, "merging"), (4, "merging")),
        time(10, 30),
        "Europe/Berlin",
        picks=3,
        has_code=True,
        without=("robot", "large language model"),
        says_none=False,
        keepers_only=True,
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("topic", chosen("")),
        ("topic", {"selected_option": None}),
        ("days", {"selected_options": []}),
        ("at", {"selected_time": "25:00"}),
        ("at", {"selected_time": None}),
        ("zone", chosen("Berlin")),
        ("zone", {"selected_option": None}),
        ("picks", chosen("11")),
        ("picks", chosen("0")),
        ("picks", chosen("many")),
        ("without", {"value": "w" * 61}),
        ("off", {"value": "24 December"}),
    ],
)
def test_each_field_says_what_is_wrong_in_it(field, value):
    filled = read(form(**{field: value}), NEW)

    assert set(filled.errors) == {f"digest.{field}"}
    assert filled.errors[f"digest.{field}"].endswith(".")


def test_a_plan_has_a_topic_for_each_weekday_and_needs_one():
    days = {f"plan.{day}": chosen("-" if day % 2 else f"t{day}") for day in range(7)}
    none = {f"plan.{day}": chosen("-") for day in range(7)}

    assert read(form(**days), NEW).draft.plan == ((0, "t0"), (2, "t2"), (4, "t4"), (6, "t6"))
    assert set(read(form(**none), NEW).errors) == {"digest.plan.0"}


def test_a_change_keeps_the_pause_that_waits_to_be_resumed():
    before = Subscription("s", "C1", (), NINE, "UTC", pauses=(Pause(TODAY), Pause(TODAY, TODAY)))

    assert read(form(), before).draft.pauses == (Pause(TODAY),)


def topic_form(**texts):
    return {f"topic.{name}": {f"topic.{name}": {"value": text}} for name, text in texts.items()}


def test_a_topic_is_read_line_by_line():
    words = 'model merging\n\n"task  vectors"'
    texts = topic_form(label="  Model   merging ", words=words, like="P17, p40", without="robot")
    defined = read_topic(texts, Draft("merging"))

    assert defined.errors == {}
    assert defined.draft == Draft(
        "merging", "Model merging", ("model merging", '"task vectors"'), ("p17", "p40"), ("robot",)
    )


@pytest.mark.parametrize(
    ("texts", "field"),
    [
        ({"label": "!!", "words": "merging"}, "label"),
        ({"label": "x"}, "words"),
        ({"label": "x", "words": "w" * 121}, "words"),
        ({"label": "x", "words": "\n".join(f"w{at}" for at in range(41))}, "words"),
        ({"label": "x", "like": "seventeen"}, "like"),
        ({"label": "x", "like": " ".join(f"p{at}" for at in range(21))}, "like"),
        ({"label": "x", "words": "y", "without": "w" * 61}, "without"),
    ],
)
def test_each_field_of_a_topic_says_what_is_wrong_in_it(texts, field):
    assert set(read_topic(topic_form(**texts), Draft()).errors) == {f"topic.{field}"}


def test_names_and_words_are_made_of_what_is_typed():
    assert name_of("Model merging!") == "model-merging"
    assert name_of("模型 合并") == "模型-合并"
    assert name_of("?!") == ""
    assert words_of("a, b\n a,,") == ("a", "b")
