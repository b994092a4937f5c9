"""The window, in a real browser: what a member sees, presses and types.

Each test has a channel of its own in one workspace, for a page takes a while to load. Waiting is left to the
browser's own frames (``wait_for``), since playwright's ``expect`` looks at growing intervals.
"""

import re
from itertools import count
from pathlib import Path

import pytest

from bot.clock import MovableClock
from bot.workspace.server import LocalWorkspace
from bot.workspace.window import build
from tests.workspace import window_app
from tests.workspace.bolt import app_for, connected

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

CHROMIUM = Path("/usr/bin/chromium")
QUIETLY = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
ALONE = ["--disable-component-update", "--disable-sync"]
PATIENCE = 10_000  # ms; machines that build and test at once are slow

pytestmark = [
    pytest.mark.skipif(not CHROMIUM.exists(), reason="chromium is not installed"),
    pytest.mark.skipif(not (build.STATIC / "window.js").exists(), reason="the window is not built"),
]


class Window:
    """A page, as a member uses it: in the channel *name*."""

    def __init__(self, page, name):
        self.page, self.name = page, name
        self.main = page.locator("main")
        self.thread = page.locator(".thread")

    def composer(self, called=None):
        return self.page.locator(f'textarea[aria-label="{called or f"Message #{self.name}"}"]')

    def types(self, text, into=None):
        self.composer(into).fill(text)
        self.composer(into).press("Enter")

    def presses(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def messages(self, text=None, *, of=None):
        return (of or self.main).locator("[data-message-ts]").filter(has_text=text)

    def sees(self, text, *, of=None):
        """The newest message with *text*, once it is there."""
        message = self.messages(text, of=of).last
        message.wait_for()
        return message

    def dialog(self, title):
        return self.page.get_by_role("dialog", name=title)


def gone(locator):
    locator.first.wait_for(state="hidden")


def focused(locator):
    """Whether the focus is there; *locator* must find it as ``:focus``."""
    locator.and_(locator.page.locator(":focus")).wait_for()


@pytest.fixture(scope="module")
def browser():
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=str(CHROMIUM), args=[*QUIETLY, *ALONE])
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def workspace():
    with (
        LocalWorkspace(MovableClock(), manifest=window_app.MANIFEST) as running,
        connected(running, window_app.build(app_for(running))),
    ):
        yield running


@pytest.fixture(scope="module")
def open_page(browser, workspace):
    """Opens the window as a fresh browser does; the page may not complain, nor ask elsewhere for anything."""
    complaints = []

    def is_foreign(url):
        return not url.startswith((workspace.window_url, "data:"))

    def opened(width=1280, **more):
        context = browser.new_context(viewport={"width": width, "height": 800}, **more)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: complaints.append(f"a dialog: {dialog.message}"))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("request", lambda request: complaints.append(request.url) if is_foreign(request.url) else None)
        page.goto(workspace.window_url)
        page.wait_for_selector("main")
        return page

    yield opened
    assert complaints == []


@pytest.fixture(scope="module")
def shared_page(open_page):
    return open_page()


@pytest.fixture(scope="module")
def rooms():
    return count(1)


@pytest.fixture
def window(shared_page, workspace, rooms):
    room = workspace.creates_channel(f"room-{next(rooms)}")
    you = workspace.member("You")
    shared_page.goto(f"{workspace.window_url}#{you.id}/{room.id}")
    opened = Window(shared_page, room.name)
    opened.composer().wait_for()
    yield opened
    while shared_page.locator("dialog").count():
        shared_page.keyboard.press("Escape")
        gone(shared_page.locator("dialog"))


@pytest.fixture
def another(workspace):
    return workspace.member("Member 2")


def test_a_typed_command_is_answered_for_the_member_alone(window, another):
    window.types("/icml merging")

    answer = window.sees("1 paper for merging")
    assert answer.get_attribute("data-ephemeral") == "true"
    assert "Only visible to you" in answer.inner_text()
    assert "1 paper" not in another.reads(window.name).shown


def test_paper_text_stays_text_and_links_leave_safely(window):
    window.types("/icml traps")

    answer = window.sees("1 paper for traps")
    assert window_app.HOSTILE in answer.inner_text()
    assert [link.inner_text() for link in answer.locator("a").all()] == ["SyMerge"]
    assert answer.locator("a").get_attribute("rel") == "noopener noreferrer"


def test_a_slash_offers_the_commands_and_their_usage(window):
    window.composer().press_sequentially("/ic")
    window.page.get_by_role("option").filter(has_text=re.compile(r"/icml\[words\]Find papers")).wait_for()

    window.presses("Tab")
    window.page.locator(".ghost", has_text="[words]").wait_for()
    assert window.composer().input_value() == "/icml "
    window.composer().fill("")


