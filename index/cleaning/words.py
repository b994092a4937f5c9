"""Long lists of words, written as a person writes them."""


def words(text: str) -> frozenset[str]:
    """Return the words of *text*, which white space separates."""
    return frozenset(text.split())
