"""``python -m tests.mutations [GUARD …]``: each story passes, and fails without its guard."""

import subprocess
import sys

from tests.mutations import MUTATIONS, STORIES

_PASSED, _FAILED = 0, 1  # pytest's exit codes; any other means that the story did not run


def main(names: list[str]) -> int:
    """Run the stories of the guards called *names*, or of all; 0 if each shows what it should."""
    wrong = 0
    for name in names or MUTATIONS:
        mutation = MUTATIONS[name]
        story = f"{STORIES}::{mutation.story}"
        whole, without = _run(story), _run(story, "--without", name)
        shown = whole == _PASSED and without == _FAILED
        wrong += not shown
        print(f"{'ok   ' if shown else 'WRONG'} {name}: {mutation.says}")
        print(f"      {mutation.story}: {_word(whole)} with the guard, {_word(without)} without it")
    print("Every guard is needed." if not wrong else f"{wrong} guards are not shown to be needed.")
    return 1 if wrong else 0


def _run(story: str, *options: str) -> int:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.mutations.plugin", *options, story]
    return subprocess.run(command, capture_output=True).returncode


def _word(code: int) -> str:
    return {_PASSED: "passes", _FAILED: "fails"}.get(code, f"does not run ({code})")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
