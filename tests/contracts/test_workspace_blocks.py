"""The local workspace refuses what Slack refuses in Block Kit, and takes what Slack takes."""

import copy
import json
from pathlib import Path

import pytest

from bot.workspace.blocks import view_violations, violations
from tests.workspace.invalid_blocks import INVALID, actions, button, modal, plain, section

FIXTURES = json.loads((Path(__file__).parents[1] / "workspace/reference/block-kit-fixtures.json").read_text("utf-8"))
CASES = {case["id"]: case for case in FIXTURES["invalid_cases"]}

# Valid in the fixtures, but not to be posted as it stands: why, and what we can't say about it.
EXCEPTIONS = {
    "messages/webhook_message_basic": "it gives two blocks the same block_id",
    "messages/webhook_message_delete": "it gives two blocks the same block_id",
    "elements/rich_text_input_basic": "its initial_value is a text element, where Slack's types want a rich_text block",
    "rich_text/rich_text_list_ordered": "its border is 3, where Slack's types know 0 and 1",
}


def found_in(surface, payload):
    return view_violations(payload) if surface == "view" else violations(payload, surface)


def test_every_invalid_case_has_a_payload_here():
    assert sorted(INVALID) == sorted(CASES)
    assert len(INVALID) == 106


@pytest.mark.parametrize("case", sorted(CASES))
def test_what_slack_refuses_is_refused(case):
    """The payload breaks one rule: a value that is shorter by one, or one that is allowed, passes."""
    assert found_in(*INVALID[case]), CASES[case]["description"]


def placed(name, payload):
    """Put a valid payload, which may be a part only, where it may stand: surface and blocks or view."""
    family, kind = name.split("/")[0], payload.get("type", "")
    if family == "views":
        return "view", payload
    if family in ("messages", "attachments"):
        attachments = payload.get("attachments", [payload] if family == "attachments" else [])
        inner = [block for one in attachments for block in one.get("blocks", ())]
        return "message", payload.get("blocks") if family == "messages" and payload.get("blocks") else inner
    if family == "blocks" or kind == "rich_text":
        return ("modal" if kind == "alert" else "message"), [payload]
    if family == "rich_text":
        return "message", [{"type": "rich_text", "elements": [_rich(kind, payload)]}]
    if family == "elements":
        return _element(kind, payload)
    return _object(name, payload)


def _rich(kind, payload):
    return payload if kind.startswith("rich_text_") else {"type": "rich_text_section", "elements": [payload]}


def _element(kind, payload):
    if kind == "image":
        return "message", [{"type": "context", "elements": [payload]}]
    if kind == "url":
        task = {"type": "task_card", "task_id": "t", "title": "a", "status": "complete", "sources": [payload]}
        return "message", [task]
    if kind.endswith("_input") or kind in ("number_input", "file_input"):
        return "modal", [{"type": "input", "label": plain(), "element": payload}]
    return "message", actions(payload)


def _object(name, payload):
    match name.split("/")[1].rpartition("_")[0]:
        case "confirmation_dialogue":
            return "message", actions(button(confirm=payload))
        case "conversation_filter":
            return "message", actions({"type": "conversations_select", "action_id": "a", "filter": payload})
        case "dispatch_action_configuration":
            element = {"type": "plain_text_input", "action_id": "a", "dispatch_action_config": payload}
            return "modal", [{"type": "input", "label": plain(), "element": element}]
        case "option" | "option_value_at":
            return "message", actions({"type": "static_select", "action_id": "a", "options": [payload]})
        case "option_group":
            return "message", actions({"type": "static_select", "action_id": "a", "option_groups": [payload]})
        case "workflow":
            return "message", actions({"type": "workflow_button", "text": plain(), "workflow": payload})
        case "trigger":
            return "message", actions({"type": "workflow_button", "text": plain(), "workflow": {"trigger": payload}})
        case "input_parameter":
            trigger = {"url": "https://example.org/w", "customizable_input_parameters": [payload]}
            return "message", actions({"type": "workflow_button", "text": plain(), "workflow": {"trigger": trigger}})
    return "message", section(text=payload)


@pytest.mark.parametrize("name", sorted(set(FIXTURES["valid"]) - set(EXCEPTIONS)))
def test_what_slack_takes_is_taken(name):
    surface, payload = placed(name, FIXTURES["valid"][name]["payload"])

    assert [str(one) for one in found_in(surface, payload)] == []


@pytest.mark.parametrize("name", sorted(EXCEPTIONS))
def test_the_exceptions_are_still_exceptions(name):
    assert found_in(*placed(name, FIXTURES["valid"][name]["payload"]))


def test_almost_all_valid_payloads_are_taken():
    assert len(FIXTURES["valid"]) == 100
    assert len(FIXTURES["valid"]) - len(EXCEPTIONS) >= 96


@pytest.mark.parametrize(
    ("blocks", "words"),
    [
        (section(text=plain("a" * 3001)), "must be less than 3001 characters [json-pointer:/blocks/0/text/text]"),
        ([{"type": "bubble"}], "unsupported type: bubble [json-pointer:/blocks/0/type]"),
        (
            [{"type": "section", "text": plain(), "colour": "red"}],
            "invalid additional property: colour [json-pointer:/blocks/0]",
        ),
        ([{"type": "header"}], "missing required field: text [json-pointer:/blocks/0]"),
        (actions(button(), button()), "`action_id` already exists: a [json-pointer:/blocks/0/elements]"),
        ([{"type": "divider"}] * 51, "no more than 50 items allowed [json-pointer:/blocks]"),
    ],
)
def test_refusals_say_what_and_where_as_slack_does(blocks, words):
    assert [str(one) for one in violations(blocks)] == [words]


@pytest.mark.parametrize(
    ("block", "surface"),
    [
        ({"type": "alert", "text": plain()}, "message"),
        ({"type": "markdown", "text": "a"}, "modal"),
        ({"type": "markdown", "text": "a"}, "home"),
        ({"type": "context_actions", "elements": []}, "home"),
        ({"type": "table", "rows": [[{"type": "raw_text", "text": "a"}]]}, "modal"),
    ],
)
def test_a_block_stands_only_where_slack_lets_it(block, surface):
    assert "unsupported type" in violations([block], surface)[0].words


@pytest.mark.parametrize(("length", "error"), [(9_500, []), (9_501, ["msg_blocks_too_long"])])
def test_the_text_of_all_blocks_together_has_a_limit_that_slack_does_not_tell(length, error):
    blocks = [section(text=plain("a" * 1_900))[0] for _ in range(4)]
    blocks += section(text=plain("a" * (length - 4 * 1_900)))

    assert [one.error for one in violations(blocks)] == error


def test_two_tables_in_one_message_are_refused():
    table = {"type": "table", "rows": [[{"type": "raw_text", "text": "a"}]]}

    assert violations([table]) == []
    assert violations([table, copy.deepcopy(table)]) != []


def test_a_modal_with_an_input_needs_a_button_to_send_it():
    field = {"type": "input", "label": plain(), "element": {"type": "plain_text_input", "action_id": "a"}}

    assert "missing required field: submit" in view_violations(modal(blocks=[field]))[0].words
    assert view_violations(modal(blocks=[field], submit=plain("Send"))) == []


def test_a_view_over_250_kilobytes_is_refused():
    blocks = [section(text=plain("a" * 2_999))[0] for _ in range(90)]

    assert [one.error for one in view_violations(modal(blocks=blocks))] == ["view_too_large"]
