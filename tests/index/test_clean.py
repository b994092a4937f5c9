"""Clean text reads as an editor would have set it, and no letter of it is lost."""

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from index.clean import clean, clean_title, web_links


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (r"C$^2$-AFCL", "C²-AFCL"),
        (r"M$^2$GenCO", "M²GenCO"),
        (r"$\mu$P", "μP"),
        (r"BR-$K$", "BR-K"),
        (r"$\mathcal{O}(1/\sqrt{NT})$", "O(1/√(NT))"),
        (r"$\widetilde{\mathcal{O}}(dk/(TN))$", "Õ(dk/(TN))"),
        (r"$\tilde{O}(\sqrt{n})$", "Õ(√n)"),
        (r"$O(d\sqrt{T \log T})$", "O(d√(T log T))"),
        (r"$\mathcal{O}(ST^{-\frac{1}{2}})$", "O(ST^(-1/2))"),
        (r"$\mathcal{O}(n\log n)$", "O(n log n)"),
        (r"$2^{O(k \log n)}$", "2^(O(k log n))"),
        (r"the $\ell_2$-norm", "the ℓ₂-norm"),
        (r"dimensionality \(d\) rather", "dimensionality d rather"),
        (r"$w_{t+1}$ and $D_\Phi(w_{t+1}\mid w_t)$", "wₜ₊₁ and D_Φ(wₜ₊₁ | wₜ)"),
        (r"$\text{IGD}_\text{offline}$", "IGD_offline"),
        (r"$x_{i,j}$, $S_N$, $x_{\max}$", "xᵢ,ⱼ, S_N, x_max"),
        (r"$10^{-3}$ and $n^{1/2}$", "10⁻³ and n^(1/2)"),
        (r"the $k^{th}$ and $1^{\text{st}}$", "the kth and 1st"),
        (r"$\frac{a+b}{c}$ and $\frac{1}{\sqrt{T}}$", "(a+b)/c and 1/√T"),
        (r"$\mathbb{R}^d$ and $\mathbb{E}[x]$", "ℝᵈ and E[x]"),
        (r"$x^*$, $N^\star$, $A^\top$, $90^\circ$", "x*, N⋆, A⊤, 90°"),
        (r"$4.4\times$ speedup, $256\times256$, $2 \times 3$", "4.4× speedup, 256×256, 2 × 3"),
        (r"95.6$\times$ faster", "95.6× faster"),
        (r"$\|x\|_2 \geq 5$ and $\sim 50$", "‖x‖₂ ≥ 5 and ~50"),
        (r"$\{0,\dots,K\}$", "{0,…,K}"),
        (r"2D$\to$3D", "2D→3D"),
        (r"$\hat{\theta}$", "θ̂"),
        (r"$\left(\frac{a}{b}\right)^2$", "(a/b)²"),
        ("x^{2} and R^{n}", "x² and Rⁿ"),
        (r"108{,}825 papers", "108,825 papers"),
    ],
)
def test_formulas_are_plain_unicode(raw, shown):
    assert clean(raw) == shown


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (r"13.0\% of Q\&A in \#1, a\_b", "13.0% of Q&A in #1, a_b"),
        (r"13.0\%, and more 82% follows", "13.0%, and more 82% follows"),
        (r"by $\textit{adding}$ their weights", "by adding their weights"),
        (r"a \emph{multi-level non-IID} view", "a multi-level non-IID view"),
        (r"\textbf{Pareto\emph{PO}} and {\em both}", "ParetoPO and both"),
        (r"\textcolor{red}{seen} and \underline{not lost}", "seen and not lost"),
        (r"Erd\H{o}s, G\"odel and na\"{\i}ve caf\'e", "Erdős, Gödel and naïve café"),
        (r"Agents~(PRA), Fig.~3, i.e.~the best", "Agents (PRA), Fig. 3, i.e. the best"),
        (r"about ~50% (~2%), 10~20 hours", "about ~50% (~2%), 10~20 hours"),
        (r"\method{} beats \sys and \foo{bar} baz", r"\method beats \sys and \foo{bar} baz"),
        (r"$\vx_t$ over $\cO(n)$", r"\vxₜ over \cO(n)"),
        (r"as in \citep{smith2020,lee21}", "as in [smith2020, lee21]"),
        (r"a note\footnote{Not here.} stays", "a note (Not here.) stays"),
        (r"\textbf{never closed", "never closed"),
        ("a {function space} and {ParetoPO}, not {0,1}, {answer} or min{n, p}", None),
        (r"Schr{ö}dinger and H\"{o}lder", "Schrödinger and Hölder"),
    ],
)
def test_latex_in_prose_is_converted_or_stays_as_typed(raw, shown):
    expected = shown or "a function space and ParetoPO, not {0,1}, {answer} or min{n, p}"
    assert clean(raw) == expected


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("with over $10,000$ outputs", "with over 10,000 outputs"),
        ("from $5 and $6 per hour", "from $5 and $6 per hour"),
        ("costs $20", "costs $20"),
        (r"only \$0.04 for $n=3$", "only $0.04 for n=3"),
        ("between $100B and $300B, with $n$ runs", "between $100B and $300B, with n runs"),
        (r"under $50, at $\leq$ 3%", "under $50, at ≤ 3%"),
        ("a $25,000 prize and $x_1$", "a $25,000 prize and x₁"),
    ],
)
def test_money_is_not_read_as_a_formula(raw, shown):
    assert clean(raw) == shown


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("**C**ausal-**I**nvariant **M**eta-**L**earning", "Causal-Invariant Meta-Learning"),
        ("across ***both*** sets", "across both sets"),
        ("into *representation error* and _value lock-in_", "into representation error and value lock-in"),
        ("the `sign-power` of ``x``", "the sign-power of “x”"),
        ("the *policy ratio **variance*** is", "the policy ratio variance is"),
        (
            "a * b * c, snake_case_name, p* and A* search, V*Bench",
            "a * b * c, snake_case_name, p* and A* search, V*Bench",
        ),
        ("# Heading\n\nText", "Heading\n\nText"),
        ("we propose ***Broken (BT), which", "we propose Broken (BT), which"),
        ("see [here](https://a.org/x_y_z) now", "see here (https://a.org/x_y_z) now"),
        ("at [https://a.org/x](https://a.org/x).", "at https://a.org/x."),
        ("at [a.org/x](https://a.org/x/).", "at https://a.org/x/."),
        ("[here](javascript:alert(1)) it", "here it"),
    ],
)
def test_markdown_loses_its_marks_and_keeps_its_words(raw, shown):
    assert clean(raw) == shown


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("missing or corrupted.We propose", "missing or corrupted. We propose"),
        ("(UOT) barycenter.Each view", "(UOT) barycenter. Each view"),
        ("However,existing methods", "However, existing methods"),
        ("preferences,and (2) an edge", "preferences, and (2) an edge"),
        ("Multi-view Clustering(DRMC) via", "Multi-view Clustering (DRMC) via"),
        ("To address this , we", "To address this, we"),
        ("estimates).This paper", "estimates). This paper"),
        ("cross-modal ( vision ) data", "cross-modal (vision) data"),
        ("in instruct models.FAST aligns the", "in instruct models. FAST aligns the"),
        ("a system，with gaps", "a system, with gaps"),
    ],
)
def test_spaces_are_where_an_editor_puts_them(raw, shown):
    assert clean(raw) == shown


