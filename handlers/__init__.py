"""The face: thin Slack listeners and pure views."""
