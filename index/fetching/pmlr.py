"""A volume of the Proceedings of Machine Learning Research, as its own bibliography."""

import re
from pathlib import Path

from index.errors import NotFetched
from index.fetching.download import Progress, Sleep, download
from index.fetching.transport import Transport

SITE = "https://proceedings.mlr.press"


def volume(
    name: str,
    folder: Path,
    *,
    transport: Transport,
    sleep: Sleep,
    progress: Progress | None = None,
    site: str = SITE,
) -> Path:
    """Bring the bibliography of volume *name* ("v235", "235", "r5") into *folder*, and return where it stands.

    Raises:
        NotFetched: there is no such volume, or the site does not answer.
    """
    found = re.fullmatch(r"([vr]?)(\d{1,4})", name.strip().lower())
    if not found:
        raise NotFetched(f"“{name}” is no volume of PMLR. Volumes look like v235, which is ICML 2024.")
    number = f"{found[1] or 'v'}{found[2]}"
    kept = folder / f"pmlr-{number}.bib"
    fetched = download(
        f"{site}/{number}/bibliography.bib", folder / "cache", transport=transport, sleep=sleep, progress=progress
    )
    kept.write_bytes(fetched.read_bytes())
    return kept
