"""The command line: ``icml``."""

from bot.cli.main import main

__all__ = ["main"]
