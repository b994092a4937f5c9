"""Backups: one file with all that the bot knows, made while it works, and put back whole or not at all.

``making`` writes an archive, ``restoring`` puts one back. An archive (``archive``) holds a ``manifest``, the memory
as ``rows`` that any of its databases can take, and a copy of papers.db. ``home`` keeps a restore and a running bot
apart and ends a restore that was killed. ``members`` tells and forgets what is kept of one member.
"""
