"""Plans of what goes wrong while digests are simulated."""

from dataclasses import dataclass, fields

from bot.errors import WrongSetting
from bot.workspace.faults import Shares


@dataclass(frozen=True, slots=True)
class Faults:
    """What goes wrong how often, each from 0 to 1: of the steps, of the calls to Slack, or of the looks."""

    killed: float = 0.0  # steps before which the process ends
    stalled: float = 0.0  # steps before which it stands still for longer than its lease
    clocks: float = 0.0  # looks before which a process's clock is set forward or back
    limited: float = 0.0  # calls answered with 429
    broken: float = 0.0  # calls answered with 503, nothing done
    lost: float = 0.0  # calls whose answer is lost
    unreadable: float = 0.0  # looks before which the next reading of a history is refused
    removed: float = 0.0  # looks before which the bot is taken out of a channel, for some days
    paused: float = 0.0  # looks before which a digest is paused for some days
    asleep: float = 0.0  # looks before which all processes sleep for hours or days

    @classmethod
    def planned(cls, plan: str) -> "Faults":
        """The faults of "none", "some", "many", or of "killed=0.02,lost=0.1".

        Raises:
            WrongSetting: it is none of these.
        """
        if plan in PLANS:
            return PLANS[plan]
        try:
            parts = (part.split("=") for part in plan.split(",") if part.strip())
            given = {name.strip(): float(share) for name, share in parts}
            if not given or not all(0 <= share <= 1 for share in given.values()):
                raise ValueError
            return cls(**given)
        except (ValueError, TypeError):
            names = ", ".join(field.name for field in fields(cls))
            raise WrongSetting(
                f"“{plan}” is no plan of faults. Say {', '.join(PLANS)}, or shares from 0 to 1 such as "
                f"killed=0.02,lost=0.1; there are {names}."
            ) from None

    @property
    def calls(self) -> Shares:
        return Shares(limited=self.limited, broken=self.broken, lost_answers=self.lost)


PLANS = {
    "none": Faults(),
    "some": Faults(killed=0.01, limited=0.01, broken=0.01, lost=0.01, clocks=0.01),
    "many": Faults(
        killed=0.03, stalled=0.005, clocks=0.02, limited=0.03, broken=0.03, lost=0.03,
        unreadable=0.003, removed=0.01, paused=0.02, asleep=0.001,
    ),
}  # fmt: skip
