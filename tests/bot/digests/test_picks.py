"""What a digest has in it: nothing that its channel had, moved by what was said, and as at the start after a reset."""

import json
from dataclasses import replace
from datetime import date, timedelta

import pytest

from bot.digests.choosing import Chooser
from bot.digests.doors import BotDigests, BotTopics
from bot.errors import NoDigest, NoTopic, TopicInUse, WrongSchedule
from bot.serve.run import sample_lists
from handlers.model import GROUP, SavedPaper
from index.library import Library
from index.model import Topic
from tests.bot.digests.conftest import MERGING, wanted
from tests.bot.digests.test_slots import begun, outcomes

BROAD = Topic("broad", "Learning", ("learning", "training"))
PLAN = tuple((day, "broad") for day in range(7))


@pytest.fixture
def broad(office):
    office.topics.put(office.team, BROAD)
    return begun(office, plan=PLAN, picks=3)


def days(office, number):
    for _ in range(number):
        office.later(hours=2, minutes=1)
        office.run()
        office.later(hours=21, minutes=59)


def handles(office, **of):
    """The handles of each posted line, oldest first."""
    lines = sorted(office.ledger(limit=1_000, **of), key=lambda line: (line.due_at, line.number))
    return [[handle for handle, _ in line.papers] for line in lines if line.state == "posted"]


def test_no_paper_comes_twice_and_the_shelf_ends_with_one_line(office):
    one = begun(office)
    days(office, 5)

    assert [len(some) for some in handles(office)] == [2, 2, 1, 0]
    assert len({handle for some in handles(office) for handle in some}) == 5
    assert office.digests.shelf(office.team, one.id) == (5, 5)
    assert outcomes(office)[-1][1:] == (
        "passed",
        "The shelf is done: all 5 papers of this topic were here. Widen it, or choose another topic.",
    )


def test_silence_by_choice_has_its_line(office):
    office.topics.put(office.team, Topic("none", "Nothing", ("xylophones of the moon",)))
    begun(office, plan=tuple((day, "none") for day in range(7)), says_none=False)
    days(office, 1)

    assert office.posts() == []
    assert outcomes(office) == [(30, "passed", "No paper here is about this topic. Widen it, or choose another one.")]


def test_two_digests_of_a_channel_share_what_it_had(office, broad):
    begun(office, plan=PLAN, picks=3)
    days(office, 3)

    had = [handle for some in handles(office) for handle in some]
    assert len(had) == 18
    assert len(set(had)) == 18


def test_other_channels_have_papers_of_their_own(office, broad):
    office.workspace.creates_channel("second")
    office.digests.put(office.team, wanted(office.channel("second"), plan=PLAN, picks=3))
    days(office, 1)

    first, second = handles(office)
    assert first == second


def test_a_reset_restores_the_start_exactly(office, broad):
    days(office, 3)
    first = handles(office)
    for handle in first[0]:
        key = office.library.paper(handle).key
        office.digests.say(office.team, broad.id, key, "U1", more=False)
    days(office, 1)
    office.digests.reset(office.team, broad.id)
    days(office, 3)

    assert handles(office)[4:] == first


def test_what_a_member_says_moves_later_picks_and_can_be_taken_back(office, broad):
    preview = office.digests.preview(office.team, broad, 1)
    liked = preview[0].picks[-1].paper
    before = [pick.paper.handle for pick in office.digests.preview(office.team, broad, 3)[2].picks]

    assert office.digests.say(office.team, broad.id, liked.key, "U1", more=True) is True
    taste = office.chooser.taste(office.team, broad.id)
    assert taste.more == (liked.key,)
    assert office.digests.say(office.team, broad.id, liked.key, "U2", more=False) is False
    assert office.chooser.taste(office.team, broad.id).more == (), "one for it, one against"
    assert office.digests.say(office.team, broad.id, liked.key, "U2", more=None) is None
    office.digests.say(office.team, broad.id, liked.key, "U1", more=None)

    assert office.chooser.taste(office.team, broad.id).more == ()
    assert [pick.paper.handle for pick in office.digests.preview(office.team, broad, 3)[2].picks] == before


def test_the_group_s_list_counts_and_nobody_s_private_one(office, broad):
    for owner, handle in ((GROUP, "p3"), ("U1", "p4")):
        paper = office.library.paper(handle)
        saved = SavedPaper(paper.key, paper.handle, paper.headline, "U1", office.clock.now())
        office.memory.reading_lists.save(office.team, owner, saved)

    assert office.chooser.taste(office.team, broad.id).saved == ((office.library.paper("p3").key, 1),)


