"""The wordings in which authors say what they made; `index.names.claims` weighs them."""

import re

from index.cleaning.words import words
from index.names.shapes import NAME

_STRONG_VERBS = (
    r"propos(?:es?|ed|ing)|introduc(?:es?|ed|ing)|present(?:s|ed|ing)?|develop(?:s|ed|ing)?|design(?:s|ed|ing)?|"
    r"devis(?:es?|ed|ing)|releas(?:es?|ed|ing)|unveil(?:s|ed|ing)?|creat(?:es?|ed|ing)|construct(?:s|ed|ing)?|"
    r"buil(?:ds?|t|ding)|describ(?:es?|ed|ing)|put forward|contribut(?:es?|ed|ing)|open-sourc(?:es?|ed|ing)"
)
_WEAK_VERBS = (
    r"defin(?:es?|ed|ing)|provid(?:es?|ed|ing)|train|produc(?:es?|ed|ing)|implement(?:s|ed|ing)?|"
    r"formulat(?:es?|ed|ing)|establish(?:es|ed|ing)?|curat(?:es?|ed|ing)|yield(?:s|ed|ing)?|motivat(?:es?|ed)|"
    r"inspir(?:es?|ed)|leads? to|rise to|offer(?:s|ed|ing)?|deriv(?:es?|ed|ing)|form|resort to|instantiate|"
    r"comprising|enable|introduction of"
)
VERB = re.compile(rf"\b(?:({_STRONG_VERBS})|({_WEAK_VERBS})),?(?: and [a-z-]{{4,}}(?: [a-z]+ly)?)?(?=[\s:])")
STEMS = (
    "ropos", "ntroduc", "resent", "evelop", "esign", "evis", "eleas", "nveil", "reat", "onstruct", "buil", "escrib",
    "put forward", "ontribut", "sourc", "efin", "rovid", "train", "roduc", "mplement", "ormulat", "stablish", "urat",
    "yield", "otivat", "nspir", "lead", "rise to", "offer", "eriv", "form", "resort", "nstantiat", "compris", "enable",
)  # fmt: skip
OURS = re.compile(
    r"\b(?:[Ww]e|[Oo]ur|[Tt]his (?:\w+ )?(?:paper|work|study|article|research|report|letter|thesis|chapter|survey)|"
    r"[Tt]he (?:present )?(?:paper|study)|[Tt]hese \w+|authors|[Kk]ey (?:innovation|contribution)|[Rr]esulting)\b"
)
OURS_HINTS = ("e ", "ur ", "his ", "he paper", "he study", "hese", "uthors", "ey ", "esulting")
TOKEN = re.compile(rf"({NAME})|([^\s\w])")
STOP = words(
    "for of on in with from based using that which to via by where under against whose when through over "
    "into without between within across as while whereby built than if can is are was given trained "
    "combining and or "
)
JOINING = frozenset(["and", "or"])
ARTICLES = words("a an the our its this these two three four several both ")
HEADS = words(
    "framework method model algorithm approach system benchmark dataset suite architecture network "
    "optimizer paradigm pipeline family protocol strategy technique toolkit library platform environment "
    "agent solver estimator tokenizer corpus toolbox simulator engine variant procedure scheme series "
    "tool package kernel attack defense "
)
PARTS = words(
    "module loss layer mechanism hypothesis phenomenon dilemma setting principle conjecture task metric "
    "condition index criterion score problem theory "
)
FOLLOWING = words(
    "which that to for with a an the our where is by based in on as and using via uses through consisting "
    "combining aimed tailored designed built trained under has can achieves leveraging integrating "
    "equipped created "
)
COMPONENT = re.compile(
    r"(?i)(?:\bfirst(?:ly)?,?|\bsecond(?:ly)?,|\bthird(?:ly)?,|\bspecifically,|\bin particular,|"
    r"\balso\b|\badditionally,|\bfurther(?:more)?,?|\bmoreover,|\bfinally,) (?:we |this paper )?$"
)
MEASURING = re.compile(
    r"\b[Tt]o (?:\w+ly )?(?:evaluate|measure|assess|verify|quantify|test|probe|diagnose|facilitate)\b"
)
PRODUCT = re.compile(
    r"(?i)^(?:building on|built on|based on|with (?:these|the|this)|leveraging|combining|together,|"
    r"by combining|using these|to this end|to address)\b"
)

