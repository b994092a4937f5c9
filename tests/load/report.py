"""What a load run measured, as a table and a plot."""

import argparse
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from bot.workspace.server import LocalWorkspace


@dataclass
class Measured:
    """Filled by the threads of a run."""

    began: float
    memory: list[tuple[float, float]] = field(default_factory=list)  # seconds, MB
    saves: int = 0
    imports: list[int] = field(default_factory=list)  # exit codes
    backups: list[str] = field(default_factory=list)  # SQLite's own check of each copy
    metrics: str = ""
    stopped_in: float = 0.0
    log: str = ""

    @property
    def locked(self) -> int:
        return len(re.findall(r"is locked|held by another|reach my memory", self.log))

    @property
    def errors(self) -> int:
        return len(re.findall(r"unforeseen error|Traceback|a tick failed", self.log))


def table(
    given: argparse.Namespace, workspace: LocalWorkspace, asked: list, ends: dict, measured: Measured, asked_in: float
) -> str:
    took = sorted(
        one.acknowledged_after_ms - (one.left - one.accepted) * 1_000
        for one in workspace.envelopes
        if one.acknowledged_after_ms is not None
    )
    whole = Counter(one.end for one in asked)
    failed = sum(not call.ok for call in workspace.calls)
    done = len(workspace.envelopes)
    rows = [
        ("lasted", f"{asked_in:.0f} s at {given.rate} a second, {given.faults:.0%} faults"),
        ("envelopes", f"{done:,} ({done / asked_in:.0f} a second)"),
        ("Web API calls", f"{len(workspace.calls):,}, {failed:,} with a fault or refused"),
        *(
            (f"{kind}s", ", ".join(f"{number:,} {end}" for end, number in sorted(of.items())))
            for kind, of in ends.items()
        ),
        ("saves", f"{measured.saves:,}"),
        ("imports meanwhile", f"{len(measured.imports)}, {sum(code != 0 for code in measured.imports)} failed"),
        ("backups meanwhile", f"{len(measured.backups)}, {sum(one != 'ok' for one in measured.backups)} damaged"),
        ("lost", f"{whole['silence']}"),
        ("doubled", f"{whole['twice']}"),
        ("acknowledgement", _percentiles(took)),
        ("  within the bot", _in_the_bot(measured.metrics)),
        ("memory", _growth(measured.memory)),
        ("database locked or away", f"{measured.locked}"),
        ("errors of our own", f"{measured.errors}"),
        ("stopped in", f"{measured.stopped_in:.1f} s"),
    ]
    width = max(len(name) for name, _ in rows)
    return "\n".join(f"{name:{width}}  {value}" for name, value in rows)


def _counts(of: Counter) -> str:
    return ", ".join(f"{number:,} {end}" for end, number in sorted(of.items()))


def _in_the_bot(metrics: str) -> str:
    """From the bot's own histogram: the first bound below which so many are."""
    found = re.findall(r'icml_acknowledged_seconds_bucket\{le="([^"]+)"\} ([\d.]+)', metrics)
    whole = float(found[-1][1]) if found else 0.0
    bounds = {share: next(bound for bound, count in found if float(count) >= whole * share) for share in (0.5, 0.99)}
    return ", ".join(f"p{share * 100:.0f} below {bound} s" for share, bound in bounds.items()) if whole else "none"


def _percentiles(took: list[float]) -> str:
    if not took:
        return "none"
    at = {name: took[min(len(took) - 1, int(len(took) * share))] for name, share in _SHARES.items()}
    return ", ".join(f"{name} {value:.0f} ms" for name, value in at.items())


_SHARES = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "most": 1.0}


def _growth(memory: list[tuple[float, float]]) -> str:
    if len(memory) < 8:
        return "too short to tell"
    quarter = len(memory) // 4
    second = sum(held for _, held in memory[quarter : 2 * quarter]) / quarter
    last = sum(held for _, held in memory[-quarter:]) / quarter
    return (
        f"{second:.0f} MB in the second quarter, {last:.0f} MB in the last, most {max(one for _, one in memory):.0f} MB"
    )


def drawn(measured: Measured, file: Path) -> None:
    """Draw the memory over time into *file*."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 3), dpi=110, layout="constrained")
    axes = figure.subplots()
    axes.plot([at / 60 for at, _ in measured.memory], [held for _, held in measured.memory], color="#1f3a5f")
    axes.set(xlabel="minutes", ylabel="MB", ylim=(0, None), title="What icml serve --http holds under load")
    axes.grid(alpha=0.3)
    figure.savefig(file)
