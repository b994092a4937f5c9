"""How things look in Slack: pure functions from the library's words to Block Kit."""
