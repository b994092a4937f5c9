"""How the bot meets its members: Slack by Socket Mode, or the local workspace."""