def test_no_paper_comes_again_from_another_library_in_which_it_has_another_handle(office, broad, tmp_path):
    days(office, 2)
    had = {key for line in office.ledger() for _, key in line.papers}
    other = Library(tmp_path / "other.db")
    with sample_lists() as lists:
        other.import_files(lists[::-1])
    chooser = Chooser(office.memory, other)
    deliverer = office.deliverer(chooser=chooser)
    for _ in range(3):
        office.later(hours=2, minutes=1)
        office.run(deliverer)
        office.later(hours=21, minutes=59)

    later = [key for line in office.ledger()[:3] for _, key in line.papers]
    assert len(later) == 9
    assert had.isdisjoint(later)
    other.close()


def test_what_stands_in_a_digest_is_known_in_its_thread(office, broad):
    days(office, 1)
    (post,) = office.posts()

    (stood,) = office.memory.threads.of_thread(office.team, office.channel(), post["ts"]).posts
    assert [handle for handle, _ in stood.papers] == handles(office)[0]
    assert stood.library == office.library.id


def test_one_now_counts_as_had_and_leaves_the_day_s_own_alone(office, broad):
    first = office.digests.post_now(office.team, broad.id, "U1", office.client)
    second = office.digests.post_now(office.team, broad.id, "U1", office.client)
    days(office, 1)

    assert [first.number, second.number, first.state] == [1, 2, "posted"]
    assert "U1" in json.dumps(office.posts()[0]["blocks"])
    assert len({handle for some in handles(office) for handle in some}) == 9


def test_a_preview_is_what_comes(office, broad):
    shown = office.digests.preview(office.team, broad, 3)
    days(office, 3)

    assert [[pick.paper.handle for pick in digest.picks] for digest in shown] == handles(office)
    assert [digest.seen for digest in shown] == [3, 6, 9]
    assert [digest.day for digest in shown] == [date(2026, 11, 30) + timedelta(days=n) for n in range(3)]


def test_the_next_time_is_in_its_zone(office, broad):
    assert office.digests.next_at(broad).isoformat() == "2026-11-30T09:00:00+01:00"
    assert office.digests.today(broad) == date(2026, 11, 30)


def test_a_topic_that_a_digest_needs_stays(office, broad):
    with pytest.raises(TopicInUse, match="“Learning” is the topic of a digest"):
        office.topics.remove(office.team, "broad")
    office.digests.stop(office.team, broad.id)

    assert office.topics.remove(office.team, "broad")
    assert not office.topics.remove(office.team, "broad")


def test_a_topic_that_is_gone_all_the_same_is_told_to_who_began_it(office):
    you = office.workspace.member("You")
    begun(office, by=you.id)
    office.memory.topics.remove(office.team, "merging")
    days(office, 2)

    assert {state for _, state, _ in outcomes(office)} == {"passed"}
    (said,) = [one.text for one in you.sees("bot").messages]
    assert "There is no topic “merging” any more. Give the digest another one." in said


def test_what_cannot_be_is_refused(office, broad):
    with pytest.raises(NoTopic):
        begun(office, plan=((0, "nothing"),))
    with pytest.raises(WrongSchedule):
        begun(office, zone="Berlin")
    office.digests.stop(office.team, broad.id)
    with pytest.raises(NoDigest):
        office.digests.post_now(office.team, broad.id, "U1", office.client)
    assert not office.digests.stop(office.team, broad.id)


def test_a_workspace_begins_with_the_themes_of_the_library(office):
    topics = BotTopics(office.memory, office.chooser, office.clock)
    assert {topic.name for topic in topics.all("T2")} == {topic.name for topic in office.library.themes()}

    topics.put("T2", replace(MERGING, label="Ours"))
    assert len(topics.all("T2")) >= len(office.library.themes())
    assert topics.one("T2", "merging").label == "Ours"


def test_of_two_workspaces_neither_sees_the_other_s(office, broad):
    digests = BotDigests(office.memory, office.chooser, office.made[0], office.topics, office.clock)

    assert digests.of_workspace("T2") == digests.in_channel("T2", broad.channel) == ()
    assert digests.one("T2", broad.id) is None
    assert digests.ledger("T2") == ()
