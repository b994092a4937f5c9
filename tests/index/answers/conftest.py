"""A small library with papers made up for these tests."""

import pytest

from index.library import Library
from index.model import Turn

ABSTRACTS = """# Demo 2026

Model merging joins several fine-tuned models into one without training them again. Existing methods need
unlabelled data of every task. We propose QuietMerge, a data-free method that rescales the singular values of
task vectors. Across vision and language benchmarks, QuietMerge improves Task Arithmetic by 7.5% and runs 3.2×
faster than gradient-based merging. Our code is available at https://github.com/demo/quietmerge.

Model merging often suffers from interference between tasks. We introduce LoudMerge, which tunes merging
coefficients on a few labelled samples of each task. Experiments on CIFAR-100 and DomainNet show gains of 2.1%
over QuietMerge. LoudMerge merges models from different initializations as well.

Federated learning (FL) trains one model over many clients that keep their data to themselves. We present
TideFL, an asynchronous protocol in which the server never waits for slow clients. TideFL converges at a rate
of O(1/√T) for non-convex objectives. On 12 benchmarks it needs 40% fewer rounds than synchronous training.

Personalized federated learning gives every client a model of its own. We design a kernel that measures how
alike two clients are, and share updates between similar ones only. Because raw data never leave a client, the
method keeps its privacy promise by construction. It was tested on hospital records from 8 countries.

Grokking is a sudden transition from memorization to generalization long after training accuracy is perfect.
We show that weight norms predict when it happens. Our analysis covers modular addition and sparse parity. The
predictor, called NormClock, needs only the first thousand steps.

Text-to-image diffusion models are slow because they denoise step by step. We introduce SkipStep, a scheduler
that learns which steps can be left out. SkipStep halves the number of steps on COCO and needs no retraining
of the diffusion model. Code and weights are released at https://github.com/demo/skipstep.

Large language models (LLMs) answer medical questions with confident mistakes. We build a benchmark of 1,240
questions written by clinicians, named MedDoubt, and measure how well models know what they do not know. The
best model is overconfident in 31% of the cases. Fine-tuning on abstentions halves that share.
"""


@pytest.fixture(scope="session")
def demo(tmp_path_factory):
    """Seven papers: QuietMerge p1, LoudMerge p2, TideFL p3, a kernel p4, NormClock p5, SkipStep p6, MedDoubt p7."""
    folder = tmp_path_factory.mktemp("demo")
    (folder / "demo.txt").write_text(ABSTRACTS, "utf-8")
    library = Library(folder / "papers.db")
    library.import_files([folder / "demo.txt"])
    yield library
    library.close()


@pytest.fixture
def ask(demo):
    """Ask the last of some texts; a text that ends with handles in brackets is the bot's."""

    def asked(*texts):
        return demo.ask([turn(text) for text in texts])

    return asked


def turn(text):
    if not text.endswith("]"):
        return Turn(text)
    said, _, handles = text.rpartition("[")
    return Turn(said.strip(), by_bot=True, papers=tuple(handles.rstrip("]").split()))
