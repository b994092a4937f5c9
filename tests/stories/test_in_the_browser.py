"""The first minute of a newcomer, in a real browser."""

from pathlib import Path

import pytest

from bot.tick import tick
from bot.workspace.window import build

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

CHROMIUM = Path("/usr/bin/chromium")
QUIETLY = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]

pytestmark = [
    pytest.mark.skipif(not CHROMIUM.exists(), reason="chromium is not installed"),
    pytest.mark.skipif(not (build.STATIC / "window.js").exists(), reason="the window is not built"),
]


@pytest.fixture
def page(workspace, bot):
    with sync_api.sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=str(CHROMIUM), args=QUIETLY)
        one = browser.new_page(viewport={"width": 1280, "height": 860})
        one.goto(workspace.window_url)
        yield one
        browser.close()


def test_a_newcomer_types_merging_and_reads_the_first_paper(page):
    composer = page.locator('textarea[aria-label="Message #general"]')
    composer.fill("/icml merging")
    composer.press("Enter")

    answer = page.locator("[data-ephemeral]").filter(has_text="6 papers for merging")
    answer.wait_for()
    assert "MetaMerging" in answer.inner_text()
    weight = answer.get_by_text("merging", exact=True).first.evaluate("word => getComputedStyle(word).fontWeight")
    assert int(weight) >= 600

    answer.get_by_role("button", name="Next").click()
    page.locator("[data-ephemeral]").filter(has_text="6–6 of 6 papers").wait_for()


def test_a_member_saves_a_paper_reads_its_abstract_and_narrows_the_search(page):
    answer = searched(page, "learning")

    answer.get_by_role("button", name="Save:").first.click()
    answer.get_by_text("Saved: on your list").wait_for()
    answer.get_by_role("button", name="Abstract:").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("How to cite").wait_for()
    dialog.get_by_role("button", name="Close").last.click()

    answer.get_by_text("Narrow or sort").click()
    page.get_by_text("With code (").click()
    answer.filter(has_text="with code").wait_for()


def test_a_menu_stays_open_beside_its_button_while_messages_come_and_answers_change(page, workspace):
    answer = searched(page, "learning")
    answer.get_by_text("Narrow or sort").click()
    page.get_by_text("With code (").wait_for()

    workspace.member("Member 2").types("A message of several lines\n" * 8, in_="general")
    page.locator("[data-message-ts]").filter(has_text="several lines").wait_for()
    page.get_by_text("With code (").click()
    answer.filter(has_text="with code").wait_for()


def test_escape_closes_a_menu_and_the_focus_returns_to_its_button(page):
    answer = searched(page, "learning")
    more = answer.get_by_role("button", name="More").first
    more.focus()
    page.keyboard.press("Enter")
    entry = page.get_by_role("menuitem", name="Save for the group")
    entry.wait_for()

    page.keyboard.press("Escape")
    entry.wait_for(state="hidden")
    more.and_(page.locator(":focus")).wait_for()

    page.keyboard.press("Enter")
    entry.wait_for()
    page.keyboard.press("Enter")
    page.get_by_text("is on the group's list").wait_for()


def test_the_focus_stays_on_a_button_whose_message_changes(page):
    answer = searched(page, "learning")
    save = answer.get_by_role("button", name="Save:").first
    save.focus()
    page.keyboard.press("Enter")

    answer.get_by_role("button", name="Unsave:").and_(page.locator(":focus")).wait_for()


def test_a_member_sets_up_a_digest_in_its_modal_and_reads_it_the_next_morning(page, wiring, bot):
    composer = page.locator('textarea[aria-label="Message #general"]')
    composer.fill("/icml digest")
    composer.press("Enter")
    page.get_by_role("button", name="Set up a digest…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("A topic", exact=True).click()
    page.get_by_role("option", name="Multi-task").click()
    dialog.get_by_text("on the shelf. First:").wait_for()
    for day in ("Saturday", "Sunday"):
        dialog.get_by_label(day).check()
    dialog.get_by_role("button", name="Set up", exact=True).click()
    dialog.get_by_text("Set up. Mention me").wait_for()
    dialog.get_by_role("button", name="Close").last.click()

    page.get_by_role("button", name="Inspector").first.click()
    page.get_by_role("button", name="Next morning").click()
    page.get_by_text("Good morning").wait_for()
    tick(wiring, wiring.clock.now(), bot.duties.workspaces.all())

    post = page.locator("[data-message-ts]").filter(has_text="on this shelf")
    post.get_by_role("button", name="More like this").first.click()
    page.get_by_text("Noted: more like").wait_for()


def searched(page, query):
    composer = page.locator('textarea[aria-label="Message #general"]')
    composer.fill(f"/icml {query}")
    composer.press("Enter")
    answer = page.locator("[data-ephemeral]").filter(has_text=f"papers for {query}")
    answer.wait_for()
    return answer
