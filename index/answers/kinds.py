"""The kinds of question, and how they are told from the words."""

import re
from enum import Enum


class Kind(Enum):
    """What sort of answer a question wants."""

    CHAT = "chat"
    CODE = "code"
    AUTHORS = "authors"
    COUNT = "count"
    LIST = "list"
    FIND = "find"  # a list of which one is enough
    MORE = "more"  # others of the list before
    COMPARISON = "comparison"
    DEFINITION = "definition"
    ABOUT = "about"  # what a paper is about
    NUMBER = "number"
    DURATION = "duration"
    DATASET = "dataset"
    WHY = "why"
    HOW = "how"
    YES_NO = "yes/no"
    WHAT = "what"
    FRAGMENT = "fragment"  # "and the forward pass?": takes its kind from the question before


LISTING = frozenset({Kind.LIST, Kind.FIND, Kind.COUNT, Kind.MORE})


_I = re.IGNORECASE
PAPERS = r"(?:papers?|articles?|works?|abstracts?|publications?|stud(?:y|ies)|submissions?)"
PEOPLE = r"(?:anyone|anybody|someone|somebody|people|authors|groups)"
WAYS = r"(?:methods?|approach(?:es)?|techniques?|frameworks?|algorithms?|models?|systems?|benchmarks?)"
CODE_WORD = r"(?:source code|code ?base|code|repo(?:sitory)?|github|implementation|project page)"
NOT_CODE = (
    r"(?!\s+(?:generation|generat|model|llm|completion|review|synthesis|search|understanding|translation|repair|"
    r"reasoning))"
)


