"""Prose as lists give it — LaTeX, Markdown, HTML, any Unicode — as text a person wants to read."""

from unicodedata import is_normalized, normalize

from index.cleaning.addresses import found_in, with_links_held
from index.cleaning.characters import plain_characters
from index.cleaning.held import Held, without_placeholders
from index.cleaning.html import without_entities, without_tags
from index.cleaning.latex import without_latex
from index.cleaning.markdown import without_markdown
from index.cleaning.typesetting import typeset


def clean(raw: str) -> str:
    """Return *raw* as plain text: one line a paragraph, a blank line between paragraphs.

    Letters and digits keep their order: markup goes, words stay. What cannot be
    converted stays as it was typed. Never raises, and is empty only if *raw* has
    nothing to read.
    """
    text = _decoded(raw)
    held = Held()
    shown = without_tags(text)
    shown = with_links_held(shown, held)
    shown = without_latex(shown, held)
    shown = without_markdown(shown, held)
    shown = held.release(typeset(shown))
    if not is_normalized("NFC", shown):  # a held mark met its letter
        shown = normalize("NFC", shown)
    return shown if shown or not any(map(str.isalnum, text)) else " ".join(text.split())


def clean_title(raw: str) -> str:
    """Return *raw* as plain text on one line."""
    return " ".join(clean(raw).split())


def web_links(raw: str) -> tuple[str, ...]:
    """Return the http and https addresses in *raw*, in order, once each.

    They are found bare and in LaTeX, Markdown and HTML, and lose the sentence's
    punctuation. Other schemes (``javascript:``) are never returned.
    """
    return tuple(found_in(_decoded(raw)))


def _decoded(raw: str) -> str:
    text = plain_characters(raw)
    if "&" in text:
        text = plain_characters(without_entities(text))
    return text if text.isascii() else without_placeholders(text)