def test_a_mention_is_completed_and_answered_in_a_thread_that_opens(window):
    window.composer().press_sequentially("@ic")
    window.presses("Enter")
    window.composer().press_sequentially("which need no data?")
    window.presses("Enter")

    window.sees("No abstract says it.", of=window.thread)
    assert "1 reply" in window.sees("which need no data?").inner_text()


def test_a_thread_is_opened_written_to_and_left_by_keyboard(window, another):
    another.types("who has read p17?", in_=window.name)
    window.sees("who has read p17?")

    window.page.get_by_role("log").focus()
    window.presses("ArrowUp", "Enter")
    focused(window.composer("Reply in thread"))
    window.types("I have", into="Reply in thread")
    window.sees("I have", of=window.thread)

    window.presses("Escape")
    gone(window.thread)
    focused(window.messages("who has read p17?"))


def test_a_command_in_a_thread_is_advised_against_and_refused_as_slack_does(window, another):
    another.types("a root", in_=window.name)
    window.sees("a root").hover()
    window.messages("a root").get_by_role("button", name="Reply in thread").click()
    window.composer("Reply in thread").fill("/icml x")

    window.page.locator(".composer-note", has_text="no slash commands in threads").wait_for()
    window.presses("Enter")
    window.sees("not supported in threads", of=window.thread)


def test_a_press_reaches_the_app_and_shows_that_it_is_on_its_way(window):
    window.types("/icml merging")
    save = window.sees("1 paper").get_by_role("button", name="Save")
    save.click()

    window.page.locator('.button[aria-busy="true"]').wait_for()
    window.sees("save p17")
    gone(window.page.locator('.button[aria-busy="true"]'))


def test_a_press_with_a_question_waits_for_the_answer(window):
    window.types("/icml merging")
    drop = window.sees("1 paper").get_by_role("button", name="Drop")

    drop.click()
    window.dialog("Sure?").get_by_role("button", name="No").click()
    gone(window.dialog("Sure?"))
    assert window.messages(re.compile("drop$")).count() == 0
    drop.click()
    window.dialog("Sure?").get_by_role("button", name="Yes").click()
    window.sees("drop")


def test_a_form_shows_what_is_wrong_at_its_field_and_keeps_what_was_typed(window):
    window.types("/form")
    form = window.dialog("New digest")
    topic = form.get_by_role("textbox", name="Topic")
    focused(topic)

    window.presses("Enter")
    form.get_by_text("Please complete this required field.").nth(1).wait_for()
    topic.fill("x")
    form.get_by_role("button", name="Where").click()
    window.page.get_by_role("combobox").press_sequentially(window.name)
    window.presses("Enter")
    form.get_by_role("button", name="Create").click()
    form.get_by_text("No paper has this word.").wait_for()
    focused(topic)
    assert topic.get_attribute("aria-invalid") == "true"

    topic.fill("merging")
    window.presses("Enter")
    gone(form)
    window.sees("A digest on merging.")


def test_options_come_from_the_app_and_escape_closes_one_thing_at_a_time(window):
    window.types("/form")
    form = window.dialog("New digest")
    form.get_by_role("button", name="Like").click()
    window.page.get_by_role("combobox").press_sequentially("sym")
    window.page.get_by_role("option", name="sym 2").wait_for()

    window.presses("Escape")
    gone(window.page.get_by_role("listbox"))
    assert form.is_visible()
    window.presses("Escape")
    gone(form)
    focused(window.composer())


def test_every_kind_of_choice_reaches_the_app(window):
    window.types("/all")
    shown = window.sees("A header")

    shown.get_by_role("button", name="Sort by").click()
    window.page.get_by_role("option", name="Score").click()
    window.sees("static: score")
    shown.get_by_role("button", name="Tell").click()
    window.page.get_by_role("option", name="Member 2").click()
    window.page.get_by_role("option", name="You").click()
    window.presses("Escape")
    window.sees(re.compile(r"members: U\w+, U\w+"))
    shown.get_by_role("checkbox", name="Friday").check()
    window.sees("days: friday")
    shown.locator("input[type=date]").fill("2026-07-06")
    window.presses("Enter")
    window.sees("date: 2026-07-06")
    shown.get_by_role("button", name="More", exact=True).click()
    window.page.get_by_role("menuitem", name="Remove").click()
    window.sees("overflow: remove")
    shown.get_by_role("button", name="Good").click()
    window.sees("Thank you for “good”.")


