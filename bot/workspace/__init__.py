"""The local workspace: a small Slack on loopback, for trying out, for showing and for tests."""
