"""What a member asks: the kind of question, what it points at, and the words that it is about."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from index.answers import smalltalk
from index.answers.glossary import is_chinese, to_english
from index.answers.kinds import CODE_WORD, LISTING, NOT_CODE, WAYS, Kind, kind_of
from index.model import Turn
from index.search.query import as_meant

LONGEST_QUESTION = 600  # characters that count


@dataclass(frozen=True, slots=True)
class Question:
    """A question, read. Which papers it points at is for the library to say."""

    typed: str
    text: str  # in English words, without the bot's name, greetings and politeness
    kind: Kind
    about: str = ""  # the part of the text that names what is looked for
    chat: str = ""  # what to say to small talk
    ordinals: tuple[int, ...] = ()  # "the second one": 2; the last is -1
    pronoun: bool = False  # "it", "they", "the paper"
    plural: bool = False  # "these", "of them", "both"
    elliptic: bool = False  # leans on the question before
    correction: bool = False  # "no, the federated one"
    wants_code: bool = False  # only papers with code
    several: bool = False  # asks what several papers say: "how do different papers …"
    chinese: bool = False


_MENTION = re.compile(r"^(?:\s*@[\w.-]+[,:]?\s*)+|\s+@(?:icml|bot)\b", re.IGNORECASE)
_POLITE = re.compile(
    r"^(?:(?:hi|hello|hey|ok|okay|so|well|please|pls|thanks|great|cool|nice|hmm|um|also|btw|by the way|"
    r"quick question|question)\b[\s,!.:–—-]*"
    r"(?:(?:there|all|bot|team|everyone)\b[\s,!.:–—-]*)?)+(?=\S)"
    r"|^(?:(?:can|could|would|will) you (?:please |maybe )?(?:tell|show|explain|say|give|let)(?: me|"
    r" us)?(?: know)?|i (?:want|would like|d like|need) to know"
    r"|i (?:am|m|was) wondering|do you know|tell me|let me know|any idea|i wonder)\b[\s,:]*(?=(?:what|which|"
    r"who|how|why|when|where|if|whether|does|is)\b)",
    re.IGNORECASE,
)
_LEANING = re.compile(r"^(?:and|but|or|so|then|plus)\b|^(?:what|how) about\b|^(?:same|also)\b", re.IGNORECASE)
_CORRECTING = re.compile(
    r"^(?:no|nope|not (?:that|this)(?: one)?|i meant?|sorry|rather|actually)\b[\s,.:–—-]*(?:(?:not )?(?:that|"
    r"this)(?: one)?[\s,.:–—-]+)?(?:i meant?\b[\s,:]*)?",
    re.IGNORECASE,
)
_ORDINAL_WORDS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10, "last": -1, "final": -1, "former": 1, "latter": -1,
}  # fmt: skip
_ORDINAL = re.compile(
    r"\b(?:the\s+)?(?P<word>"
    + "|".join(_ORDINAL_WORDS)
    + r")(?:\s+(?:one|paper|result|hit|pick|of (?:these|them|those)|method|entry)\b(?!s)|\s*[?.!]*$|"
    r"(?=\s+and\b)|(?<=former)|(?<=latter))"
    r"|(?<![\w-])(?:#|(?:number|no\.?|paper|result|pick)\s+#?)(?P<number>\d{1,2})(?![\w.%×])"
    r"|\b(?P<nth>\d{1,2})(?:st|nd|rd|th)\s+(?:one|paper|result|pick)\b|(?<!\w)\[(?P<mark>\d{1,2})\]",
    re.IGNORECASE,
)
_PLURAL = re.compile(
    r"\b(?:these|those|them|both|they|their)\b|\b(?:each|all|either|any|which|some) of\b|\bwhich ones?\b", re.IGNORECASE
)
_PRONOUN = re.compile(
    r"\b(?:it|its|it's|they|their|them|he|she|this|that)\b(?!\s+(?:take|possible|true|known|matter|there)\b)"
    r"|\b(?:this|that|the|these|those|your)\s+(?:same\s+)?(?:paper|method|approach|work|authors?|framework|"
    r"model|algorithm|abstract|one|ones|result|pick)\b",
    re.IGNORECASE,
)

_SEVERAL = re.compile(
    rf"\b(?:how|what|why|which|in what ways)\b[^?]*?\b(?:papers|works|people|researchers|authors|studies|"
    rf"(?:different|various|other|recent|existing|current) {WAYS}|approaches|ways|strategies|solutions)\b"
    rf"|\bhow (?:can|could|do|does|should|is|are|might) (?:one|we|you|i|people)\b|\bways (?:to|of)\b|"
    rf"\bapproaches (?:to|for)\b|\bwhat (?:is|has been|was) (?:done|proposed|known)\b|\bhow (?:can|could|might|"
    rf"are|is) [^?]* be\b",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"https?://\S+")
_THE_ONE = re.compile(  # "the federated one", but no place in a list
    r"the (?!" + "|".join(_ORDINAL_WORDS) + r")(?:[^\s?]+ ){1,4}(?:one|paper)[.!? ]*", re.IGNORECASE
)
_FIRST_FEW = re.compile(r"\b(?:the )?first (two|three|four|\d)\b(?: ones?| papers)?", re.IGNORECASE)
_HOW_MANY_WANTED = re.compile(
    r"\b(?:a few|a couple of|two|three|four|five|six|ten|\d{1,2})\s+(?=(?:[\w-]+ ){0,2}(?:papers|works|"
    r"articles)\b)",
    re.IGNORECASE,
)


def read(turns: Sequence[Turn]) -> Question:
    """The question of the last of *turns*; how it leans on the others is told, not resolved."""
    typed = turns[-1].text if turns else ""
    chinese = is_chinese(typed)
    text = as_meant(to_english(typed)[:LONGEST_QUESTION])
    text = " ".join(_MENTION.sub(" ", text).split())
    if said := smalltalk.reply(text):
        return Question(typed, text, Kind.CHAT, chat=said, chinese=chinese)
    text = _stripped(text) or text
    correction = len(turns) > 1 and bool(_CORRECTING.match(text))
    if correction:
        text = _CORRECTING.sub("", text).strip() or text
    leaning = bool(_LEANING.search(text))
    if leaning:
        text = (
            re.sub(
                r"^(?:(?:and|but|or|so|then|plus|also|same)\b[\s,]*)*(?:(?:what|how) about\b\s*)?",
                "",
                text,
                flags=re.IGNORECASE,
            )
            or text
        )
    kind = kind_of(_ADDRESS.sub("it", text), chinese)
    if len(turns) > 1 and _THE_ONE.fullmatch(text):
        kind, correction = Kind.ABOUT, True
    if kind in LISTING:
        text = _HOW_MANY_WANTED.sub("", text)
    ordinals, rest = _ordinals(text)
    if kind is Kind.FRAGMENT and ordinals and not re.search(r"\w{3}", _without_frames(rest)):
        kind = Kind.ABOUT
    return Question(
        typed,
        text,
        kind,
        about=rest,
        ordinals=ordinals,
        pronoun=bool(_PRONOUN.search(text)) or bool(ordinals),
        plural=bool(_PLURAL.search(text)) or len(ordinals) > 1,
        elliptic=leaning or correction or kind is Kind.FRAGMENT or (len(turns) > 1 and len(text.split()) <= 4),
        correction=correction,
        wants_code=kind in LISTING
        and bool(
            re.search(
                rf"\b(?:have|has|with|share|release[sd]?|give|publish|provide|"
                rf"offer)\b[^.?]*\b{CODE_WORD}\b{NOT_CODE}|\bopen[- ]source"
                r"|\bcode (?:for|of) (?:any|all|some|these|those|the)\b[^?]*\bpapers\b",
                text,
                re.IGNORECASE,
            )
        ),
        several=bool(_SEVERAL.search(text)),
        chinese=chinese,
    )


def taking_kind_of(question: Question, before: Question | None) -> Question:
    """*question*, which is a fragment, with the kind of the question *before*."""
    if question.kind is not Kind.FRAGMENT:
        return question
    if before is None or before.kind in (Kind.CHAT, Kind.FRAGMENT, Kind.MORE):
        return replace(question, kind=Kind.WHAT)
    return replace(question, kind=before.kind)


def _stripped(text: str) -> str:
    text = re.sub(r"[\s,]+(?:pls|plz|please|thx|thanks|thank you)[\s.!]*$", "", text, flags=re.IGNORECASE)
    while (shorter := _POLITE.sub("", text, count=1).strip()) != text:
        text = shorter
    return text


def _without_frames(text: str) -> str:
    return re.sub(r"\b(?:the|one|ones|paper|about|tell|me|more|please|of|these|them)\b", " ", text, flags=re.IGNORECASE)


def _ordinals(text: str) -> tuple[tuple[int, ...], str]:
    found: list[int] = []
    for one in _ORDINAL.finditer(text):
        if one["word"]:
            found.append(_ORDINAL_WORDS[one["word"].lower()])
        else:
            found.append(int(one["number"] or one["nth"] or one["mark"]))
    if not found and (few := _FIRST_FEW.search(text)):
        named = {"two": 2, "three": 3, "four": 4}
        found = list(range(1, (named.get(few[1].lower()) or int(few[1])) + 1))
        text = _FIRST_FEW.sub(" ", text)
    return tuple(found), _ORDINAL.sub(" ", text) if found else text
