"""Tests are sentences about behaviour, on real parts."""
