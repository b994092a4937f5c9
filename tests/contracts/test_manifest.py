"""The manifest is one that Slack takes, and asks for no more than is used."""

import json
from pathlib import Path

from bot.manifest import EVENTS, OPTIONAL_SCOPES, SCOPES, manifest


def test_the_file_in_deploy_is_the_manifest():
    assert json.loads(Path("deploy/manifest.json").read_text("utf-8")) == manifest()


def test_each_event_has_the_scope_that_slack_wants_for_it():
    wanted = {"app_mention": "app_mentions:read", "member_joined_channel": "channels:read", "message.im": "im:history"}

    assert {wanted[event] for event in EVENTS if event != "app_home_opened"} <= {*SCOPES, *OPTIONAL_SCOPES}
