"""A watch tells its member once of each new paper, after the import that brought it."""

import pytest

from bot.digests import watching
from bot.digests.doors import BotWatches
from bot.workspace.faults import LostAnswer
from index.library import Library
from tests.bot.digests.test_delivering import Killed, killed_at

NEW = """Venue 2031

We study zebra merging in the savannah: an approach to merge the stripes of many zebras into one, which
keeps their patterns and needs no training at all, with bounds on the error.

A second paper on zebra merging, in which stripes are counted before they are merged and after, on three
kinds of horse, with code and a proof that nothing is lost.
"""
MORE = """Venue 2032

A third one on zebra merging, which merges at night when nobody looks, and finds that all stripes are grey
then, which makes the matter much easier than it was by day in earlier work.
"""


@pytest.fixture
def watches(office):
    return BotWatches(office.memory, office.chooser, office.clock)


@pytest.fixture
def you(office):
    return office.workspace.member("You")


@pytest.fixture
def arrives(office, tmp_path):
    """Imports a list."""

    def arrives(text):
        (tmp_path / "new.txt").write_text(text)
        report = office.library.import_files([tmp_path / "new.txt"])
        assert report.added >= 1

    return arrives


def look(office, deliverer=None, library=None):
    deliverer = deliverer or office.made[0]
    library = library or office.library
    office.run(deliverer)
    watching.look(office.memory, library, deliverer, office.client, office.team, office.clock.now())


def found(you):
    return [one for one in you.sees("bot").messages if "zebra merging" in one.text]


def test_a_member_is_told_once_of_what_is_new(office, watches, you, arrives):
    assert watches.begin(office.team, you.id, "zebra merging")
    assert not watches.begin(office.team, you.id, "  Zebra  merging ")
    look(office)
    assert found(you) == []

    arrives(NEW)
    for _ in range(3):
        look(office)
    (told,) = found(you)
    assert "2 new papers match" in told.text

    arrives(MORE)
    look(office)
    assert len(found(you)) == 2
    assert "1 new paper matches" in found(you)[-1].text


def test_of_two_watches_each_paper_is_told_by_one(office, watches, you, arrives):
    watches.begin(office.team, you.id, "zebra merging")
    watches.begin(office.team, you.id, "stripes")
    arrives(NEW)
    for _ in range(2):
        look(office)

    assert len(you.sees("bot").messages) == 1


def test_what_was_there_before_is_nothing_new_and_what_has_ended_tells_nothing(office, watches, you, arrives):
    arrives(NEW)
    watches.begin(office.team, you.id, "zebra merging")
    (watch,) = watches.of(office.team, you.id)
    look(office)
    assert found(you) == []

    assert not watches.end(office.team, "U0OTHER", watch.id)
    assert watches.end(office.team, you.id, watch.id)
    arrives(MORE)
    look(office)
    assert found(you) == []


@pytest.mark.parametrize("step", ["claim", "claimed", "post", "posted", "marked", "settle", "settled"])
def test_a_process_that_ends_at_any_step_leaves_one_message(office, watches, you, arrives, step):
    watches.begin(office.team, you.id, "zebra merging")
    arrives(NEW)
    with pytest.raises(Killed):
        look(office, office.deliverer(step=killed_at(step)))
    for _ in range(4):
        look(office, office.made[0])
        office.later(minutes=2)

    assert len(found(you)) == 1


def test_a_lost_answer_leaves_one_message(office, watches, you, arrives):
    watches.begin(office.team, you.id, "zebra merging")
    arrives(NEW)
    office.workspace.inside.faults.answers("chat.postMessage", LostAnswer())
    for _ in range(4):
        look(office)
        office.later(minutes=2)

    assert len(found(you)) == 1


def test_another_library_is_nothing_new_as_a_whole(office, watches, you, arrives, tmp_path):
    watches.begin(office.team, you.id, "zebra merging")
    look(office)
    arrives(NEW)
    other = Library(tmp_path / "other.db")
    other.import_files([tmp_path / "new.txt"])
    (tmp_path / "more.txt").write_text(MORE)

    look(office, library=other)
    assert found(you) == []
    other.import_files([tmp_path / "more.txt"])
    look(office, library=other)
    assert len(found(you)) == 1
    other.close()


def test_a_query_that_nobody_understands_any_more_stops_no_other(office, watches, you, arrives):
    watches.begin(office.team, you.id, "???")
    watches.begin(office.team, you.id, "zebra merging")
    arrives(NEW)
    look(office)

    assert len(found(you)) == 1
