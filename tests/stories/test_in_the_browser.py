"""The first minute of a newcomer, in a real browser."""

from pathlib import Path

import pytest

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
