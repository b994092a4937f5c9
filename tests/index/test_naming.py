"""A paper's name, headline and code are found in what its authors wrote."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.naming import code_of, headline_of, name_of


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("We propose SyMerge, a lightweight framework that merges models.", "SyMerge"),
        ("This work proposes SA-Merging, which is built upon saliency.", "SA-Merging"),
        ("Thus, this paper proposed a framework called MetaMerging, a novel algorithm.", "MetaMerging"),
        ("In this paper, we introduce a novel calibration framework called C²-AFCL that tackles drift.", "C²-AFCL"),
        ("We propose Singular Value Calibration (SVC), a training-free method.", "SVC"),
        ("To bridge these gaps, we propose GRAPE (Grouped Ranking-Aware Policy Enhancement), a plug-in.", "GRAPE"),
        ("To address these limitations, we propose the AES framework to establish correction.", "AES"),
        ("We propose Fuzzy Alignment with Comorbidity Topology FACT, a novel paradigm for diagnosis.", "FACT"),
        ("We introduce generalized label distribution (GLD), a unified representation.", "GLD"),
        ("We propose a hierarchical graph learning method, termed HAG-MVC, for clustering.", "HAG-MVC"),
        ("We propose a novel solution, namely Basic Abilities Decomposition (BADIT).", "BADIT"),
        ("To this end, a novel algorithm, termed “WaterSIC”, is proposed.", "WaterSIC"),
        ("We address this gap with AlgoVeri, a benchmark of 77 tasks.", "AlgoVeri"),
        ("We present Prism, a model for everything. Prism beats all baselines.", "Prism"),
        ("We propose Doc-to-LoRA (D2L), a lightweight hypernetwork. D2L is fast.", "Doc-to-LoRA"),
        ("We introduce Verbalized Sampling, a simple prompting strategy.", "Verbalized Sampling"),
        ("Our method, 3DPoV, achieves state-of-the-art results.", "3DPoV"),
        (r"We propose \OGPO, a sample-efficient algorithm.", "OGPO"),
        ("We propose a weighted Chebyshev (WC)-penalty algorithm. Our WC-penalty method works.", "WC-penalty"),
    ],
)
def test_a_name_is_found_where_authors_introduce_it(sentence, name):
    assert name_of(f"Existing methods such as LoRA and GPT-4 fail. {sentence} Experiments show that it works.") == name


@pytest.mark.parametrize(
    "abstract",
    [
        "Large language models (LLMs) are costly. We study reinforcement learning (RL) for them and prove bounds.",
        "We propose a framework for large language models (LLMs). LLMs are strong, and LLMs are slow.",
        "We evaluate certified training methods via Pareto front comparisons over the trade-off.",
        "This suffers from a key issue, named Cross-Task Interference. We show that the issue persists.",
        "We propose an approach based on CLIP-guided training. CLIP is strong.",
        "We propose a new metric called task complexity: the length of the shortest program.",
        r"We propose \method, which is fast. \method is good.",
        "",
        "?",
    ],
)
def test_no_name_is_better_than_a_wrong_one(abstract):
    assert name_of(abstract) == ""


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("SyMerge: From Non-Interference to Synergy", "SyMerge"),
        ("C²-AFCL: Calibration", "C²-AFCL"),
        ("Prism: Seeing Things", "Prism"),
        ("Reverse Matching (RM2): A View", "RM2"),
        ("Context Forcing: A View", "Context Forcing"),
        ("Position: Stop It", "FooBar"),
        ("Learning to Merge", "FooBar"),
        ("Less is More: A View", "FooBar"),
    ],
)
def test_a_title_gives_the_name_before_its_colon_if_it_is_one(title, name):
    abstract = "We propose FooBar, a method. It is like Prism and trained by Context Forcing for data."

    assert name_of(abstract, title) == name


@pytest.mark.parametrize(
    ("abstract", "headline"),
    [
        (
            "We propose SyMerge, a lightweight framework that merges models.",
            "SyMerge: a lightweight framework that merges models",
        ),
        ("We propose X1, a novel efficient method for graphs.", "X1: an efficient method for graphs"),
        (
            "We introduce a novel Calibration framework called C²-AFCL that tackles drift.",
            "C²-AFCL: a Calibration framework that tackles drift",
        ),
        ("We propose Singular Value Calibration (SVC) for merging.", "SVC: Singular Value Calibration for merging"),
        (
            "We propose the AES framework to establish correction of states.",
            "AES framework to establish correction of states",
        ),
        ("We propose LiME, which achieves specialization at low cost.", "LiME achieves specialization at low cost"),
        (
            "Fusion is hard. We propose a prototype-anchored fusion module based on transport.",
            "Prototype-anchored fusion module based on transport",
        ),
        (
            "We study the problem of multi-group mean estimation with a budget.",
            "Multi-group mean estimation with a budget",
        ),
        ("Attention is odd. We show that one head can implement Bayes' rule.", "One head can implement Bayes' rule"),
        ("Deep nets are large and slow to train.", "Deep nets are large and slow to train"),
        ("Ok", "Ok"),
        (":", ":"),
    ],
)
def test_a_headline_says_what_the_paper_brings(abstract, headline):
    assert headline_of(abstract, "", name_of(abstract)) == headline


def test_a_title_is_the_headline():
    assert headline_of("We propose X.", "A Title\nin two lines", "X") == "A Title in two lines"


def test_a_long_headline_ends_at_a_word_with_an_ellipsis():
    abstract = "We propose DITRON, a scalable compiler that " + "democratizes the development of kernels " * 5

    headline = headline_of(abstract, "", "DITRON")

    assert len(headline) <= 100
    assert headline.startswith("DITRON: a scalable compiler that democratizes")
    assert headline[-2].isalpha()
    assert headline[-1] == "…"


@given(st.text(min_size=1), st.text(max_size=10))
def test_any_text_has_a_headline_and_no_text_breaks_naming(abstract, title):
    name = name_of(abstract, title)
    headline = headline_of(abstract, title, name)

    assert "\n" not in name
    if abstract.split():
        assert headline


@pytest.mark.parametrize(
    ("raw", "address"),
    [
        ("Our code is available at https://github.com/a/SyMerge.", "https://github.com/a/SyMerge"),
        ("Code is available at [here](https://github.com/a/AES)", "https://github.com/a/AES"),
        (r"Code is at \url{https://github.com/a/b\_c}.", "https://github.com/a/b_c"),
        ("Our code is available at https://aim.github.io/SyMerge.", "https://aim.github.io/SyMerge"),
        ("The page is https://x.github.io/ and the code is at https://github.com/x/y.", "https://github.com/x/y"),
        ("Source code: github.com/a/b.", "https://github.com/a/b"),
        ("The code is at https://github.com/a/b. Data are from https://zenodo.org/record/1.", "https://github.com/a/b"),
        (
            "Code at [GitHub](https://github.com/a/b); updates on [arXiv](https://arxiv.org/abs/1).",
            "https://github.com/a/b",
        ),
        ("We evaluate on MetaWorld (https://meta-world.github.io) and win there.", ""),
        ("We build on vLLM (https://github.com/vllm-project/vllm). Results are good.", ""),
        ("Our code is available [here](javascript:alert(1)).", ""),
        ("Our source code is available at https://arxiv.org/abs/2405.1.", ""),
        ("All code will be released.", ""),
    ],
)
def test_the_papers_own_code_is_told_from_what_it_cites(raw, address):
    assert code_of(raw) == address
