"""Rows over all papers that a thread uses again and again: making them anew costs more than filling them."""

import threading

import numpy as np
from numpy.typing import NDArray


class _Scratch(threading.local):
    def __init__(self) -> None:
        self.rows: dict[str, NDArray[np.float64]] = {}


_scratch = _Scratch()


def row(name: str, size: int) -> NDArray[np.float64]:
    """This thread's row called *name*; (size,), with whatever it was left with."""
    found = _scratch.rows.get(name)
    if found is None or len(found) != size:
        found = _scratch.rows[name] = np.zeros(size)
    return found


def zeros(name: str, size: int) -> NDArray[np.float64]:
    """The same, filled with zeros."""
    found = row(name, size)
    found.fill(0.0)
    return found
