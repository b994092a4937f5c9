"""How the bot meets its members: Slack by Socket Mode or HTTP, or the local workspace; and what runs beside that."""
