"""What the README says can be typed, can be typed."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli.main import icml
from handlers.commands import EXAMPLES
from tests.factories import library_of, record

README = Path("README.md").read_text("utf-8")
IMPORTS = re.findall(r"`icml import (\S+)`", README)


@pytest.mark.parametrize("path", IMPORTS)
def test_each_format_of_the_table_is_imported(path, tmp_path):
    done = CliRunner().invoke(icml, ["--home", str(tmp_path), "import", path])

    assert done.exit_code in (0, 1), done.output
    assert re.search(r"[1-9]\d* added", done.output)


def test_the_table_names_every_sample_there_is():
    named = {Path(path).name for path in IMPORTS}

    assert {"openreview-v1.json"} == {file.name for file in Path("tests/corpora").iterdir()} - named


FACTS = re.compile(r"(?:is|author|title|year|venue|area):")  # that a list of abstracts alone does not give


def test_each_example_of_the_command_finds_something(sample, tmp_path):
    known = record(
        "Merging and pruning by diffusion and attention, with bandits.",
        title="Graph Neural Networks",
        authors=("A. Lee",),
        venue="ICML",
        year=2026,
        area="Computer Vision",
        oral=True,
    )
    with_facts = library_of(tmp_path, [known])
    for example, _ in EXAMPLES:
        page = (with_facts if FACTS.search(example) else sample).search(example)
        assert page.hits, example
        assert not page.partial or "transform" not in example
    with_facts.close()


def test_each_command_line_of_the_readme_is_one_that_exists():
    named = re.findall(r"\.venv/bin/icml(?: --home \S+)? (\w+)", README)

    assert set(named) <= set(icml.commands)
