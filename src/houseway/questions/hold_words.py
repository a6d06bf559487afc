"""The assumptions and accuracy of a hold estimate, in sentences printed after its figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from houseway.money import dollars

WAYS = {
    "exact": "computed in whole numbers",
    "steps": "computed result by result",
    "frequencies": "computed by powers of the characteristic function",
}


def caveats(document: Mapping[str, Any]) -> Iterator[str]:
    """The assumptions, their effect as measured by simulating the real table, and the error of the figures."""
    yield from document["about"]
    yield from _measured(document)
    yield _error(document)


def _measured(document: Mapping[str, Any]) -> Iterator[str]:
    if "measured" not in document:
        return
    found = document["measured"]
    if found is None:
        yield "The error of that was not measured."
        return
    more = "more than" if found["shows"] else "no more than"
    yield (
        f"Measured: over {found['sessions']:,} simulated sessions of {found['rounds']} rounds, the chances of any result or less "
        f"differ from this law by up to {100 * found['largest_difference']:.2f} percentage points, {more} chance explains "
        f"({100 * found['by_chance']:.2f}). The house won {_money(found['mean_cents'])} a session, with a "
        f"standard error of {_money(found['mean_error_cents'])}; this law says {_money(found['expected_cents'])}."
    )


def _error(document: Mapping[str, Any]) -> str:
    way = WAYS[document["method"]]
    if not document["error"]:
        return f"Exact: {way}."
    return f"Certified: every chance is within {document['error']:.1e} ({way})."


def _money(cents: float) -> str:
    return dollars(round(cents))
