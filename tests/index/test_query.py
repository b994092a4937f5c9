"""What a member types is read as what they meant; nothing that can be typed is an error."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.search.query import as_meant, parse


def read(typed):
    """The query in one line: groups by spaces, alternatives by |, then exclusions and filters."""
    query = parse(typed)
    mark = {"phrase": '"{}"', "prefix": "{}*", "word": "{}"}
    groups = ["|".join(mark[one.kind].format(one.text) for one in group) for group in query.groups]
    groups += ["-" + mark[one.kind].format(one.text) for one in query.excluded]
    return " ".join(groups + [str(one) for one in query.filters])


@pytest.mark.parametrize(
    ("typed", "as_read"),
    [
        ("model merging", "model merging"),
        ("  model \n merging ", "model merging"),
        ("model\u00a0merging", "model merging"),
        ('"model merging"', '"model merging"'),
        ("“model merging” now", '"model merging" now'),
        ("„model merging“", '"model merging"'),
        ("«model merging»", '"model merging"'),
        ('"merging"', "merging"),
        ('merging"', "merging"),
        ('model "merging', "model merging"),
        ("merging -vision", "merging -vision"),
        ("merging —vision", "merging -vision"),
        ("merging –vision", "merging -vision"),
        ('merging -"fine tuned"', 'merging -"fine tuned"'),
        ("multi-view", "multi-view"),
        ("a - b", "b"),
        ("feder*", "feder*"),
        ("merging OR pruning", "merging|pruning"),
        ("merging | pruning", "merging|pruning"),
        ("merging or pruning", "merging pruning"),
        ("OR merging OR", "merging"),
        ("x OR y z OR w", "x|y z|w"),
        ("merging has:code", "merging with code"),
        ("merging -HAS:code", "merging not with code"),
        ("has:nothing merging", "has nothing merging"),
        ("author:lee merging", "merging author lee"),
        ('author:"ada lee" merging', "merging author ada lee"),
        ("title:graph", "title graph"),
        ("year:2024", "year 2024"),
        ("year:2023..2026 x", "x year 2023..2026"),
        ("year:soon x", "year soon x"),
        ("is:oral bandits", "bandits orals"),
        ("in:icml2024 bandits", "bandits in icml2024"),
        ("flavour:sweet bandits", "flavour:sweet bandits"),
        ("A &amp; B trees &lt;x&gt;", "B trees <x>"),
        ("<https://github.com/a/b|our code>", "code"),
        ("<@U1|ana> merging", "ana merging"),
        ("<@U123> merging", "merging"),
        ("<#C1|papers> merging", "papers merging"),
        ("<!here> merging", "merging"),
        ("C$^2$-AFCL", "C²-AFCL"),
        ("^merging!", "^merging!"),
        ("the of", ""),
        ("?!", ""),
        ('" OR 1=1 --', "1=1"),
        ("Robert'); DROP TABLE papers;--", "Robert'); DROP TABLE papers;--"),
    ],
)
def test_a_text_is_read_as_it_was_meant(typed, as_read):
    assert read(typed) == as_read


@pytest.mark.parametrize("typed", ["p17", " P17 ", "p17\u200b"])
def test_a_handle_alone_is_a_handle(typed):
    assert parse(typed).handle == "p17"


@pytest.mark.parametrize("typed", ["https://openreview.net/forum?id=abc123", "<https://arxiv.org/abs/2401.00001>"])
def test_an_address_alone_is_an_address(typed):
    assert parse(typed).address


@given(st.text(max_size=300))
def test_any_text_is_read(typed):
    query = parse(typed)

    assert query.empty or query.understood or query.excluded
    assert as_meant(as_meant(typed)) == as_meant(as_meant(as_meant(typed))) or "&" in typed or "<" in typed


@given(
    st.lists(
        st.sampled_from(
            [
                '"',
                "“",
                "-",
                "—",
                "*",
                "OR",
                "|",
                "has:code",
                "year:",
                ":",
                "<",
                ">",
                "&amp;",
                "$",
                "\\",
                "p1",
                "merging",
            ]
        ),
        max_size=12,
    )
)
def test_any_mix_of_operators_is_read(parts):
    for typed in ("".join(parts), " ".join(parts)):
        parse(typed)
