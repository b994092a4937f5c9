"""Digests: which days are due, what is picked, and how each is posted exactly once."""
