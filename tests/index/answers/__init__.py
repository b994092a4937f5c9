"""Tests of questions and their answers."""
