"""Venues by the names that people use."""

_LONG_NAMES = (
    ("ICML", "international conference on machine learning"),
    ("NeurIPS", "neural information processing systems"),
    ("ICLR", "international conference on learning representations"),
    ("AISTATS", "artificial intelligence and statistics"),
    ("UAI", "uncertainty in artificial intelligence"),
    ("COLT", "conference on learning theory"),
    ("MIDL", "medical imaging with deep learning"),
    ("CoRL", "conference on robot learning"),
    ("COLM", "conference on language modeling"),
    ("ACML", "asian conference on machine learning"),
    ("ALT", "algorithmic learning theory"),
    ("AutoML", "automated machine learning"),
    ("NAACL", "north american chapter of the association for computational linguistics"),
    ("ACL", "annual meeting of the association for computational linguistics"),
    ("EMNLP", "empirical methods in natural language processing"),
    ("CVPR", "conference on computer vision and pattern recognition"),
    ("ECCV", "european conference on computer vision"),
    ("ICCV", "international conference on computer vision"),
    ("ICRA", "international conference on robotics and automation"),
    ("IROS", "conference on intelligent robots and systems"),
)


def short_venue(venue: str) -> str:
    """ "Proceedings of the 43rd International Conference on Machine Learning" → "ICML"."""
    lowered = " ".join(venue.casefold().split())
    for short, long in _LONG_NAMES:
        if long in lowered and "workshop" not in lowered:
            return short
    return " ".join(venue.split())
