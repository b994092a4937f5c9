"""How things look in a terminal, and as JSON for programs."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import click

from index.model import Corpus, Hit, ImportReport, Page, Paper, Snippet


def as_json(what: Any) -> None:
    """Print *what* as JSON."""
    click.echo(json.dumps(what, ensure_ascii=False, indent=2))


def paper_json(paper: Paper) -> dict[str, Any]:
    return asdict(paper) | {"ids": dict(paper.ids)}


def hit_json(hit: Hit) -> dict[str, Any]:
    return {
        "score": round(hit.score, 6),
        "why": {field: list(words) for field, words in hit.why},
        "snippet": _plain(hit.snippet),
        "paper": paper_json(hit.paper),
    }


def page_json(page: Page) -> dict[str, Any]:
    return {
        "understood": page.understood,
        "total": page.total,
        "full": page.full,
        "partial": page.partial,
        "offset": page.offset,
        "searched": page.searched,
        "corpora": list(page.corpora),
        "hits": [hit_json(hit) for hit in page.hits],
    }


def report_json(report: ImportReport) -> dict[str, Any]:
    kinds = ("read", "added", "changed", "merged", "unchanged", "refused", "left_out", "withdrawn", "without_abstract")
    return {kind: getattr(report, kind) for kind in kinds} | {
        "dry_run": report.dry_run,
        "lists": [asdict(one) for one in report.lists],
    }


def report_lines(report: ImportReport) -> None:
    """Print an import report for people; what was refused goes to standard error, with its reasons."""
    for one in report.lists:
        click.echo(
            f"{one.source}: {one.read:,} entries into {one.corpus}: {one.added:,} added, {one.changed:,} changed, "
            f"{one.merged:,} merged, {one.unchanged:,} unchanged, {len(one.refused):,} refused, "
            f"{len(one.left_out):,} left out"
        )
        for refused in one.refused:
            click.echo(f"  line {refused.position}: {refused.reason}", err=True)
        for reason, count in Counter(entry.reason for entry in one.left_out).most_common():
            click.echo(f"  left out: {reason} ({count:,})")
        if one.without_abstract:
            click.echo(f"  {one.without_abstract:,} without an abstract: they are found by their titles")
        if one.withdrawn:
            click.echo(f"  {one.withdrawn:,} stand in the list no more: they are kept as withdrawn")
        if one.note:
            click.echo(f"  {one.note}")
    if len(report.lists) > 1:
        click.echo(f"Together {report}.")
    if report.dry_run:
        click.echo("This was a trial: nothing was changed.")


def corpus_json(corpus: Corpus) -> dict[str, Any]:
    return asdict(corpus)


def page_lines(page: Page) -> None:
    """Print a page for people."""
    where = f"{page.searched:,} papers of {', '.join(page.corpora)}"
    if page.partial and page.hits:
        click.echo(f"No paper has enough of “{page.understood}”. Looked through {where}; the nearest:")
    elif not page.hits:
        click.echo(f"Nothing found for “{page.understood}” in {where}.")
    else:
        last = page.offset + len(page.hits)
        click.echo(f"{page.offset + 1}–{last} of {page.total:,} for “{page.understood}” in {where}")
    if page.hits:
        click.echo()
        hit_lines(page.hits)


def hit_lines(hits: Sequence[Hit]) -> None:
    """Print hits for people."""
    for at, hit in enumerate(hits):
        if at:
            click.echo()
        _hit_lines(hit)


def paper_lines(paper: Paper) -> None:
    """Print a paper for people."""
    click.secho(paper.headline, bold=True)
    facts = [paper.handle, paper.name, ", ".join(paper.authors), paper.venue, ", ".join(paper.corpora)]
    click.echo(" · ".join(fact for fact in facts if fact))
    for name in ("url", "pdf", "code"):
        if address := getattr(paper, name):
            click.echo(f"{name}: {address}")
    click.echo(f"\n{paper.abstract}")


def corpus_line(corpus: Corpus) -> None:
    """Print a corpus in a line."""
    said = [f"{corpus.name:<20} {corpus.label:<24} {corpus.papers:>8,} papers", f"version {corpus.version}"]
    said += [str(corpus.year)] if corpus.year else []
    said += [f"{corpus.withdrawn:,} withdrawn"] if corpus.withdrawn else []
    said += [f"{corpus.without_abstract:,} without an abstract"] if corpus.without_abstract else []
    click.echo("   ".join(said))


def _hit_lines(hit: Hit) -> None:
    click.echo(f"{hit.paper.handle:<6}", nl=False)
    click.secho(hit.paper.headline, bold=True)
    marked = "".join(click.style(run, bold=True) if matched else run for run, matched in hit.snippet.runs)
    click.echo(f"      {marked}")


def _plain(snippet: Snippet) -> str:
    return "".join(run for run, _ in snippet.runs)
