"""The manifest is one that Slack takes, and asks for no more than is used."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft7Validator

from bot.manifest import (
    EVENTS,
    EVENTS_OF_CHANNELS,
    EVENTS_OF_LINKS,
    OPTIONAL_SCOPES,
    SCOPES,
    SCOPES_OF_LINKS,
    manifest,
)


def test_the_file_in_deploy_is_the_manifest():
    assert json.loads(Path("deploy/manifest.json").read_text("utf-8")) == manifest()


def test_each_event_has_the_scope_that_slack_wants_for_it():
    wanted = {
        "app_mention": "app_mentions:read",
        "member_joined_channel": "channels:read",
        "message.im": "im:history",
        "message.channels": "channels:history",
        "message.groups": "groups:history",
        "link_shared": "links:read",
    }

    told = {*EVENTS, *EVENTS_OF_CHANNELS, *EVENTS_OF_LINKS} - {"app_home_opened"}  # needs no scope
    assert {wanted[event] for event in told} <= {*SCOPES, *OPTIONAL_SCOPES, *SCOPES_OF_LINKS}


def test_all_messages_of_channels_come_only_where_they_are_asked_for():
    def events(made):
        return set(made["settings"]["event_subscriptions"]["bot_events"])

    assert not events(manifest()) & set(EVENTS_OF_CHANNELS)
    assert events(manifest(edits=True)) == {*EVENTS, *EVENTS_OF_CHANNELS}


def test_links_are_told_of_only_where_that_is_asked_for():
    plain, made = manifest(), manifest(previews=True)

    assert "unfurl_domains" not in plain["features"]
    assert not set(SCOPES_OF_LINKS) & set(plain["oauth_config"]["scopes"]["bot_optional"])
    assert 1 <= len(made["features"]["unfurl_domains"]) <= 5
    assert set(SCOPES_OF_LINKS) <= set(made["oauth_config"]["scopes"]["bot_optional"])
    assert manifest() == plain


@pytest.mark.parametrize(
    "made",
    [
        manifest(),
        manifest("/papers", "papers"),
        manifest(edits=True),
        manifest(edits=True, previews=True),
        manifest(http="https://papers.example.org/", rotation=True),
    ],
)
def test_slack_itself_would_take_the_manifest(made):
    schema = json.loads(Path("tests/workspace/reference/manifest.schema.1.0.0.json").read_text("utf-8"))

    assert [fault.message for fault in Draft7Validator(schema).iter_errors(made)] == []


def test_no_scope_is_asked_for_without_a_use():
    """That none is missing is kept by the local workspace, which refuses calls without their scope."""
    reference = json.loads(Path("bot/workspace/reference/web-api-methods.json").read_text("utf-8"))["methods"]
    files = [*Path("bot").glob("*.py"), *Path("bot/serve").glob("*.py"), *Path("handlers").rglob("*.py")]
    source = "\n".join(file.read_text("utf-8") for file in files)
    written = {method: {method, method.replace(".", "_")} for method in reference}
    called = {method for method, ways in written.items() if any(way in source for way in ways)}
    used = {scope for method in called for scope in reference[method]["bot_scopes"]}
    used |= {"commands"}  # the command and the shortcuts
    used |= {"app_mentions:read", "channels:read", "groups:read", "im:history", "links:read"}  # the events, as above
    used |= {"files:write"} if "files_upload_v2(" in source else set()  # three methods in one

    assert {*SCOPES, *OPTIONAL_SCOPES, *SCOPES_OF_LINKS} <= used
