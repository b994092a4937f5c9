"""Conversations through the local workspace."""
