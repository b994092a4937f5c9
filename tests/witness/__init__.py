"""The bot's stories in workspaces that others wrote, so that ours is not the only one that bears witness.

Both programs listen on all interfaces, so everything runs in a network namespace that has loopback alone.
"""
