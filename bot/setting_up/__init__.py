"""Setting the bot up: its app in Slack, its tokens, its settings file. Asked for by ``icml init``."""
