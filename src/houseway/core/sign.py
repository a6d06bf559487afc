"""The signs that a chapter requires at a table: their text, and why a table needs them or does not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from houseway.law import Citation, Rules
from houseway.money import dollars

LIMITS, PAYOUT_ODDS, OUT_OF_ORDER = "limits", "payout-odds", "out-of-order"  # kinds that several chapters have


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign of one kind. `lines`: sentences; `rows`: a label and a figure each. `where`: where it is put up.

    `needed`: does this submission need it? If not, `why` says so, and no sign is made.
    """

    kind: str
    title: str
    cites: tuple[Citation, ...]
    lines: tuple[str, ...] = ()
    rows: tuple[tuple[str, str], ...] = ()
    where: str = "at the table"
    needed: bool = True
    why: str = ""

    @property
    def told(self) -> str:
        """Its sentences and figures in one line."""
        rows = (f"{name}: {figure}" for name, figure in self.rows)
        return "; ".join(text.rstrip(".") for text in (*self.lines, *rows))

    def as_json(self) -> dict[str, Any]:
        """The sign as plain values."""
        return {
            "kind": self.kind, "title": self.title, "lines": list(self.lines), "rows": [list(row) for row in self.rows],
            "where": self.where, "needed": self.needed, "why": self.why, "cites": list(self.cites),
        }  # fmt: skip


def whole_dollars(cents: int) -> str:
    """An amount as a sign shows it: whole dollars without cents."""
    return dollars(cents).removesuffix(".00")


def limits_sign(rules: Rules, cite: Citation) -> Sign:
    """The smallest and the largest wager of the table."""
    rows = (("Minimum", whole_dollars(rules.min_cents)), ("Maximum", whole_dollars(rules.max_cents)))
    return Sign(LIMITS, "Wagers at this table", (cite,), rows=rows)


def odds_sign(rules: Rules, cite: Citation, odds: Mapping[str, str]) -> Sign:
    """The payout odds, where the layout does not show them; the submission chooses with `payout_odds`."""
    needed = rules.option("payout_odds") == "sign"
    why = "" if needed else "the layout shows the payout odds"
    return Sign(PAYOUT_ODDS, "Payout odds", (cite,), rows=tuple(odds.items()), needed=needed, why=why)


def out_of_order_sign(device: str, cite: Citation, has_device: bool) -> Sign:
    """For a device that cannot be used."""
    why = "" if has_device else f"the table has no {device[:1].lower()}{device[1:]}"
    where = "on the device, while it cannot be used"
    return Sign(OUT_OF_ORDER, "Out of order", (cite,), (device,), where=where, needed=has_device, why=why)
