"""Measurements of quality and speed, run by hand; nothing in here asserts seconds."""
