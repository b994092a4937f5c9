"""What the README says can be typed, can be typed."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli.main import icml
from handlers.commands import EXAMPLES

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


def test_each_example_of_the_command_finds_something(sample):
    for example, _ in EXAMPLES:
        page = sample.search(example)
        assert page.hits, example
        assert not page.partial or "transform" not in example


def test_each_command_line_of_the_readme_is_one_that_exists():
    named = re.findall(r"\.venv/bin/icml(?: --home \S+)? (\w+)", README)

    assert set(named) <= set(icml.commands)
