"""The App Home: search, lists, settings, and being forgotten."""

from collections.abc import Sequence
from dataclasses import dataclass

from slack_sdk.models.blocks import (
    ActionsBlock,
    Block,
    ButtonElement,
    CheckboxesElement,
    ConfirmObject,
    DividerBlock,
    HeaderBlock,
    InputBlock,
    Option,
    PlainTextInputElement,
    PlainTextObject,
    RichTextBlock,
    SectionBlock,
    StaticSelectElement,
)
from slack_sdk.models.blocks.basic_components import DispatchActionConfig
from slack_sdk.models.views import View

from handlers.model import SavedPaper
from handlers.views.coming import NOTHING, Coming, coming_blocks
from handlers.views.modals import modal
from handlers.views.place import GROUPS, MINE
from handlers.views.privacy import FORGETTING
from handlers.views.text import bold, clip, counted, section
from index.model import Corpus

SEARCH_BOX = "home.search"
TRY = "home.try"  # the action_ids of the things to try begin so
LIST = "home.list"  # the action_ids of the two lists begin so
CHOSEN_CORPUS = "home.corpus"
CHOSEN_NAME = "home.name"
FORGET = "home.forget"
ASKING = "search.modal"  # callback_id
QUERY = "search.query"  # block_id and action_id
EVERY_CORPUS = "*"
TO_TRY = ("model merging", "is:oral diffusion", "p17")
SHOWN = 3  # entries of a list
LONGEST_QUERY = 2_000


@dataclass(frozen=True, slots=True)
class Kept:
    """What the Home shows of a member."""

    mine: Sequence[SavedPaper] = ()
    group: Sequence[SavedPaper] = ()
    searches: Sequence[str] = ()
    corpus: str = ""  # the name of the chosen one; empty for all
    shows_name: bool = True


def home(kept: Kept, corpora: Sequence[Corpus], said: str = "", coming: Coming = NOTHING) -> View:
    """The Home of one member.

    Args:
        said: what has just been done, in words.
    """
    blocks: list[Block] = [RichTextBlock(elements=[section(bold(said))])] if said else []
    blocks += _searching(kept)
    blocks += _list("Your list", "Only you can see it.", kept.mine, MINE)
    blocks += _list("The group's list", "Everybody here can see it.", kept.group, GROUPS)
    blocks += coming_blocks(coming)
    blocks += _known(corpora)
    blocks += _settings(kept, corpora)
    return View(type="home", blocks=blocks)


def asking(query: str = "") -> View:
    """A modal that asks for a query."""
    box = PlainTextInputElement(
        action_id=QUERY, multiline=True, max_length=LONGEST_QUERY, initial_value=query[:LONGEST_QUERY] or None
    )
    blocks = [InputBlock(block_id=QUERY, label="Find papers about", element=box)]
    return modal("Find papers", blocks, callback=ASKING, submit="Search", close="Cancel")


def mentioned(saved: Sequence[str], unknown: int) -> list[Block]:
    """What came of saving the papers that a message mentions.

    Args:
        saved: a line for each paper that is on the list now.
        unknown: how many links and handles are of no paper that I know.
    """
    if not saved:
        said = "This message names no paper that I know: no handle such as p17, and no link to one."
        return [RichTextBlock(elements=[section(said)])]
    more = f" {counted(unknown, 'link')} or handles are of no paper that I know." if unknown else ""
    head = f"{counted(len(saved), 'paper')} of this message {'is' if len(saved) == 1 else 'are'} on your list.{more}"
    return [RichTextBlock(elements=[section(bold(head), "\n", "\n".join(saved))])]


def _searching(kept: Kept) -> list[Block]:
    box = PlainTextInputElement(
        action_id=SEARCH_BOX,
        placeholder="model merging",
        max_length=LONGEST_QUERY,
        dispatch_action_config=DispatchActionConfig(trigger_actions_on=["on_enter_pressed"]),
    )
    blocks: list[Block] = [
        HeaderBlock(text=PlainTextObject(text="Find papers", emoji=False)),
        InputBlock(block_id=SEARCH_BOX, label="Words, then Enter", element=box, dispatch_action=True),
    ]
    again = list(kept.searches[:5])
    first_visit = not (again or kept.mine)
    words = "Three things to try" if first_visit else "Your last searches"
    queries = TO_TRY if first_visit else again
    if queries:
        tries = [
            ButtonElement(text=clip(one, 70), action_id=f"{TRY}.{at}", value=one) for at, one in enumerate(queries)
        ]
        blocks += [RichTextBlock(elements=[section(words)]), ActionsBlock(elements=tries)]
    return blocks


def _list(title: str, seen_by: str, saved: Sequence[SavedPaper], kind: str) -> list[Block]:
    lines = "\n".join(f"{clip(one.headline, 200)} ({one.handle})" for one in saved[:SHOWN])
    blocks: list[Block] = [
        DividerBlock(),
        HeaderBlock(text=PlainTextObject(text=title, emoji=False)),
        RichTextBlock(
            elements=[section(f"{counted(len(saved), 'paper')}. {seen_by}", *(["\n", lines] if lines else []))]
        ),
    ]
    if saved:
        opens = ButtonElement(text="Open the list", action_id=f"{LIST}.{kind}", value=kind)
        blocks.append(ActionsBlock(elements=[opens]))
    return blocks


def _known(corpora: Sequence[Corpus]) -> list[Block]:
    lines = "\n".join(f"{clip(one.label, 100)}: {counted(one.papers, 'paper')}" for one in corpora[-20:])
    return [
        DividerBlock(),
        HeaderBlock(text=PlainTextObject(text="What I know", emoji=False)),
        RichTextBlock(elements=[section(lines or "No papers are imported yet.")]),
    ]


def _settings(kept: Kept, corpora: Sequence[Corpus]) -> list[Block]:
    every = Option(text="All corpora", value=EVERY_CORPUS)
    options = [every, *(_option(one) for one in corpora[:99] if len(one.name) <= 75)]
    chosen = next((one for one in options if one.value == kept.corpus), every)
    where = StaticSelectElement(action_id=CHOSEN_CORPUS, options=options, initial_option=chosen)
    shown = Option(text="Show my name beside what I save for the group", value="yes")
    ticks = CheckboxesElement(
        action_id=CHOSEN_NAME, options=[shown], initial_options=[shown] if kept.shows_name else None
    )
    sure = ConfirmObject(
        title="Forget me?",
        text=PlainTextObject(text="Your list, your searches and your settings are deleted at once.", emoji=False),
        confirm="Forget me",
        deny="Keep",
    )
    forget = ButtonElement(text="Forget me", action_id=FORGET, value="all", style="danger", confirm=sure)
    return [
        DividerBlock(),
        HeaderBlock(text=PlainTextObject(text="Settings", emoji=False)),
        SectionBlock(text=PlainTextObject(text="Look for papers in", emoji=False), accessory=where),
        ActionsBlock(elements=[ticks]),
        RichTextBlock(elements=[section(FORGETTING)]),
        ActionsBlock(elements=[forget]),
    ]


def _option(corpus: Corpus) -> Option:
    return Option(text=PlainTextObject(text=clip(corpus.label, 75), emoji=False), value=corpus.name)
