"""“Yes” and “No” stand only before a sentence that says so itself."""

import pytest

from index.answers.matching import Unit
from index.answers.verdicts import verdict
from index.answers.wording import ASKING
from index.model import Turn
from index.search.analysis import words
from tests.factories import paper


def units(asked):
    """What *asked* asks for, as the library would have it, by its words alone."""
    negated = " no " in asked or " without " in asked
    return [
        Unit(word.surface, term, 1.0, negated=negated)
        for word in words(asked)
        for term in word.plain
        if word.surface not in ASKING and word.surface != "it"
    ]


def said(asked, sentence):
    return verdict(asked, units(asked), paper(name="Zorbo", abstract=sentence), sentence)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("Does it merge models?", "We show that Zorbo successfully merges models, a regime where others break down."),
        ("Is it training-free?", "We propose Zorbo, a training-free and data-free method."),
        ("Is it lightweight?", "This study proposes Zorbo, a lightweight framework."),
        (
            "Does it optimize coefficients?",
            "This study proposes Zorbo, a framework that jointly optimizes coefficients.",
        ),
        ("Does it need no data?", "We propose Zorbo, a data-free method."),
        ("Does it use labels?", "Zorbo leverages labels to find clusters."),
        ("Does it handle noise?", "Zorbo tackles noise."),
        ("Does the method improve accuracy?", "Our method improves accuracy on ImageNet."),
    ],
)
def test_yes_where_the_sentence_says_so(asked, sentence):
    assert said(asked, sentence) == "Yes:"


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("Does it need training data?", "We propose Zorbo, which works without training data."),
        ("Does it need training data?", "We propose Zorbo, a training-free and data-free method."),
        ("Does it require labels?", "Zorbo does not require labels."),
        ("Does it rely on labels?", "Zorbo finds clusters without any labels."),
        ("Does the method use data?", "This work proposes Zorbo, a data-free method."),
    ],
)
def test_no_where_the_sentence_says_so(asked, sentence):
    assert said(asked, sentence) == "No:"


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        # turned round
        ("Does it merge models?", "Zorbo does not merge models."),
        ("Does it merge models?", "Zorbo fails to merge models."),
        ("Does it merge models?", "Zorbo merges models, but only small ones."),
        ("Does it merge models?", "Whether Zorbo merges models remains unclear."),
        ("Does it merge models?", "Zorbo may merge models."),
        # of others
        ("Does it use labels?", "Existing methods use labels."),
        ("Does it use labels?", "Unlike methods that use labels, Zorbo finds clusters."),
        ("Does it use labels?", "We compare Zorbo with SimCLR, which uses labels."),
        ("Does it need data?", "Current data-free methods struggle, so we propose Zorbo."),
        ("Does it need data?", "Zorbo is compared with data-free baselines."),
        ("Does it need training?", "Zorbo works without waiting for training completion."),
        ("Does it need training?", "Zorbo works without additional training."),
        # of something else
        ("Does it improve baselines?", "Zorbo improves accuracy over the strongest baselines."),
        ("Does it improve samples?", "Zorbo improves the fidelity of samples."),
        ("Does it achieve accuracy?", "Zorbo achieves accuracy-latency trade-offs."),
        ("Does it improve learning?", "Zorbo improves learning efficiency."),
        ("Does it use data?", "Zorbo uses data-free distillation."),
        ("Does it need data?", "We propose Zorbo, which combines data-free distillation with fine-tuning."),
        ("Does it need data?", "We propose Zorbo for the data-free setting."),
        ("Does it scale?", "Zorbo is a large-scale benchmark."),
        ("Does it outperform Adam?", "Adam outperforms Zorbo."),
        ("Does it use labels?", "Zorbo outperforms methods with labels."),
        # not so asked
        ("Does Adam outperform it?", "Zorbo outperforms Adam."),
        ("Is it outperformed by Adam?", "Zorbo outperforms Adam."),
        ("Does it always merge models?", "Zorbo merges models."),
        ("Does it merge or split models?", "Zorbo merges models."),
        ("Does it not merge models?", "Zorbo merges models."),
        ("Why does it merge models?", "Zorbo merges models."),
        ("Does it run on phones?", "Zorbo brings speedups on phones."),
    ],
)
def test_no_verdict_where_it_does_not(asked, sentence):
    assert said(asked, sentence) == ""


@pytest.mark.parametrize(
    ("question", "lead"),
    [
        ("Does SVC need training data?", "No:"),
        ("Does SVC need no data?", "Yes:"),
        ("Can SyMerge merge models that were trained from different initialisations?", "Yes:"),
        ("Does DITRON run on AMD hardware?", ""),
        ("Do CUDA libraries outperform DITRON?", ""),
        ("Does GRAPE help with multilingual queries?", ""),
        ("What does SVC do?", ""),
    ],
)
def test_the_verdict_stands_before_the_sentence(sample, question, lead):
    found = sample.ask([Turn(question)])

    assert found.kind == "answer"
    assert found.lead == lead


def test_one_is_pointed_at_by_its_place(sample):
    listed = sample.ask([Turn("which papers are about model merging?")])
    thread = [Turn("which papers are about model merging?"), Turn("", True, tuple(p.handle for p in listed.papers))]

    assert sample.ask([*thread, Turn("does the last one need data?")]).lead == "No:"
