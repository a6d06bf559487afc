"""623a.3(a)(7) to (10): Four, Six, Eight and Ten The Hardway."""

from __future__ import annotations

from houseway.core import Placed
from houseway.games.craps.roll import Roll
from houseway.games.craps.wagers.place import inactive
from houseway.games.craps.wagers.wager_kind import Fate, Stays, kind, lost, won
from houseway.law import Rules

HARDWAYS = {4: "623a.3(a)(7)", 6: "623a.3(a)(8)", 8: "623a.3(a)(9)", 10: "623a.3(a)(10)"}
SPELLED = {4: "Four", 6: "Six", 8: "Eight", 10: "Ten"}


@kind(
    "hardway", HARDWAYS.__getitem__, "Hardway Bet", lambda n: (f"hardway-{n}",),
    {str(number): number for number in HARDWAYS}, lambda n: f"{SPELLED[n]} The Hardway Bet",
)  # fmt: skip
def hardway(rules: Rules, roll: Roll, placed: Placed, number: int) -> Fate:
    """Wins if the total comes as a pair before it comes otherwise or a 7 comes; inactive on a come out roll unless called on."""
    if inactive(roll, placed):
        return Stays(placed)
    if roll.pair == (number // 2, number // 2):
        return won(f"hardway-{number}", f"{HARDWAYS[number]}(i)")
    return lost(f"{HARDWAYS[number]}(ii)") if roll.total in (number, 7) else Stays(placed)


KINDS = (hardway,)
