"""What was read or made for one state of the library, kept within a bound in bytes."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Kept(Generic[Key, Value]):
    """Values by key for all threads; when the library has changed, everything goes, and else the least used.

    Args:
        size: about how many bytes a value takes.
    """

    def __init__(self, most_bytes: int, size: Callable[[Value], int]) -> None:
        self._most_bytes = most_bytes
        self._size = size
        self._lock = threading.Lock()
        self._generation: object = None
        self._kept: OrderedDict[Key, tuple[Value, int]] = OrderedDict()  # with its size
        self._bytes = 0

    def of(
        self, generation: object, keys: Collection[Key], make: Callable[[list[Key]], Mapping[Key, Value]]
    ) -> dict[Key, Value]:
        """The values of *keys*, each once, in order; those that are not kept are made together.

        Args:
            generation: names the state of the library.
            make: gives their values; a key that it leaves out has none.
        """
        found: dict[Key, Value] = {}
        missing: list[Key] = []
        with self._lock:
            if self._generation != generation:
                self._generation = generation
                self._kept.clear()
                self._bytes = 0
            kept = self._kept
            for key in keys:
                known = kept.get(key)
                if known is None:
                    missing.append(key)
                else:
                    kept.move_to_end(key)
                    found[key] = known[0]
        if not missing:
            return found
        made = make(list(dict.fromkeys(missing)))
        with self._lock:
            if self._generation == generation:
                self._keep(made)
        found.update(made)
        return {key: found[key] for key in keys if key in found}

    def _keep(self, made: Mapping[Key, Value]) -> None:
        for key, value in made.items():
            if key not in self._kept:
                size = self._size(value)
                self._kept[key] = value, size
                self._bytes += size
        while self._bytes > self._most_bytes and self._kept:
            _, (_, size) = self._kept.popitem(last=False)
            self._bytes -= size
