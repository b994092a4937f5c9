"""The steps from raw prose to plain text; ``index.clean`` puts them in order."""
