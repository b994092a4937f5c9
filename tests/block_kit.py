"""What views are held to: Slack's schema and limits, and golden files."""

import json

import pytest
from syrupy.extensions.json import JSONSnapshotExtension

from bot.workspace.blocks import violations

BUDGET = 9_500  # characters of all text of a message, above which Slack refuses it


def shown(blocks) -> list[dict]:
    """Blocks as Slack gets them."""
    return json.loads(json.dumps([block if isinstance(block, dict) else block.to_dict() for block in blocks]))


def faults(blocks, surface="message") -> list[str]:
    """What Slack would say against *blocks*."""
    return [str(one) for one in violations(shown(blocks), surface)]


def visible(node) -> str:
    """All text that stands in a payload."""
    if isinstance(node, dict):
        own = node["text"] if isinstance(node.get("text"), str) else ""
        return own + "".join(visible(value) for name, value in node.items() if name != "text" or not own)
    if isinstance(node, list):
        return "".join(visible(one) for one in node)
    return ""


@pytest.fixture
def block_kit(snapshot):
    """Golden files that can be pasted into Slack's Block Kit Builder."""
    return snapshot.use_extension(JSONSnapshotExtension)