_RULES: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (
        Kind.MORE,
        re.compile(
            rf"^(?:(?:are|is) there |do you have |have you |got )?(?:any|some|show|give|"
            rf"list)?\s*(?:me\s+)?(?:(?:any|some)\s+)?(?:others?|more|else|other {PAPERS}|more {PAPERS}|"
            rf"more (?:of|like) (?:these|them|those|this)|anything else|what else|who else|further {PAPERS}|"
            rf"the rest|next)(?: like (?:this|that|these|it))?(?: please| there)?[?.! ]*$|^(?:anything|what|"
            rf"who|any) else[?.! ]*$|^which others?[?.! ]*$",
            _I,
        ),
    ),
    (
        Kind.COUNT,
        re.compile(
            rf"\bhow many\b(?: of (?:these|them|the|those))?(?: [\w-]+){{0,4}}? {PAPERS}\b|\b(?:number|"
            rf"count) of (?:[\w-]+ )?{PAPERS}\b|^how many of (?:these|them|those)\b",
            _I,
        ),
    ),
    (
        Kind.AUTHORS,
        re.compile(
            r"\bhow many (?:co-?)?authors\b|\bwho (?:wrote|authored|published|made|are the authors|"
            r"is the (?:first )?author|did this|"
            r"proposed|invented|came up|is behind|works? on this)\b|\bauthors? of\b|\bwhose (?:paper|work|"
            r"method) is\b|\bwritten by whom\b|\bwho wrote\b|\bwh(?:o|ich) (?:is|are) (?:its|the|"
            r"their) authors?\b|\bwhich (?:university|institution|lab|company|affiliation)\b|\baffiliation",
            _I,
        ),
    ),
    (
        Kind.LIST,
        re.compile(
            rf"\b(?:which|what|any|all|list|find|show|give me|some|there|recommend|suggest|need|looking for|"
            rf"want) (?:me |us )?(?:all |the |any |some |other |more )*(?:[\w‑-]+ ){{0,6}}?(?:papers|articles|"
            rf"works|abstracts|publications|studies)\b|^(?:summari[sz]e|overview of)\b.*\bpapers\b|^papers\b|"
            rf"^(?:which|what) of (?:these|them|those|the)\b|"
            rf"\b(?:works|papers) (?:on|about|that|which|using|with|for)\b|^(?:is|are) (?:there )?(?:anything|"
            rf"any {PAPERS}|any (?:[\w-]+ ){{0,2}}{PAPERS}|something)\b|^(?:does|do|has|have|did|is) (?:anyone|"
            rf"anybody|anything|any (?:of the )?{PAPERS}|someone)\b|^(?:anyone|anybody|anything|something)\b|"
            r"^(?:which|what) (?:[\w‑-]+ ){0,4}?(?:methods|approaches|techniques|frameworks|algorithms|systems) "
            r"(?!do(?:es)? (?!not\b|n['’]t)|did |is |was |were |has |have (?:been|they) |in |of |for |from |to )\w|"
            rf"^who (?:uses?|works?|stud(?:y|ies)|does|deals?|tackles?|addresses|proposes)\b",
            _I,
        ),
    ),
    (
        Kind.FIND,
        re.compile(
            r"\b(?:which|what|find (?:me )?(?:the|a)|show (?:me )?(?:the|a)|is there an?|"
            r"the) (?:[\w‑-]+ ){0,3}?(?:paper|article|abstract)s?\b(?=.*\b(?:is|are|was|that|which|does|about|"
            r"on|with|by|for|using|uses|[a-z]+s)\b)|^(?:which|what) (?:[\w-]+ ){0,2}?(?:one )(?:is|has|does|"
            r"uses|deals)\b|^which one\b|\bis there an? (?:[\w-]+ ){0,3}?paper\b",
            _I,
        ),
    ),
    (
        Kind.CODE,
        re.compile(
            rf"(?:^|\b(?:have|has|with|got|release[sd]?|share[sd]?|publish(?:ed)?|provide[sd]?|is|any|the|find|"
            rf"get|see|where|link|address|url|its|their|"
            rf"give)\b[^.?]{{0,60}}?)\b{CODE_WORD}\b{NOT_CODE}(?:\s+(?:available|public|released|online|open|"
            rf"link|address|url|there|anywhere|yet|please|published|out|somewhere|located|page|does it have|"
            rf"where is)\b|\s+(?:for|of|to)\b|\s*[?.!]*$|\s+where|\s+is\b)|\bopen[- ]sourced?\b|"
            rf"\bwhere\b[^.?]{{0,40}}\b(?:is|are|can|find|get|see)\b[^.?]{{0,40}}\b{CODE_WORD}\b|"
            rf"\b{CODE_WORD} (?:for|of) \S+|\bwhere is the code\b|^(?:\S+ ){1, 3}code[?.! ]*$|\bcode (?:where|"
            rf"does)\b|\blink to (?:the )?(?:paper|pdf)\b",
            _I,
        ),
    ),
    (
        Kind.COMPARISON,
        re.compile(
            r"\bdifferen(?:ce|ces|t from|tly from|t to)\b|\bdiffers?\b|\bcompar(?:e|ed|ing|"
            r"ison)\b(?=.*\b(?:and|with|to|vs|versus|between)\b)|\bversus\b|\bvs\b|\bin common\b|\b(?:better|"
            r"faster|cheaper|more \w+) than\b",
            _I,
        ),
    ),
    (
        Kind.DURATION,
        re.compile(
            r"\bhow long\b(?! (?:is|are) the (?:context|sequence))|\bhow many (?:hours|days|minutes|seconds|"
            r"weeks|months|gpu[- ]?(?:hours|days))\b|\b(?:training|how much) time\b(?!.*\b(?:sav|reduc|fast|"
            r"less|improv|lower|cut))|^when (?:was|were|will)\b",
            _I,
        ),
    ),
    (
        Kind.DATASET,
        re.compile(
            r"\b(?:which|what)(?: [\w-]+){0,3} (?:data ?sets?|benchmarks?|corpora|corpus|environments?|"
            r"testbeds?|suites?)\b|\b(?:which|what) data\b|\b(?:what|which|where)\b.*\b(?:evaluated|tested|"
            r"tried|validated|benchmarked|trained|experiment\w*)\b(?: (?:on|out|with|in))?[?. ]*$|"
            r"\bon (?:what|which)\b.*\b(?:evaluat|test|tri|valid|train)|\b(?:data ?sets?|benchmarks?) (?:does|"
            r"do|did|is|are|was|were|used)\b|^(?:data ?sets?|benchmarks?)\b|\bdatasets? (?:which|what)|"
            r"\bwhat are the (?:datasets|benchmarks)\b",
            _I,
        ),
    ),
    (
        Kind.NUMBER,
        re.compile(
            r"\bhow (?:many|much|fast|close|large|big|high|low|often|far|small|accurate|deep|wide|strong|well|"
            r"quick|quickly)\b|\b(?:what|which)(?: is| was| are)?(?: the| an?)?(?: (?!does|do|did|is|"
            r"are)[\w-]+){0,3} (?:percentage|percent|fraction|average|speed-?ups?|accuracy|gain|gains|"
            r"improvement|score|number|factor|size|amount|ratio|reduction|increase|cost|rate|bound|bounds|"
            r"complexity|regret|error|f1|bleu|auc)\b(?= *(?:[?.]|$)|(?: \w+){0,2} (?:of|does|do|did|is|are|"
            r"was|has|have|with|by|in|over|on|for|can|could|at)\b)|\bby what (?:factor|margin)\b",
            _I,
        ),
    ),
    (Kind.WHY, re.compile(r"\bwhy\b|\bfor what reason\b|\bhow come\b|\bwhat causes?\b", _I)),
    (
        Kind.DEFINITION,
        re.compile(
            r"^(?:(?:so )?(?:what|who)(?: is| are|'s|s|’s)(?: an?| the)? (?!wrong|the difference|new|novel|"
            r"good|bad|special|its?\b|their|this|that|they|behind)(?:(?! (?:of|for|in|on|with|does|do|did|"
            r"that|used|behind|about|between|by|to|from|at)\b)[^?])+(?: (?:good|used) for)?|define .+|"
            r"what does .+ (?:mean|stand for)|what do .+ mean|(?:the )?meaning of .+|definition of .+|"
            r".+ (?:what is|what does it mean))[?.! ]*$",
            _I,
        ),
    ),
    (
        Kind.ABOUT,
        re.compile(
            r"^(?:(?:tell|say)(?: me| us)?(?: more| something)? (?:about|on)|summari[sz]e|explain|describe|"
            r"more (?:on|about)|give me (?:a |the )?(?:summary|overview|gist) of|overview of|details? (?:on|"
            r"of|about)|(?:can you )?elaborate(?: on)?|expand on)\b|^(?:so )?what (?:does|do|did|is|are|"
            r"was) (?:[^?]+ )?(?:do|about|propose|contribute|contribution|main idea|key idea|suggest|"
            r"introduce|present)[?.! ]*$|^(?:the )?(?:summary|gist|abstract|main idea|key idea|"
            r"contribution) (?:of|behind)\b|what does it do|^what(?: is|'s) (?:the )?(?:main |key |"
            r"core )?(?:idea|contribution|novelty|point|gist|goal)\b|^more[?.! ]*$|^tell me more",
            _I,
        ),
    ),
    (Kind.HOW, re.compile(r"\bhow\b|\bin (?:what|which) way\b|\bby what means\b", _I)),
    (
        Kind.YES_NO,
        re.compile(r"^(?:is|are|was|were|does|do|did|can|could|has|have|had|will|would|should|must|may)\b|\bdoes$", _I),
    ),
    (Kind.WHAT, re.compile(r"\b(?:what|which|who|whom|whose|where)\b", _I)),
)


_BARE_DEFINITION = re.compile(r"what(?: is|'s|’s) (?:an? )?(?!the\b|its\b|their\b)[\w‑-]+(?: [\w‑-]+){0,3}[?.! ]*$", _I)


def kind_of(text: str, chinese: bool) -> Kind:
    """The kind of question that *text* is."""
    for kind, rule in _RULES:
        if rule.search(text):
            if kind is Kind.NUMBER and _BARE_DEFINITION.match(text):
                return Kind.DEFINITION
            counted = kind is Kind.DATASET and re.search(r"\bhow many\b", text, _I)
            return Kind.NUMBER if counted else kind
    if chinese and re.search(r"\bdoes\b", text):
        return Kind.YES_NO
    return Kind.FRAGMENT