def test_blocks_that_only_show_something_are_drawn_without_the_network(window):
    window.types("/all")
    shown = window.sees("A header")

    for drawn in (
        shown.get_by_role("heading", name="A header"),
        shown.locator(".font-semibold", has_text="mrkdwn"),
        shown.locator("strong", has_text="markdown"),
        shown.get_by_role("columnheader", name="*column*", exact=True),
        shown.get_by_role("img", name="a curve"),
    ):
        assert drawn.is_visible()
    assert shown.locator("img").count() == 0


def test_up_edits_the_last_message_of_mine(window):
    window.types("good mroning")
    window.sees("good mroning")

    window.composer().press("ArrowUp")
    edit = window.composer("Edit message")
    focused(edit)
    assert edit.input_value() == "good mroning"
    edit.fill("good morning")
    window.presses("Enter")
    window.sees("good morning(edited)")
    focused(window.composer())


def test_a_message_is_reacted_to_used_in_a_shortcut_and_deleted(window):
    window.types("p17 is worth reading")
    mine = window.sees("p17 is worth reading")

    mine.hover()
    mine.get_by_role("button", name="Add reaction").click()
    window.page.get_by_label("Find an emoji").fill("tada")
    window.presses("Enter")
    mine.get_by_role("button", name="tada, 1: You").wait_for()
    mine.get_by_role("button", name="More actions").click()
    window.page.get_by_role("menuitem", name="Similar papers").click()
    window.sees("Three similar papers.")
    mine.hover()
    mine.get_by_role("button", name="More actions").click()
    window.page.get_by_role("menuitem", name="Delete message").click()
    window.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    gone(mine)


def test_what_is_unread_is_marked_until_it_is_opened(window, workspace, another):
    workspace.creates_channel(f"{window.name}-lunch")
    another.types("lunch?", in_=f"{window.name}-lunch")
    channel = window.page.locator(f'[data-channel="{window.name}-lunch"]')
    unread = channel.and_(window.page.locator("[data-unread]"))
    unread.wait_for()

    channel.click()
    window.page.get_by_role("separator").filter(has_text="New").wait_for()
    gone(unread)


def test_home_is_a_tab_of_the_direct_messages_with_the_bot(window):
    window.page.locator("[data-channel=icml]").click()
    window.page.get_by_role("tab", name="Messages").press("ArrowRight")

    window.page.get_by_role("region", name="Home").filter(has_text="Your reading list").wait_for()


def test_somebody_else_sees_what_they_may_see(window):
    window.types("/icml for-you-alone")
    window.sees("for-you-alone")

    window.page.get_by_role("button", name="You are You").click()
    window.page.get_by_role("menuitemradio", name="Member 2").click()
    window.page.get_by_role("button", name="You are Member 2").wait_for()
    window.page.locator(f'[data-channel="{window.name}"]').click()
    window.composer().wait_for()
    assert window.page.get_by_text("for-you-alone").count() == 0


def test_the_inspector_shows_calls_with_their_verdict_and_moves_the_clock(window):
    window.presses("Control+.")
    inspector = window.page.get_by_role("complementary", name="Inspector")
    inspector.get_by_role("button", name="Clear").click()
    window.types("/icml inspected")

    row = inspector.get_by_role("listitem").filter(has_text="slash_commands /icml").first
    row.filter(has_text=re.compile(r"acknowledged in \d+ ms")).wait_for()
    row.get_by_role("button").first.click()
    row.filter(has_text='"text": "inspected"').wait_for()
    inspector.get_by_role("button", name="Next morning").click()
    inspector.locator("time").first.filter(has_text=", 09:00").wait_for()
    window.presses("Control+.")
    gone(inspector)


def test_a_narrow_window_keeps_the_channels_in_a_drawer(open_page):
    page = open_page(width=420, color_scheme="dark")
    assert not page.locator("[data-channel=random]").is_visible()

    page.get_by_role("button", name="Channels").click()
    page.locator("[data-channel=random]").click()
    page.locator('textarea[aria-label="Message #random"]').wait_for()
    gone(page.locator("[data-channel=random]"))
    assert page.evaluate("document.documentElement.scrollWidth") == 420
    assert page.locator("html").get_attribute("data-theme") == "dark"


def test_a_newcomer_is_told_what_to_type_until_they_close_the_hint(open_page):
    page = open_page()
    hint = page.get_by_role("heading", name="Type /icml merging")
    hint.wait_for()

    page.get_by_role("button", name="/icml merging").click()
    assert page.locator('textarea[aria-label="Message #general"]').input_value() == "/icml merging"
    page.get_by_role("button", name="Close this hint").click()
    page.reload()
    page.wait_for_selector("main")
    assert hint.count() == 0
