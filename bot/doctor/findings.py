"""What a check found."""

from dataclasses import asdict, dataclass
from typing import Literal

State = Literal["ok", "warning", "wrong"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor's."""

    check: str  # what was looked at
    state: State
    says: str  # one or two sentences
    mend: str = ""  # the one command or click that mends it; with warning and wrong always

    @property
    def line(self) -> str:
        return f"{self.says} → {self.mend}" if self.mend else self.says

    def as_json(self) -> dict[str, str]:
        return asdict(self)


def ok(check: str, says: str) -> Finding:
    return Finding(check, "ok", says)


def warning(check: str, says: str, mend: str) -> Finding:
    return Finding(check, "warning", says, mend)


def wrong(check: str, says: str, mend: str) -> Finding:
    return Finding(check, "wrong", says, mend)