@pytest.mark.parametrize(
    "text",
    [
        "e.g., this, i.e., that",
        "the U.S. and the U.S.A.",
        "Node.js and arXiv.org",
        "3.5 of 10,000 in 2.5-7B",
        "f(x), O(n), SE(3), model(s), softmax(QK)",
        "GPT-4.Turbo and Qwen2.5-VL",
        "torch.Tensor of nn.Module",
        "for (i,j,k) and (min,max), p(x,y|D)",
        "BizFinBench.v2 and DR.Q",
        "https://github.com/a/b.We-c_d--e",
        "(re)training (un)supervised LLM(s)",
        "the <think> and <MASK> tokens",
        "w.r.t. et al. vs. Fig. 3",
        "--flag and a->b",
    ],
)
def test_what_only_looks_wrong_stays(text):
    assert clean(text) == text


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("the natural--certified trade-off", "the natural–certified trade-off"),
        (r"80--98\% of it", "80–98% of it"),
        ("bias---encouraging it---while", "bias—encouraging it—while"),
        ("Fokker--Planck -- an equation", "Fokker–Planck – an equation"),
        ("the ``alignment tax'' and `treatment risk'", "the “alignment tax” and ‘treatment risk’"),
        ("''soft brake'', it's the models' own", "“soft brake”, it's the models' own"),
        ("ﬁne-tuned knockoﬀ", "fine-tuned knockoff"),
        ("hy\u00adphen\u200bated long\u2011context", "hyphenated long-context"),
        ("e\u0301te\u0301", "été"),
        ("\u202eevil\u202c and\x07 bell", "evil and bell"),
        ("Q&amp;A, &lt;b&gt;bold&lt;/b&gt;, &amp;lt;5", "Q&A, bold, <5"),
        ("10<sup>3</sup> H<sub>2</sub>O", "10³ H₂O"),
        ("<p>One</p><p>Two</p>", "One\n\nTwo"),
        ('see <a href="https://a.org">the page</a>', "see the page (https://a.org)"),
        ("one\nline\r\nonly\n\n\nAnd another", "one line only\n\nAnd another"),
        ("bidi-\nrected multi-\nview", "bidirected multi-view"),
        ("\x93quoted\x94 text", "“quoted” text"),
        ("\U0001d442(\U0001d45b) time", "O(n) time"),
        ("itâ€™s naÃ¯ve", "it’s naïve"),
    ],
)
def test_typography_is_set_right(raw, shown):
    assert clean(raw) == shown


