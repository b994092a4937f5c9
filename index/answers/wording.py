"""Words that people ask with, and words that mean about the same in this field.

None of them is about a paper: they are the frame of a question, not what it asks for.
"""

from functools import lru_cache

from index.search.analysis import fold, stem

# The frame of a question; says nothing about what is looked for.
ASKING = frozenset(
    """
    paper papers article articles work works publication publications abstract abstracts author authors study
    studies method methods approach approaches technique techniques framework frameworks algorithm algorithms
    anybody anyone anything somebody something one ones people others other another different various kind kinds
    type types sort what which who whose why how when where deal deals dealing cope copes coping tackle tackles
    tackling address addresses addressing involve involves involving use uses used using give gives giving given
    show shows showing shown list find finds finding found tell tells say says said explain explains describe
    describes please know want need needs needed require requires look looks looking search searching about
    according cover covers covering mention mentions mentioned consider considers focus focuses propose proposes
    proposed introduce introduces introduced present presents presented discuss discusses concern concerns relate
    related relevant regarding handle handles handling solve solves solving come comes happen happens happening
    turn turns mean means meaning stand stands called make makes making let get gets got take takes taken keep
    keeps stay stays become becomes working good exactly actually really able possible ever still currently
    already tried try tries no without not doesnt dont isnt arent cant wont didnt hasnt havent wasnt werent
    couldnt wouldnt whats theres wheres hows there summary summarize summarise overview idea main key difference
    differences differ compare compared comparison versus vs thing things way ways suggest recommend interested
    read available role play plays often icml conference wrote written percentage percent enough
    """.split()  # noqa: SIM905 - a paragraph reads better than a list
)

# Nouns and verbs that nearly every abstract could have: worth little, and never worth an abstention.
SOFT = frozenset(
    """
    problem problems task tasks setting settings model models data result results performance experiment experiments
    system systems learning network networks training train trained question case cases scenario scenarios
    test tested tests evaluate evaluated evaluation benchmark benchmarks dataset datasets compared run runs support
    supports achieve achieves obtain obtains reach reaches bring brings apply applied improve improves improvement
    design designed build based new novel best better much high higher large level levels help helps enable allows
    perform performs provide provides type number many average state art application applications domain domains
    across specific general important several multiple optimise optimize
    """.split()  # noqa: SIM905 - likewise
)

_ALIKE = (
    "fast faster speed speedup speedups accelerate acceleration accelerates quick quicker quickly wall-clock runtime",
    "slow slower overhead latency",
    "cheap cheaper cost costs inexpensive affordable cost-friendly economical lightweight",
    "expensive costly prohibitive",
    "many multiple several various multi",
    "old older previous previously prior past historical earlier",
    "missing incomplete absent unobserved missingness",
    "bad wrong problem problems issue issues limitation limitations drawback drawbacks shortcoming shortcomings",
    "fail fails failure failures break breaks degrade degrades",
    "test tested try tried evaluate evaluated evaluation experiment experiments validate validated",
    "recover recovers recovery restore restores reconstruct reconstruction impute imputation",
    "forget forgetting forgets erasure",
    "prevent prevents avoid avoids mitigate mitigates alleviate alleviates reduce reduces lessen suppress",
    "smaller fewer less reduce reduced reduction reduces saving saves lower",
    "bigger larger increase increases increased gain gains improvement improvements improve improves boost boosts",
    "noise noisy corrupted corruption contaminated contamination outlier outliers",
    "robust robustness stable stability resilient",
    "guess predict predicts prediction forecast forecasting",
    "picture pictures image images photo photos visual vision",
    "movie movies video videos",
    "speech audio sound voice",
    "doctor clinical medical medicine patient patients hospital healthcare",
    "molecule molecules molecular drug drugs chemistry chemical",
    "protein proteins proteomics",
    "robot robots robotic robotics manipulation",
    "car cars driving vehicle vehicles autonomous",
    "efficient efficiency efficiently cheap fast",
    "memory storage footprint",
    "goal goals objective objectives aim",
    "private privacy confidential confidentiality",
    "fair fairness bias biased unbiased equity",
    "safe safety harmless harmful",
    "explain explainable interpretability interpretable explanation explanations",
    "theory theoretical theorem theoretically prove proves proof",
    "guarantee guarantees guaranteed bound bounds",
    "hardware gpu gpus accelerator accelerators",
    "rare tail long-tailed imbalance imbalanced infrequent",
    "unlabelled unlabeled unsupervised self-supervised",
    "choose chooses select selects selection choice pick",
    "combine combines combining merge merges merging fuse fuses fusion unify",
    "join joint jointly together",
    "assume assumes assumed assuming assumption assumptions",
    "defend defends defending defense defenses defence defences",
    "attack attacks adversary adversaries adversarial",
    "change changes modify modifies modification modifications alter alteration",
    "lose loses lost loss degradation degrade",
    "reduce reduces reduction reductions save saves decrease decreases",
    "estimate estimates estimation estimator",
    "beat beats outperform outperforms exceed exceeds surpass surpasses",
    "conflict conflicts conflicting interfere interference",
    "unseen out-of-distribution ood novel",
    "text textual language",
    "question questions query queries",
    "teach teacher distil distill distillation",
    "hallucinate hallucination hallucinations hallucinated",
    "math maths mathematics mathematical",
    "programming code coding software",
    "graph graphs gnn gnns",
    "quick short brief",
    "step steps stage stages phase phases",
    "part parts component components module modules",
    "learn learns learned trained train training",
    "weigh weight weights weighting reweight reweighting",
    "share shared sharing common",
    "different distinct diverse heterogeneous",
    "compute computation computational flops",
    "parameter parameters params",
    "law laws scaling",
    "inference serving decoding",
)


@lru_cache(maxsize=1)
def _alike() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in _ALIKE:
        terms = {stem(fold(word).replace("-", "")) for word in line.split()}
        for term in terms:
            found.setdefault(term, set()).update(terms - {term})
    return {term: frozenset(others) for term, others in found.items()}


def alike(term: str) -> frozenset[str]:
    """Terms that mean about the same as *term* in questions of this field; often none."""
    return _alike().get(term, frozenset())


@lru_cache(maxsize=1)
def _soft_terms() -> frozenset[str]:
    return frozenset(stem(word) for word in SOFT)


def is_soft(term: str) -> bool:
    """Whether nearly every abstract could have *term*."""
    return term in _soft_terms()
