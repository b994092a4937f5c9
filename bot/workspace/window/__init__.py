"""The window of the local workspace: its source, and how it is built."""