def test_a_title_stands_on_one_line():
    assert clean_title("Learning\n\n$O(n)$  \\emph{things}\n") == "Learning O(n) things"


def test_addresses_are_found_in_all_their_dress():
    raw = (
        r"Code: https://github.com/a/b. Data \url{http://x.org/a\_b}, \href{https://p.io}{page}, "
        "[here](https://q.io/x_(y)), <https://r.io>, (see https://s.io/z). Again https://github.com/a/b; "
        "[bad](javascript:alert(1)) ftp://t.io &amp; https://u.io/?a=1&amp;b=2"
    )

    assert web_links(raw) == (
        "https://github.com/a/b",
        "http://x.org/a_b",
        "https://p.io",
        "https://q.io/x_(y)",
        "https://r.io",
        "https://s.io/z",
        "https://u.io/?a=1&b=2",
    )


@pytest.mark.parametrize("raw", ["", " \n ", "\x00", "\u200b"])
def test_nothing_to_read_is_empty(raw):
    assert clean(raw) == ""


def test_text_that_is_nothing_but_markup_is_shown_as_typed():
    assert clean(r"\label{only}") == r"\label{only}"


PIECES = st.sampled_from(
    [
        r"$",
        r"\(",
        r"\)",
        r"\%",
        r"%",
        r"&",
        r"#",
        r"_",
        r"^",
        r"{",
        r"}",
        r"**",
        r"*",
        r"`",
        r"``",
        r"''",
        r"--",
        r"---",
        r"~",
        r"$x^2$",
        r"$\alpha$",
        r"\emph{",
        r"}",
        r"\textbf{ab}",
        r"\foo",
        r"\foo{bar}",
        r"$\frac{1}{n}$",
        r"<b>",
        r"</b>",
        r"<p>",
        r"&amp;",
        r"&lt;",
        r"[",
        r"](",
        r")",
        r",",
        r".",
        r";",
        r":",
        r"(",
        r")",
        r"https://a.org/x_y",
        r"[c](https://d.org)",
        r"é",
        r"ﬁ",
        r"²",
        r"O(n)",
        r"$5",
        r"10,000",
        r"e.g.",
        r"\cite{k}",
        r"\\",
        r"\left(",
        r"\right)",
        r"$\sqrt{",
        r"$_",
        r"^{",
        r"_{",
        r"\begin{align}",
        r"$$",
        r"\[",
        r"\]",
        r"don't",
        r"word,and",
        r"word.The",
        r"Word(ABC)",
        r"\U",
    ]
)
TEXTS = st.lists(st.one_of(PIECES, st.text(max_size=5)), max_size=14)


