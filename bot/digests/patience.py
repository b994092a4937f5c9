"""How long a digest waits for what."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class Patience:
    """A post's own time-out (:data:`bot.digests.posting.TIMEOUT`) has to be well under lease and quiet."""

    lease: timedelta = timedelta(seconds=90)
    quiet: timedelta = timedelta(seconds=45)  # before somebody else's delivery is looked for
    first: timedelta = timedelta(seconds=20)  # before the second try; doubled for each further one
    longest: timedelta = timedelta(minutes=15)  # between two tries, unless Slack asks for more
    leap: timedelta = timedelta(
        hours=2
    )  # no lease is longer: one that seems so was taken by a clock that was set since
    grace: timedelta = timedelta(hours=6)  # after its time a digest is still posted
    late: timedelta = timedelta(minutes=15)  # so late, it says that it is
    ahead: timedelta = timedelta(hours=2)  # what lies further ahead was written by a clock that went wrong
