"""How many pages without news say how much.

The pages of a population are drawn in an order that does not depend on what they
show. If a share of at least *r* of those that are left would bring news, *n* draws in a
row bring none with probability at most (1 - r)^n. Closing after n pages is wrong
with probability at most 1 - c when (1 - r)^n <= 1 - c.
"""

from __future__ import annotations

from math import ceil, log


def needed(risk: float, confidence: float) -> int:
    """Pages in a row without news before a population may be closed.

    >>> needed(0.05, 0.95), needed(0.02, 0.95), needed(0.05, 0.99)
    (59, 149, 90)
    """
    # Rounding must not ask for one more where the quotient is a whole number.
    return max(1, ceil(log(1 - confidence) / log(1 - risk) - 1e-9))


def bound(pages: int, confidence: float) -> float:
    """The share that may still bring news after so many pages in a row without.

    >>> round(bound(59, 0.95), 3), round(bound(18, 0.95), 3), bound(0, 0.95)
    (0.05, 0.153, 1.0)
    """
    return 1.0 if pages == 0 else 1.0 - (1.0 - confidence) ** (1.0 / pages)
