"""Rules that every command, view and payload inherits."""
