"""What is installed with the bot is listed, and is of a licence that goes with its own."""

from tests.licences import FILE, is_allowed, javascript, page, python


def test_the_list_is_that_of_the_locks():
    """``python -m tests.licences`` writes it."""
    assert FILE.read_text("utf-8") == page()


def test_each_licence_is_stated_and_goes_with_ours():
    assert [one for one in (*python(), *javascript()) if not is_allowed(one.licence)] == []


def test_what_would_bind_the_bot_itself_is_not_allowed():
    assert is_allowed("MIT OR GPL-3.0-only")
    assert is_allowed("MIT AND BSD-3-Clause")
    for other in ("GPL-3.0-only", "AGPL-3.0-or-later", "MIT AND GPL-2.0-only", "Proprietary", ""):
        assert not is_allowed(other)
