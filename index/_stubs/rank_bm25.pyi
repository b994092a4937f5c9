from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

class BM25:
    corpus_size: int
    avgdl: float
    doc_freqs: list[dict[str, int]]
    idf: dict[str, float]
    doc_len: Any
    def __init__(self, corpus: Any, tokenizer: Any = None) -> None: ...
    def _initialize(self, corpus: Any) -> Mapping[str, int]: ...
    def _calc_idf(self, nd: Mapping[str, int]) -> None: ...
    def get_scores(self, query: Sequence[str]) -> NDArray[np.float64]: ...

class BM25Plus(BM25):
    k1: float
    b: float
    delta: float
    def __init__(
        self, corpus: Any, tokenizer: Any = None, k1: float = 1.5, b: float = 0.75, delta: float = 1
    ) -> None: ...
