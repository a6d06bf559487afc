"""Compare two editions: their texts, their data, and what they do to a player in every round."""

from houseway.compare.comparison import Comparison, compare, compare_specs

__all__ = ["Comparison", "compare", "compare_specs"]
