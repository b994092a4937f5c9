"""Counts and durations of what the bot does, for ``/metrics``: never a query, a channel, a member or a workspace."""

import logging
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Histogram

from index.errors import PaperBotError
from index.library import NEAREST, Library
from index.model import Answer, Page, Turn

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_OUTCOMES = {"answer": "answered", "abstain": "refused", "chat": "chat"}


class Metrics:
    """All of one process's, in a registry of its own."""

    def __init__(self) -> None:
        self.registry = made = CollectorRegistry()
        self.searches = Counter("icml_searches", "Searches, by how they ended.", ["outcome"], registry=made)
        self.search_seconds = Histogram("icml_search_seconds", "What they took.", registry=made, buckets=_SECONDS)
        self.questions = Counter("icml_questions", "Questions, by how they ended.", ["outcome"], registry=made)
        self.question_seconds = Histogram("icml_question_seconds", "What they took.", registry=made, buckets=_SECONDS)
        self.digests = Counter("icml_digests", "Digests, by how they ended.", ["outcome"], registry=made)
        self.requests = Counter("icml_requests", "What Slack told, by kind.", ["kind"], registry=made)
        self.retries = Counter("icml_retries", "Calls to Slack made again, by the reason.", ["reason"], registry=made)
        self.lines = Counter("icml_log_lines", "Log lines by level; errors are our faults.", ["level"], registry=made)
        self.acknowledged = Histogram(
            "icml_acknowledged_seconds",
            "From a request's coming to its acknowledgement.",
            registry=made,
            buckets=_SECONDS,
        )

    def retried(self, reason: str) -> None:
        self.retries.labels(reason).inc()

    def requested(self, kind: str) -> None:
        self.requests.labels(kind).inc()

    @contextmanager
    def counting_log_lines(self) -> Iterator[None]:
        """Count all log lines from warnings upwards while this lasts."""
        handler = _Counts(self.lines)
        logging.getLogger().addHandler(handler)
        try:
            yield
        finally:
            logging.getLogger().removeHandler(handler)


class _Counts(logging.Handler):
    def __init__(self, lines: Counter) -> None:
        super().__init__(logging.WARNING)
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.labels(record.levelname.lower()).inc()


class MeasuredLibrary(Library):
    """The library, with its searches and answers counted and timed."""

    def __init__(
        self,
        path: Path,
        metrics: Metrics,
        *,
        default: Collection[str] = (),
        semantic: bool = False,
        at_work: bool = False,
    ) -> None:
        super().__init__(path, default=default, semantic=semantic, at_work=at_work)
        self._metrics = metrics

    def search(
        self,
        query: str,
        *,
        corpora: Collection[str] | None = None,
        offset: int = 0,
        limit: int = 5,
        nearest: int = NEAREST,
        newest: bool = False,
    ) -> Page:
        with self._metrics.search_seconds.time(), _refusals(self._metrics.searches):
            page = super().search(query, corpora=corpora, offset=offset, limit=limit, nearest=nearest, newest=newest)
        self._metrics.searches.labels("found" if page.total else "empty").inc()
        return page

    def ask(self, turns: Sequence[Turn], *, corpora: Collection[str] | None = None) -> Answer:
        with self._metrics.question_seconds.time(), _refusals(self._metrics.questions):
            answer = super().ask(turns, corpora=corpora)
        self._metrics.questions.labels(_OUTCOMES.get(answer.kind, "other")).inc()
        return answer


@contextmanager
def _refusals(counter: Counter) -> Iterator[None]:
    """Count what ends in words for the member, and what breaks."""
    try:
        yield
    except PaperBotError:
        counter.labels("declined").inc()
        raise
    except Exception:
        counter.labels("error").inc()
        raise