CUE = re.compile(
    r"\b(?:called|termed|named|dubbed|coined|denoted(?: as| by)?|designated(?: as)?|namely|titled|"
    r"entitled|abbreviated(?: as)?|known as|i\.e\.|"
    r"refer(?:red)? to(?: it| this| them| these| the \w+| our \w+)? as|(?:we|to) (?:call|term|name|"
    r"dub)(?: (?:it|this|them|the \w+|"
    r"our \w+|this \w+(?: \w+)?))?|(?:or|and) simply|in short|for short)[,:]?\s+(?:(?:the|a|an|as|"
    r"our) )?[“\"‘']?(?=[^\W_]|\\)"
)
NEW = re.compile(r"\b(?:novel|new|proposed|resulting)\b|\bThis [a-z]")
NO_METHOD = re.compile(
    r"(?<![\w-])(?:issue|problem|phenomenon|challenge|hypothesis|setting|task|effect|bias|failure|"
    r"assumption|concept|property|"
    r"threat|account|dilemma|regime|question|barrier|limitation|pitfall|gap|quantity|condition|mode)s?"
    r"(?: \([^()]*\))?,? ?(?:that |which |is |are )?$"
)
CUES = ("called", "termed", "named", "dubbed", "coined", "denoted", "designated", "namely", "titled",
        "abbreviated", "known as", "i.e.", " as ", "we call", "we term", "we name", "simply", "short",
        "to call", "we dub")  # fmt: skip
OR_NAME = re.compile(rf", or ({NAME})(?=[.,])")
MADE = re.compile(
    r"[”\"’]?,? (?:is|are|was|were) (?:then |thus |therefore |hereby |first |further )?"
    r"(?:proposed|introduced|presented|developed|designed|devised)\b"
)
MADE_HINTS = (" proposed", " introduced", " presented", " developed", " designed", " devised")
ENDING_NAME = re.compile(rf"({NAME})(?: \((?:({NAME})|[^()]*)\))?$")
PROUD = re.compile(
    r"\b(?:[Oo]ur|[Tt]he (?:proposed|resulting|final|new)|[Tt]he (?=outcome|result|dataset|benchmark)|"
    r"[Kk]ey|[Pp]roposed) "
    r"(?:(?:[\w-]+ ){0,3}?(\w+?)s?(?:, | is | |(?= \()))??(?:called |named |termed )?(?=[“\"(\\]?[^\W_a-z]|[a-z]+[A-Z])"
)
PROUD_HINTS = ("ur ", "esulting", "roposed ", "outcome", "he final", "he new", "he dataset", "he benchmark", "ey ")
SOLVED = re.compile(
    r"\b(?:address|bridge|fill|close|tackle|resolve|overcome|mitigate|remedy|solve|implement|"
    r"instantiate|realize|meet)\w* "
    r"[^.;]{3,70}? (?:with|by|via|through|in|as)(?= (?:[^\W\d_a-z]|a |an |the |our |\w+[A-Z]))"
)
ITEM = re.compile(r"\((?:\d|[ivx]{1,3}|[abc])\)")
INSIDE = re.compile(
    r"\(\s*(?:(?:termed|called|named|dubbed|abbreviated|denoted|i\.e\.|short|abbr\.|or|aka|"
    r"a\.k\.a\.)(?: as| for)?[,:]?\s+)?"
    rf"[“\"‘]?({NAME})[”\"’]?\s*([,;:][^()]{{0,60}})?\)"
)
REACH = 150  # characters after a verb in which its object's name stands
COULD_NAME = re.compile(r"[A-Z\dα-ωΑ-Ω\\]")
ONE = re.compile(NAME)
LATER_INSIDE = re.compile(rf"[^.;()]{{0,110}}{INSIDE.pattern}")


PHRASE = re.compile(
    r"\b(?:[Ww]e|paper|work|study|[Tt]o) (?:[a-z]+ ){0,3}?(?:propose|introduce|present|develop|"
    r"describe|design|devise)s? (?:the )?"
    r"([A-Z][\w’'-]*(?: (?:[A-Z][\w’'-]*|of|and|for|to|in|as|with|by|from)){0,4} [A-Z][\w’'-]*)(?=,|"
    r" \(|—| – | - |:| which | that |\.)"
)
