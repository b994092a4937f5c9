"""What is kept of a member, and for how long."""

from slack_sdk.models.blocks import Block, RichTextBlock, RichTextListElement

from handlers.model import Forgotten
from handlers.views.text import bold, counted, escape, section

# (what, who sees it, how long): the words of the command, of the App Home and of the documentation.
KEPT = (
    ("Your list, with notes and tags", "only you", "until you take it off"),
    ("Your last 20 searches, none longer than 300 characters", "only you", "90 days"),
    ("Your settings", "only you", "until you change them"),
    ("What you thought of an answer, with your reason", "my keeper", "until you take it back"),
    ("What you wait for: the words of your watches", "only you", "until you end them"),
    ("What you said of a digest's picks", "nobody", "until you take it back; it moves the channel's later picks"),
    ("A channel's digests, with who set them up and which papers came", "its members", "until its ledger has aged out"),
    ("The group's list, with who saved what", "everybody here", "until it is taken off; your name as you choose"),
    ("Where previews are on and which threads I follow, by Slack's ids", "nobody", "until somebody turns it off"),
    (
        "That you asked something, by Slack's ids, without its words",
        "nobody",
        "7 days, so that nothing is answered twice",
    ),
)
FORGETTING = (
    "“Forget me” in my Home deletes all that is yours at once. What you saved for the group stays, without your name. "
    "Backups that my keeper makes hold it until they age out."
)


def privacy() -> list[Block]:
    """What is kept, who sees it, how long."""
    rows = [section(bold(what), f": {who} can see it; kept {long}") for what, who, long in KEPT]
    return [
        RichTextBlock(
            elements=[
                section(bold("What I keep"), ". No words of yours are written to my log."),
                RichTextListElement(style="bullet", elements=rows),
                section("\n", FORGETTING),
            ]
        )
    ]


def privacy_text() -> str:
    """The same as one plain text."""
    rows = (f"{what}: {who} can see it; kept {long}." for what, who, long in KEPT)
    return escape(" ".join(["What I keep.", *rows, FORGETTING]))


def forgotten_words(gone: Forgotten) -> str:
    """What went, with counts."""
    went = [
        counted(gone.saved, "saved paper"),
        f"{gone.searches:,} search{'' if gone.searches == 1 else 'es'}",
        counted(gone.choices, "setting"),
        *([counted(gone.opinions, "opinion")] if gone.opinions else []),
        *([f"{gone.watches:,} watch{'' if gone.watches == 1 else 'es'}"] if gone.watches else []),
    ]
    stays = (
        f" The group's list keeps {counted(gone.unnamed, 'paper')} of yours, without your name." if gone.unnamed else ""
    )
    return f"I have forgotten you: {', '.join(went)} deleted.{stays} Backups hold them until they age out."
