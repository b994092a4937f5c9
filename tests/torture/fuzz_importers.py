"""Every importer under 10,000 random contents of each kind: never a traceback.

python -m tests.torture.fuzz_importers [--examples 10000] [--kinds bytes JSON BibTeX others]
"""

import argparse
import time
from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy

from tests.index.importers import hostile


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--examples", type=int, default=10_000)
    options.add_argument("--kinds", nargs="+", choices=list(hostile.KINDS), default=list(hostile.KINDS))
    chosen = options.parse_args()
    print(f"{'kind':10}{'contents':>10}{'records':>10}{'seconds':>10}")
    for kind in chosen.kinds:
        start = time.perf_counter()
        counts = given_all(hostile.KINDS[kind], chosen.examples)
        print(
            f"{kind:10}{counts['contents']:10,}{counts['records']:10,}{time.perf_counter() - start:10.1f}", flush=True
        )


def given_all(strategy: SearchStrategy[bytes], examples: int) -> Counter[str]:
    """Give so many contents of *strategy* to every importer, and count them and the records that came out."""
    counts: Counter[str] = Counter()

    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(strategy)
    def run(content):
        counts["contents"] += 1
        counts["records"] += hostile.given_to_all(content)

    run()
    return counts


if __name__ == "__main__":
    main()
