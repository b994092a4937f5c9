"""What can go wrong in the body of the bot, in words that a keeper can act on.

PaperBotError
├── UnusableAddress     the memory's address is not one that the bot can use
├── MemoryUnavailable   the memory can't be reached, read or written just now
├── UnreadableMemory    what is at the address is damaged, or no memory of this bot; it was not changed
├── NewerMemory         a later version of the bot has written the memory; it was not changed
├── WrongSetting        a setting can't be used
├── WrongSchedule       a digest can't be wanted so
├── NoDigest            a digest was stopped
├── NoTopic             a topic is not there any more
├── TopicInUse          a digest needs the topic that was to go
├── BackupFailed        a backup could not be made; the earlier ones are as they were
├── UnusableBackup      a file is no whole backup, or one that this version can't read
├── HomeInUse           the bot runs, or another backup or restore does
├── HomeNotEmpty        there is something where a backup would be put
└── NoConnection        Slack did not let the bot in

No text and no chained error carries the memory's address as typed, since a password may stand in it.
"""

from index.errors import PaperBotError


class UnusableAddress(PaperBotError):
    """The address of the memory is malformed, or of a kind that the bot has no driver for."""


class MemoryUnavailable(PaperBotError):
    """The memory can't be reached, read or written just now; trying again may help."""

    def __init__(self, words: str = "") -> None:
        super().__init__(words or "I can't reach my memory just now. Please try again in a minute.")


class UnreadableMemory(PaperBotError):
    """What is at the address is no memory of this bot, or damaged; it is never deleted or changed."""


class NewerMemory(PaperBotError):
    """The memory's schema is one that this version of the bot doesn't know."""

    def __init__(self, place: str) -> None:
        super().__init__(
            f"The bot's memory ({place}) was written by a later version of the bot. "
            "Install that version again, or put back the memory of before the upgrade: "
            "icml restore FILE --only memory --replace."
        )
        self.place = place


class WrongSetting(PaperBotError):
    """A setting that can't be used; the words name it and say what it should be."""


class NoConnection(PaperBotError):
    """Slack did not let the bot in; the words say what to change."""


class WrongSchedule(PaperBotError):
    """A digest that can't be wanted so; the words say which part, and what to do."""


class TopicInUse(PaperBotError):
    """A topic that a subscription needs."""

    def __init__(self, label: str, channels: tuple[str, ...]) -> None:
        super().__init__(
            f"“{label}” is the topic of a digest in {', '.join(f'<#{one}>' for one in channels)}. "
            "Stop that digest or give it another topic first."
        )
        self.channels = channels


class NoTopic(PaperBotError):
    """A topic that is not there any more."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is no topic “{name}” any more. Give the digest another one.")
        self.name = name


class NoDigest(PaperBotError):
    """A digest that was stopped since."""

    def __init__(self) -> None:
        super().__init__("This digest was stopped. Set up a new one where it should go.")


class BackupFailed(PaperBotError):
    """A backup could not be made; the earlier ones are as they were."""


class UnusableBackup(PaperBotError):
    """A file is no whole backup, or one that this version can't read; nothing was changed."""


class HomeInUse(PaperBotError):
    """The bot runs, or another backup or restore does; nothing was changed."""


class HomeNotEmpty(PaperBotError):
    """There is something where a backup would be put; nothing was changed."""

    def __init__(self, places: str) -> None:
        super().__init__(
            f"{places} is there already, and was left as it is. Add --replace to put the backup in its place; "
            "what is there is kept aside."
        )