@given(pieces=TEXTS, glue=st.sampled_from(["", " "]))
def test_cleaning_never_raises_and_never_loses_a_whole_text(pieces, glue):
    raw = glue.join(pieces)
    shown = clean(raw)

    assert "\x00" not in shown
    assert unicodedata.is_normalized("NFC", shown)
    assert all(line == line.strip() and line for line in shown.split("\n\n")) or not shown
    if any(c.isascii() and c.isalnum() for c in raw):
        assert shown


def letters(text):
    """Letters and digits in order, whatever their dress."""
    return "".join(c for c in unicodedata.normalize("NFKC", text) if c.isalnum())


PROSE = st.one_of(
    st.from_regex(r"[A-Za-zà-ü]{1,9}[,.;:!?]?", fullmatch=True),
    st.from_regex(r"\d{1,4}([.,]\d{1,3})?%?", fullmatch=True),
    st.sampled_from(
        ["(", ")", "–", "—", "“x”", "a_b", "p*", "C²", "$5", "e.g.,", "--", "a * b", "{0,1}", "~", "<5", "&", "/", "'s"]
    ),
)
# markup, and the letters that must be left of it
MARKUP = st.sampled_from(
    [
        (r"$x^{2}$", "x2"), (r"$\mathcal{O}(n)$", "On"), (r"\emph{some words}", "somewords"), (r"**b**", "b"),
        (r"*it is*", "itis"), (r"`code`", "code"), (r"$\frac{a}{b}$", "ab"), (r"$\sqrt{NT}$", "NT"),
        (r"$x_{ij}$", "xij"), (r"\textbf{B}old", "Bold"), (r"``q''", "q"), ("<i>i</i>", "i"), (r"13\%", "13"),
        (r"\cite{key}", "key"), ("[t](https://a.org/u)", "thttpsaorgu"), (r"$10,000$", "10000"), ("ﬁ", "fi"),
        (r"\unknown{arg}", "unknownarg"), (r"$\text{IGD}_\text{off}$", "IGDoff"), ("<https://a.org>", "httpsaorg"),
    ]
)  # fmt: skip


@given(st.lists(st.one_of(PROSE.map(lambda text: (text, letters(text))), MARKUP), min_size=1, max_size=12))
@example([(r"$x^{2}$", "x2"), ("$5", "5"), (r"*it is*", "itis")])
def test_letters_and_digits_keep_their_order(pieces):
    raw = " ".join(piece for piece, _ in pieces)

    assert letters(clean(raw)) == "".join(left for _, left in pieces)


@given(st.text(alphabet=st.characters(codec="utf-8", categories=["L", "N", "Zs", "Po"]), max_size=60))
def test_plain_text_of_any_script_keeps_its_letters(text):
    suspicious = re.search("[ÂÃâÅÐÑ][^\x00-\x7f]", text)  # mended, if it looks like broken encoding
    if not suspicious and not re.search("[`*_&%$\\\\#]", text):
        assert letters(clean(text)) == letters(unicodedata.normalize("NFC", text))
