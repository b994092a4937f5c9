"""Super- and subscripts, fractions, roots, accents and the spaces of formulas in plain Unicode."""

import re
import unicodedata

from index.cleaning.macros import THIN

_SUPER = dict(
    zip(
        "0123456789+-=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθφχ−",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᵠᵡ⁻",
        strict=True,
    )
)
_SUB = dict(
    zip(
        "0123456789+-=()aehijklmnoprstuvxβγρφχ−",
        "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ₋",
        strict=True,
    )
)
_ATTACHED = frozenset("*⋆†‡°′″⊤⊥∗'")  # these stand beside their base without a caret
_ORDINAL = frozenset(("st", "nd", "rd", "th"))
_WORD = re.compile(r"[a-zA-Z]{3,}")
_ATOM = re.compile(r"[\w.'′*⋆∞ℓ]+")
_LEVEL = re.compile(r"-?(?:[\w.′'∞√]|,(?=[₀-ₜᵢ-ᵪ]))*(?:\([^()]*\))?")
_SUPERED = frozenset(_SUPER.values())


def superscript(text: str) -> str:
    """``2`` → ``²``; what has no such form → ``^x`` or ``^(x/2)``."""
    text = text.strip()
    if text in _ORDINAL or (text and not set(text) - _ATTACHED):
        return text
    return _script(text, _SUPER, "^")


def subscript(text: str) -> str:
    """``t+1`` → ``ₜ₊₁``; whole words and what has no such form → ``_max``, ``_(i/2)``."""
    return _script(text.strip(), _SUB, "_")


def _script(text: str, forms: dict[str, str], mark: str) -> str:
    if not text:
        return ""
    close = re.sub(r"\s*([-+=,−])\s*", r"\1", text)
    letters = set(close) - {","}
    # No comma has a raised or lowered form; a full-size one between indices reads well.
    if letters and not letters - forms.keys() and not _WORD.search(close):
        return "".join(forms.get(c, c) for c in close)
    if len(text) == 1 or (_ATOM.fullmatch(text) and not text.endswith(".")):
        return mark + text
    if text[0] == "(" and text[-1] == ")" and "(" not in text[1:-1]:
        return mark + text
    return f"{mark}({close if len(close) < 8 else text})"


def fraction(above: str, below: str) -> str:
    """``a/b`` on one line, with brackets where the reader needs them."""
    return f"{_bracketed(above)}/{_bracketed(below, strong=True)}"


def root(text: str, degree: str = "") -> str:
    """``√n``, ``√(T log T)``, ``³√n``."""
    text = text.strip()
    raised = superscript(degree) if degree else ""
    plain = len(text) == 1 or text.isdigit() or (text[:1] == "(" and text[-1:] == ")" and "(" not in text[1:])
    return f"{raised}√{text}" if plain else f"{raised}√({text})"


def accented(text: str, mark: str) -> str:
    """Put a combining *mark* on each letter, composed where Unicode can: Õ, θ̂."""
    marked = "".join(c + mark if c.isalnum() else c for c in text)
    return unicodedata.normalize("NFC", marked)


def _bracketed(text: str, *, strong: bool = False) -> str:
    text = text.strip()
    if _LEVEL.fullmatch(text):
        return text
    if text[:1] == "(" and text[-1:] == ")" and ")" not in text[1:-1]:
        return text
    if not strong and re.fullmatch(r"(?:log|ln) ?\w+", text):
        return text
    return f"({text})"


_OPENED = re.compile(rf"([(\[{{⟨⌊⌈√/^,‖]){THIN}+ ?")
_CLOSED = re.compile(rf" ?{THIN}+(?=[)\]}},;:⟩⌋⌉²³¹⁰-₟ᵃ-ᶿᵢ-ᵪ^_]|$)")
_BEFORE_BRACKET = re.compile(rf"(?<=[a-z]){THIN}+ ?(?=[(\[{{])")
_STARTED = re.compile(rf"^([^\w\s]){THIN}+ ?")
_THIN_SPACES = re.compile(rf" *{THIN}[{THIN} ]*")
_SYMMETRIC = re.compile(r"( *)([×→←↔⇒↦±∓·⊕⊗∪∩∨∧÷])( *)")
_INNER = re.compile(r"(?<=[(\[⟨⌊⌈]) +| +(?=[)\]⟩⌋⌉,])")


def settled(text: str) -> str:
    """Settle the spaces of a formula: none at its ends, both sides of a sign alike."""
    text = _OPENED.sub(r"\1", text.replace("--", "–"))
    text = _BEFORE_BRACKET.sub("", text)
    text = _CLOSED.sub("", text)
    text = _STARTED.sub(r"\1", text.lstrip(THIN + " "))
    text = _THIN_SPACES.sub(" ", text)
    text = _SYMMETRIC.sub(_alike, text)
    return _INNER.sub("", re.sub(r"\s+", " ", text)).strip()


def _alike(found: re.Match[str]) -> str:
    inside = found.start() > 0 and found.end() < len(found.string)
    return f" {found[2]} " if found[1] and inside else found[2]
