"""``icml export`` writes what others read."""

import pytest
from click.testing import CliRunner

from bot.cli.exporting import NothingToExport
from bot.cli.main import icml
from tests.index.exporting.reading_back import by_bibtexparser, by_pybtex


def run(home, *words):
    return CliRunner().invoke(icml, ["--home", str(home), "export", *words])


def test_all_papers_are_written_with_keys_of_their_own(home):
    done = run(home, "--format", "bibtex")

    found = by_bibtexparser(done.output)
    assert len(found) == len({key for key, _, _ in found}) == 53
    assert by_pybtex(done.output) == found


def test_a_query_is_written_the_best_first(home):
    done = run(home, "--format", "md", "merging", "has:code")

    assert done.exit_code == 0
    assert done.output.startswith("- **")
    assert done.output.count("\n- **") < 10


def test_a_file_is_written_and_counted(home, tmp_path):
    done = run(home, "--format", "csv", "--output", str(tmp_path / "all.csv"))

    assert "53 papers" in done.output
    assert (tmp_path / "all.csv").read_bytes().startswith("\ufeffhandle,title".encode())


def test_what_is_not_there_is_not_written(home):
    refused = run(home, "--format", "ris", "blockchain")

    assert isinstance(refused.exception, NothingToExport)
    assert "nothing to export" in str(refused.exception)


@pytest.mark.parametrize("words", [(), ("--format", "docx")])
def test_the_format_has_to_be_one_that_there_is(home, words):
    assert run(home, *words).exit_code == 2
