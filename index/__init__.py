"""The library: papers, importing, cleaning, search. Usable alone, without Slack."""
