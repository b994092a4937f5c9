"""How pylatexenc is to read and write LaTeX here: its tables, with our own entries before them."""

from collections.abc import Callable, Iterator
from typing import Any

from pylatexenc import latex2text, latexwalker, macrospec

from index.cleaning.macros import ACCENTS, DOUBLE_STRUCK, FUNCTIONS, RELATIONS, SILENT, SYMBOLS, THIN, WRAPPERS
from index.cleaning.scripts import accented, fraction, root, settled, subscript, superscript
from index.cleaning.words import words

Argument = Callable[[int], str]


def _reader(node: Any, l2tobj: Any) -> Argument:
    count = len(node.nodeargd.argnlist) if node.nodeargd and node.nodeargd.argnlist else 0
    return lambda at: str(l2tobj.node_arg_to_text(node, at)) if at < count else ""


def _macro(name: str, write: Callable[[Argument], str]) -> Any:
    def simplify_repl(node: Any, l2tobj: Any) -> str:
        return write(_reader(node, l2tobj))

    return latex2text.MacroTextSpec(name, simplify_repl=simplify_repl)


def _script(mark: str, write: Callable[[str], str]) -> Any:
    def simplify_repl(node: Any, l2tobj: Any) -> str:
        inner = _reader(node, l2tobj)(0)
        return write(settled(inner)) if node.parsing_state.in_math_mode else mark + inner

    return latex2text.SpecialsTextSpec(mark, simplify_repl=simplify_repl)


# name: (how pylatexenc is to read its arguments, how to write it from them)
_SHAPES: dict[str, tuple[str, Callable[[Argument], str]]] = {
    "frac": ("{{", lambda of: fraction(settled(of(0)), settled(of(1)))),
    "dfrac": ("{{", lambda of: fraction(settled(of(0)), settled(of(1)))),
    "tfrac": ("{{", lambda of: fraction(settled(of(0)), settled(of(1)))),
    "nicefrac": ("{{", lambda of: fraction(settled(of(0)), settled(of(1)))),
    "sqrt": ("[{", lambda of: root(settled(of(1)), of(0))),
    "binom": ("{{", lambda of: f"binom({of(0)}, {of(1)})"),
    "mathbb": ("{", lambda of: of(0).translate(DOUBLE_STRUCK)),
    "textsuperscript": ("{", lambda of: superscript(of(0))),
    "textsubscript": ("{", lambda of: subscript(of(0))),
    "enquote": ("{", lambda of: f"“{of(0)}”"),
    "say": ("{", lambda of: f"“{of(0)}”"),
    "footnote": ("{", lambda of: f" ({of(0).strip()})"),
    "textcolor": ("[{{", lambda of: of(2)),
    "colorbox": ("{{", lambda of: of(1)),
    "color": ("{", lambda _: ""),
    "fontfamily": ("{", lambda _: ""),
    "label": ("{", lambda _: ""),
    "hspace": ("{", lambda _: " "),
    "vspace": ("{", lambda _: " "),
    "phantom": ("{", lambda _: ""),
    "ref": ("{", lambda of: f"[{of(0)}]"),
    "cref": ("{", lambda of: f"[{of(0)}]"),
    "eqref": ("{", lambda of: f"[{of(0)}]"),
    "overset": ("{{", lambda of: of(1) + superscript(of(0))),
    "underset": ("{{", lambda of: of(1) + subscript(of(0))),
    "stackrel": ("{{", lambda of: of(1) + superscript(of(0))),
    "underbrace": ("{", lambda of: of(0)),
    "overbrace": ("{", lambda of: of(0)),
    "pmod": ("{", lambda of: f" (mod {of(0)})"),
    "ding": ("{", lambda of: {"51": "✓", "52": "✓", "55": "✗", "56": "✗"}.get(of(0), f"\\ding{{{of(0)}}}")),
}
_SHAPES |= {name.rstrip("*"): ("{", lambda of: of(0)) for name in WRAPPERS if name.rstrip("*") not in _SHAPES}
_SHAPES["operatorname"] = ("*{", lambda of: f"{THIN}{of(1)}{THIN}")
_SHAPES |= {
    name: ("*[[{", lambda of: "[" + ", ".join(key.strip() for key in of(3).split(",")) + "]")
    for name in words("cite citep citet citealp citealt citeauthor citeyear parencite textcite")
}


def _accent(mark: str) -> tuple[str, Callable[[Argument], str]]:
    return "{", lambda of: accented(settled(of(0)), mark)


_SHAPES |= {name: _accent(mark) for name, mark in ACCENTS.items()}

_WORDS = {name: f"{THIN}{name}{THIN}" for name in FUNCTIONS} | {n: f"{THIN}{t}{THIN}" for n, t in RELATIONS.items()}
_PLAIN = dict.fromkeys(SILENT, "") | SYMBOLS | _WORDS


def _defaults() -> Iterator[tuple[str, Any]]:
    """Pylatexenc's own entries that are mere symbols: the rest could drop text or read files."""
    for spec in latex2text.get_default_latex_context_db().iter_macro_specs():
        if isinstance(spec.simplify_repl, str) and spec.simplify_repl and "%" not in spec.simplify_repl:
            text = spec.simplify_repl
            if not text.isascii() and "<" not in text:
                yield spec.macroname, spec


_ACCENT_LETTERS = frozenset("'`\"^~=.cvuHkrbdt")
_TAKEN = dict(_defaults())
KNOWN = frozenset(_PLAIN) | frozenset(_SHAPES) | frozenset(_TAKEN) | _ACCENT_LETTERS
ONE_ARGUMENT = frozenset(name for name, (shape, _) in _SHAPES.items() if shape.count("{") == 1)
TWO_ARGUMENTS = frozenset(name for name, (shape, _) in _SHAPES.items() if shape.count("{") == 2)


def text_table() -> Any:
    """How each macro is written."""
    table = macrospec.LatexContextDb()
    shapes = [_macro(name, write) for name, (_, write) in _SHAPES.items()]
    plain = [
        latex2text.MacroTextSpec(name, simplify_repl=text or None, discard=True)
        for name, text in _PLAIN.items()
        if name not in _SHAPES
    ]
    scripts = [_script("^", superscript), _script("_", subscript)]
    table.add_context_category("ours", macros=shapes + plain, specials=scripts)
    accents = [
        spec
        for spec in latex2text.get_default_latex_context_db().iter_macro_specs()
        if spec.macroname in _ACCENT_LETTERS
    ]
    table.add_context_category("symbols", macros=[*_TAKEN.values(), *accents])
    return table


def reading_table() -> Any:
    """Which arguments each macro takes. Quotes, dashes and ties are left to later steps."""
    table = latexwalker.get_default_latex_context_db()
    table = table.filter_context(keep_which=["macros", "environments"])
    macros = [macrospec.std_macro(name, shape) for name, (shape, _) in _SHAPES.items()]
    macros += [macrospec.std_macro(name, "") for name in _PLAIN if name not in _SHAPES]
    one = macrospec.MacroStandardArgsParser("{")
    scripts = [macrospec.SpecialsSpec("^", one), macrospec.SpecialsSpec("_", one)]
    table.add_context_category("ours", macros=macros, specials=scripts, prepend=True)
    return table
