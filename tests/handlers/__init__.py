"""Tests of handlers."""
