"""What is no question about papers: greetings, thanks, and questions about the bot itself."""

import re
import unicodedata

from index.search.analysis import fold

_THANKS = frozenset(
    """
    thanks thank thx ty cheers appreciated appreciate grateful danke merci
    """.split()  # noqa: SIM905 - a paragraph reads better than a list
)
_GREETINGS = frozenset(
    """
    hello hi hey hiya morning afternoon evening yo greetings howdy
    """.split()  # noqa: SIM905 - a paragraph reads better than a list
)
_PARTING = frozenset(
    """
    bye goodbye cya later
    """.split()  # noqa: SIM905 - a paragraph reads better than a list
)
_PRAISE = frozenset(
    """
    ok okay great cool nice perfect awesome good excellent wonderful amazing lovely neat brilliant super yes no
    yep nope sure fine well done interesting lol haha wow understood helpful sorry
    """.split()  # noqa: SIM905 - a paragraph reads better than a list
)
_FILLER = frozenset(
    """
    you so very much a lot there bot icml for the that this it is was got i to all again team guys everyone job
    work really and how are doing today see my me help your s nice meet
    """.split()  # noqa: SIM905 - a paragraph reads better than a list
)
_HELP = re.compile(
    r"(?:please )?help(?: me)?(?: please)?"
    r"|(?:how (?:do|can|should|does|to)(?: i| we| one| someone)? ?(?:use|ask|talk to|work with|operate|start|"
    r"search|work)"
    r"(?: with)?(?: this| you| it| the bot| icml| questions?| here)*(?: bot| tool| thing| work)?)"
    r"|what (?:can|do|could|should) (?:you|i|we) (?:do|ask|know)(?: you| here| for me| about)*(?: exactly)?"
    r"|(?:who|what) are you(?: exactly)?|are you (?:a |an )?(?:human|robot|bot|ai|llm|real|chatgpt|there)(?: or .*)?"
    r"|(?:what is|whats|what s) (?:this|your name)(?: bot)?|who (?:made|built|wrote|created) you"
    r"|how does (?:this|it|the bot) work|what are your commands|commands|usage"
    r"|(?:can|could|will) you help(?: me| us)?|tell me about yourself|tell me a joke"
)

_ELSE = re.compile(  # what others do: no paper answers it
    r"(?:please |can you |could you |will you )?(?:write|compose|sing|translate|remind|book|order|buy|play|email|call)"
    r" (?:me|us|a|an|the|this|that|it|my|our|some) .+"
)

HELP = (
    "Ask me about the papers in plain words, such as “which papers need no data?” or “does SVC have code?”. "
    "I answer with sentences of the abstracts, word for word, each with its paper, and say so when no abstract tells."
)
THANKS = "You’re welcome. Ask on whenever you like."
HELLO = "Hello! Ask me about the papers, such as “which papers are about model merging?”."
BYE = "See you. The papers stay here."
NICE = "Good. Ask on in this thread whenever you like."
EMPTY = "Yes? Ask me about the papers, such as “which papers are about model merging?”."


def reply(text: str) -> str:
    """What to say to *text* when it is small talk or about the bot; "" when it asks about papers."""
    bare = " ".join(re.findall(r"[^\W_]+", fold(text).replace("'", "").replace("’", "")))
    if not bare:
        return NICE if any(unicodedata.category(mark) == "So" for mark in text) else EMPTY  # a picture, or marks alone
    if _HELP.fullmatch(bare) or _ELSE.fullmatch(bare):
        return HELP
    found = bare.split()
    known = (_THANKS, _GREETINGS, _PARTING, _PRAISE, _FILLER)
    if len(found) > 12 or not all(any(word in kind for kind in known) for word in found):
        return ""
    for kind, said in ((_THANKS, THANKS), (_GREETINGS, HELLO), (_PARTING, BYE), (_PRAISE, NICE)):
        if any(word in kind for word in found):
            return said
    return ""
