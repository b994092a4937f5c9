"""Reading lists: what one saves stays, is nobody else's, and goes when they ask for it."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.memory.members import KEPT, LONGEST_SEARCH, MOST_SEARCHES
from bot.memory.memory import Memory
from handlers.model import GROUP, Forgotten, Mark, SavedPaper

NOW = datetime(2026, 7, 12, 9, tzinfo=UTC)
PAPER = SavedPaper("k1", "p1", "A headline — 标题", "U1", NOW, note="for Monday", tags=("merging", "vision"))


def test_what_is_saved_comes_back_whole_and_survives_a_restart(address):
    with Memory.open(address) as memory:
        assert memory.reading_lists.save("T1", "U1", PAPER)

    with Memory.open(address) as memory:
        assert memory.reading_lists.of("T1", "U1") == (PAPER,)


def test_saving_twice_is_saving_once(memory):
    memory.reading_lists.save("T1", "U1", PAPER)

    assert not memory.reading_lists.save("T1", "U1", replace(PAPER, note=""))
    assert memory.reading_lists.of("T1", "U1") == (PAPER,)


def test_of_many_who_save_at_once_one_is_first(memory):
    members = [f"U{number}" for number in range(12)]
    with ThreadPoolExecutor(8) as threads:
        first = list(
            threads.map(lambda who: memory.reading_lists.save("T1", GROUP, replace(PAPER, member=who)), members)
        )

    assert first.count(True) == 1
    assert memory.reading_lists.count("T1", GROUP) == 1


def test_the_newest_stands_first(memory):
    for number in range(3):
        later = replace(PAPER, key=f"k{number}", saved_at=NOW + timedelta(minutes=number))
        memory.reading_lists.save("T1", "U1", later)

    assert [one.key for one in memory.reading_lists.of("T1", "U1")] == ["k2", "k1", "k0"]


def test_a_list_is_nobody_elses(memory):
    memory.reading_lists.save("T1", "U1", PAPER)

    assert memory.reading_lists.of("T1", "U2") == ()
    assert memory.reading_lists.of("T1", GROUP) == ()
    assert memory.reading_lists.of("T2", "U1") == ()
    assert memory.reading_lists.marks("T1", "U2", ["k1"]) == {}
    assert memory.reading_lists.marks("T2", "U1", ["k1"]) == {}
    assert not memory.reading_lists.remove("T1", "U2", "k1")
    assert not memory.reading_lists.remove("T2", "U1", "k1")
    assert not memory.reading_lists.annotate("T1", "U2", "k1", note="mine now", tags=(), done=True)
    assert memory.reading_lists.of("T1", "U1") == (PAPER,)


def test_what_is_taken_off_is_gone_once(memory):
    memory.reading_lists.save("T1", "U1", PAPER)

    assert memory.reading_lists.remove("T1", "U1", "k1")
    assert not memory.reading_lists.remove("T1", "U1", "k1")
    assert memory.reading_lists.of("T1", "U1") == ()


def test_notes_tags_and_done_marks_change(memory):
    memory.reading_lists.save("T1", "U1", PAPER)

    assert memory.reading_lists.annotate("T1", "U1", "k1", note="read", tags=("x",), done=True)
    assert memory.reading_lists.of("T1", "U1") == (replace(PAPER, note="read", tags=("x",), done=True),)


def test_a_card_can_say_where_its_paper_is_saved_and_by_whom(memory):
    memory.reading_lists.save("T1", "U1", PAPER)
    memory.reading_lists.save("T1", GROUP, replace(PAPER, member="U2"))

    assert memory.reading_lists.marks("T1", "U1", ["k1", "k2"]) == {"k1": Mark(mine=True, group=True, by="U2")}
    assert memory.reading_lists.marks("T1", "U3", ["k1"]) == {"k1": Mark(group=True, by="U2")}
    many = [f"x{number}" for number in range(1_200)]
    assert memory.reading_lists.marks("T1", "U1", [*many, "k1"]).keys() == {"k1"}


def test_a_name_that_is_not_to_be_shown_is_not(memory):
    memory.reading_lists.save("T1", GROUP, PAPER)
    memory.members.choose("T1", "U1", "show_name", "no", now=NOW)

    assert memory.reading_lists.marks("T1", "U2", ["k1"]) == {"k1": Mark(group=True)}
    assert [one.member for one in memory.reading_lists.of("T1", GROUP)] == [""]

    memory.members.choose("T1", "U1", "show_name", "yes", now=NOW)
    assert [one.member for one in memory.reading_lists.of("T1", GROUP)] == ["U1"]


def test_a_member_who_is_forgotten_leaves_only_nameless_entries_of_the_group(memory):
    for workspace, member in (("T1", "U1"), ("T1", "U2"), ("T2", "U1")):
        paper = replace(PAPER, member=member)
        memory.reading_lists.save(workspace, member, paper)
        memory.reading_lists.save(workspace, GROUP, replace(paper, key=f"of {member}"))
        memory.members.searched(workspace, member, "merging", now=NOW)
        memory.members.choose(workspace, member, "corpus", "icml2026", now=NOW)

    assert memory.reading_lists.forget("T1", "U1") == Forgotten(saved=1, searches=1, choices=1, unnamed=1)

    assert memory.reading_lists.of("T1", "U1") == ()
    assert memory.members.searches("T1", "U1") == ()
    assert memory.members.choice("T1", "U1", "corpus") == ""
    assert sorted((one.key, one.member) for one in memory.reading_lists.of("T1", GROUP)) == [
        ("of U1", ""),
        ("of U2", "U2"),
    ]
    for workspace, member in (("T1", "U2"), ("T2", "U1")):
        assert len(memory.reading_lists.of(workspace, member)) == 1
        assert memory.members.searches(workspace, member) == ("merging",)
    assert memory.reading_lists.forget("T1", "U1") == Forgotten()
    assert memory.reading_lists.forget("T1", "") == Forgotten()


def test_the_last_searches_are_kept_newest_first_and_no_more_of_them(memory):
    for number in range(MOST_SEARCHES + 5):
        memory.members.searched("T1", "U1", f"query {number}", now=NOW + timedelta(seconds=number))
    memory.members.searched("T1", "U1", "query 20", now=NOW + timedelta(minutes=1))

    kept = memory.members.searches("T1", "U1")
    assert len(kept) == MOST_SEARCHES
    assert kept[:2] == ("query 20", "query 24")
    assert memory.members.searches("T1", "U2") == ()
    assert memory.members.searches("T2", "U1") == ()


def test_a_search_that_is_old_or_long_is_not_kept(memory):
    memory.members.searched("T1", "U1", "old", now=NOW)
    memory.members.searched("T1", "U1", "new", now=NOW + KEPT + timedelta(days=1))
    memory.members.searched("T1", "U1", "x" * (LONGEST_SEARCH + 1), now=NOW + KEPT + timedelta(days=1))

    assert memory.members.searches("T1", "U1") == ("new",)


def test_a_query_of_any_characters_is_kept_as_it_was(memory):
    odd = "合并 😀 '\"; DROP TABLE saved; -- %" + "字" * 250
    memory.members.searched("T1", "U1", odd, now=NOW)

    assert memory.members.searches("T1", "U1") == (odd,)


def test_a_time_without_a_zone_is_refused(memory):
    with pytest.raises(ValueError, match="no time zone"):
        memory.reading_lists.save("T1", "U1", replace(PAPER, saved_at=NOW.replace(tzinfo=None)))
    with pytest.raises(ValueError, match="no time zone"):
        memory.members.searched("T1", "U1", "merging", now=NOW.replace(tzinfo=None))
