"""Golden views."""
