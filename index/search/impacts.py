"""What terms add to papers, kept between queries within a bound."""

import threading
from collections import OrderedDict
from collections.abc import Callable

from index.search.ranking import Impact

Key = tuple[str, bool, float, float]  # term, as another spelling?, k1, b


class Impacts:
    """Impacts of one state of the library, shared by all threads; the least used go first."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._generation: object = None
        self._kept: OrderedDict[Key, Impact] = OrderedDict()
        self._bytes = 0

    def of(self, generation: object, key: Key, make: Callable[[], Impact]) -> Impact:
        """The impact under *key*, made when it is not kept."""
        with self._lock:
            if self._generation != generation:
                self._generation = generation
                self._kept.clear()
                self._bytes = 0
            known = self._kept.get(key)
            if known is not None:
                self._kept.move_to_end(key)
                return known
        made = make()
        made.values.setflags(write=False)
        with self._lock:
            if self._generation == generation and key not in self._kept:
                self._kept[key] = made
                self._bytes += made.size
                while self._bytes > self._most_bytes and self._kept:
                    _, dropped = self._kept.popitem(last=False)
                    self._bytes -= dropped.size
        return made
