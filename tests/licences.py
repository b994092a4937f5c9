"""The licences of everything that is installed with the bot: ``python -m tests.licences`` writes deploy/LICENCES.md.

Names and versions are those of the locks, licences those that the packages themselves state.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
FILE = ROOT / "deploy" / "LICENCES.md"
LOCK = ROOT / "requirements.lock"
WINDOW = ROOT / "bot" / "workspace" / "window" / "package-lock.json"

# Installed on other systems only, so nothing here can be asked; looked up by hand.
ELSEWHERE = {"colorama": "BSD-3-Clause", "tzlocal": "MIT", "win32-setctime": "MIT", "pywin32": "PSF-2.0"}
# What a package states in words or in its classifiers only, as SPDX writes it.
PLAIN = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache 2": "Apache-2.0",
    "Apache2.0": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD": "BSD-3-Clause",
    "BSD License": "BSD-3-Clause",
    "BSD-3-Clause License": "BSD-3-Clause",
    "MIT License": "MIT",
    "MIT, BSD": "MIT AND BSD-3-Clause",
    "MIT license": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "PSFL": "PSF-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "The Unlicense (Unlicense)": "Unlicense",
}
# Of copyleft only what reaches no further than the package's own files.
ALLOWED = re.compile(
    r"(?:MIT(?:-0)?|BSD-[23]-Clause|0BSD|Apache-2\.0(?: WITH LLVM-exception)?|ISC|PSF-2\.0|Python-2\.0|Zlib|CC0-1\.0|"
    r"Unlicense|Public Domain|MPL-2\.0|LGPL-[23]\.[01]-(?:only|or-later)|BlueOak-1\.0\.0|BSL-1\.0|NCSA)"
)


class Dependency(NamedTuple):
    """One package and its licence."""

    name: str
    version: str
    licence: str
    kind: str  # "Python" or "JavaScript"


def locked() -> Iterator[tuple[str, str]]:
    """Names and versions of the Python packages in the lock."""
    for line in LOCK.read_text("utf-8").splitlines():
        if found := re.match(r"([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)", line):
            yield found[1].lower(), found[2]


def licence_of(name: str) -> str:
    """What the package *name* states of its own licence; empty where it states nothing."""
    try:
        about = metadata(name)
    except PackageNotFoundError:
        return ELSEWHERE.get(name, "")
    stated = about.get("License-Expression") or ""
    short = about.get("License") or ""
    if not stated and short and "\n" not in short and len(short) < 60:
        stated = short
    if not stated:
        classifiers = [
            one.rpartition(" :: ")[2] for one in about.get_all("Classifier") or () if one.startswith("License")
        ]
        stated = " OR ".join(sorted({PLAIN.get(one, one) for one in classifiers}))
    return PLAIN.get(stated, stated)


def python() -> list[Dependency]:
    return [Dependency(name, version, licence_of(name), "Python") for name, version in locked()]


def javascript() -> list[Dependency]:
    """The packages of the window that go into what is served; those that only build it are left out."""
    packages = json.loads(WINDOW.read_text("utf-8"))["packages"]
    return sorted(
        Dependency(path.rpartition("node_modules/")[2], about["version"], str(about.get("license", "")), "JavaScript")
        for path, about in packages.items()
        if path and not about.get("dev") and not about.get("optional")
    )


def is_allowed(licence: str) -> bool:
    """Whether each part of *licence* (one part, where there is a choice) is one that this project may come with."""
    either = [part.strip(" ()") for part in re.split(r"\bOR\b", licence)]
    return any(
        all(ALLOWED.fullmatch(one.strip(" ()")) for one in re.split(r"\bAND\b", part)) for part in either if part
    )


def page() -> str:
    """The whole file."""
    rows = [*python(), *javascript()]
    counted = ", ".join(
        f"{licence} ({number})" for licence, number in Counter(row.licence for row in rows).most_common()
    )
    lines = [
        "# Licences",
        "",
        "The bot itself is MIT. What the locks install with it, under which licence; each package brings its own text.",
        "Extras bring more: psycopg (extra `postgresql`) is LGPL-3.0-only. This page is written by",
        "`python -m tests.licences`, and a test holds it to the locks.",
        "",
        f"In all: {counted}.",
        "",
        "| Package | Version | Licence | |",
        "| --- | --- | --- | --- |",
        *(f"| {row.name} | {row.version} | {row.licence} | {row.kind} |" for row in rows),
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    FILE.write_text(page(), "utf-8")
    print(f"wrote {FILE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
