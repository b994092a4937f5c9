"""All that is kept of a member can be told, and what is theirs alone can be forgotten, whatever tables there are."""

import json
import stat

import pytest
from click.testing import CliRunner

from bot.cli.of_members import NothingKept, export_member_command, forget_member_command
from bot.memory.memory import Memory
from bot.memory.of_member import NAMING, NAMING_NOBODY
from bot.memory.tables import schema
from bot.settings import read
from tests.bot.memory.earlier import NOW, fill

# Names of columns under which a member could stand.
_LIKE_A_MEMBER = ("member", "owner", "user", "keeper", "author", "asked_by", "by", "person", "installer")


STAYS = {"events", "slack_installations"}  # what is not answered yet, and who installed the bot


def test_every_table_is_known_to_name_members_or_to_name_nobody():
    """A new table goes into one of the two lists in bot/memory/of_member.py, and into what forgetting does."""
    assert set(NAMING) | NAMING_NOBODY == set(schema.tables)
    assert not set(NAMING) & NAMING_NOBODY


@pytest.mark.parametrize("name", sorted(schema.tables))
def test_no_column_with_a_member_in_it_is_passed_over(name):
    like = {
        column.name
        for column in schema.tables[name].columns
        if any(column.name == one or column.name == f"{one}_id" for one in _LIKE_A_MEMBER)
    }

    assert like <= set(NAMING.get(name, ()))
    assert all(column in schema.tables[name].columns for column in NAMING.get(name, ()))


def test_all_rows_of_a_member_are_told_and_nobody_else_s(memory):
    fill(memory)
    memory.members.searched("T1", "U2", "not hers", now=NOW)

    rows = memory.of_member.rows("U1")

    assert set(rows) == set(NAMING) - {"deliveries", "had"}, "nothing of theirs was found by a watch yet"
    assert rows["slack_installations"][0]["bot_token"] == "kept, and not shown"
    assert "not hers" not in json.dumps(rows)
    assert rows["searches"] == [
        {"workspace": "T1", "member": "U1", "query": "merging — 合并", "searched_at": "2026-07-12T09:00:00+00:00"}
    ]
    assert memory.of_member.workspaces("U1") == ("T1",)
    assert memory.of_member.rows("U9") == {}
    assert json.dumps(rows)


def test_after_forgetting_a_member_only_what_is_not_answered_yet_names_them(memory):
    fill(memory)

    gone = memory.reading_lists.forget("T1", "U1")

    assert (gone.saved, gone.searches, gone.choices, gone.unnamed, gone.opinions, gone.watches) == (1,) * 6
    rows = memory.of_member.rows("U1")
    assert set(rows) == STAYS, "it is still to be answered"
    assert [row["done_at"] for row in rows["events"]] == [None]
    assert memory.reading_lists.count("T1", "") == 1


@pytest.fixture
def home(tmp_path):
    with Memory.open(f"sqlite:///{tmp_path}/state.db") as memory:
        fill(memory)
        memory.members.searched("T2", "U1", "elsewhere", now=NOW)
    return tmp_path


def runs(command, home, *words, **more):
    return CliRunner().invoke(command, [str(word) for word in words], obj=read(home=home), **more)


def test_a_member_is_exported_into_a_private_file(home):
    done = runs(export_member_command, home, "U1", "--output", home / "member.json")

    file = home / "member.json"
    told = json.loads(file.read_text("utf-8"))
    assert "saved, searches, slack_installations, subscriptions, watches." in done.output
    assert told["member"] == "U1"
    assert {row["query"] for row in told["kept"]["searches"]} == {"merging — 合并", "elsewhere"}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_member_is_forgotten_in_every_workspace_and_asked_for_before(home):
    assert runs(forget_member_command, home, "U1", input="n\n").exit_code == 1

    done = runs(forget_member_command, home, "U1", "--yes")

    assert "T1: I have forgotten U1: 1 saved paper, 1 search, 1 setting, 1 opinion, 1 watch deleted." in done.output
    assert "T2: I have forgotten U1: 0 saved papers, 1 search" in done.output
    with Memory.open(f"sqlite:///{home}/state.db") as memory:
        assert set(memory.of_member.rows("U1")) == STAYS


@pytest.mark.parametrize("command", [export_member_command, forget_member_command])
def test_somebody_of_whom_nothing_is_kept_is_a_sentence(home, command):
    refused = runs(command, home, "U404")

    assert isinstance(refused.exception, NothingKept)
    assert "Nothing is kept of U404" in str(refused.exception)
