"""Where a card stands, carried by its buttons: so they work after a restart, and nothing has to be remembered."""

import json
from dataclasses import dataclass

from index.errors import PaperBotError

LONGEST_VALUE = 2_000  # characters of a button's value
SEARCH, SIMILAR, MINE, GROUPS, ALONE = "search", "similar", "mine", "group", ""


class OldButton(PaperBotError):
    """A button of another version of the bot, which carries what this one can't read."""

    def __init__(self) -> None:
        super().__init__("This button is of another version of me and does nothing any more. Please ask again.")


@dataclass(frozen=True, slots=True)
class Place:
    """A card's place in a list that its reader alone sees; ALONE for a card that others see too."""

    kind: str = ALONE
    text: str = ""  # the query of a search, the handle that others are similar to
    offset: int = 0  # of the card in the list, 0-based
    newest: bool = False  # sorted so

    @property
    def is_private(self) -> bool:
        return self.kind != ALONE


NO_PLACE = Place()


@dataclass(frozen=True, slots=True)
class Pressed:
    """What a card's button says when it is pressed."""

    handle: str
    place: Place = NO_PLACE
    wanted: bool = True  # on the list, so that pressing twice does what pressing once does


def carried(pressed: Pressed) -> str:
    """*pressed* as a button's value; without the place where that is too long to carry."""
    place = pressed.place
    parts: dict[str, str | int] = {"paper": pressed.handle}
    if not pressed.wanted:
        parts["off"] = 1
    if place.is_private:
        whole = parts | {"in": place.kind, "of": place.text, "at": place.offset} | ({"new": 1} if place.newest else {})
        value = _json(whole)
        if len(value) <= LONGEST_VALUE:
            return value
    return _json(parts)


def read(value: str) -> Pressed:
    """What :func:`carried` has written.

    Raises:
        OldButton: it is not of this form.
    """
    try:
        parts = json.loads(value)
        place = Place(
            str(parts.get("in", ALONE)), str(parts.get("of", "")), int(parts.get("at", 0)), bool(parts.get("new", 0))
        )
        return Pressed(str(parts["paper"]), place, wanted=not parts.get("off"))
    except (ValueError, TypeError, KeyError, AttributeError):
        raise OldButton from None


def _json(parts: dict[str, str | int]) -> str:
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
