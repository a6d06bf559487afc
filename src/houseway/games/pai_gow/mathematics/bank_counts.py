"""All deals to a bank's players by the bank's net wagers won: from a file for the chapter's house ways, else counted.

`python benchmarks/bank_counts.py` writes the file and takes some minutes per house way. A test compares it with
independent counts (one and two players, mean and mean square of all), and the nightly run recounts it.
"""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from pathlib import Path

from houseway.core.advice import Progress
from houseway.games.pai_gow.mathematics.pair_counts import Strengths

FILE = Path(__file__).with_name("bank_counts.toml")
Nets = dict[int, int]  # net wagers won by the bank -> deals


def digest(bank: Strengths, players: Strengths) -> str:
    """A digest of what the counts depend on: the bank's and the players' setting of every hand."""
    return hashlib.sha256(bank.tobytes() + players.tobytes()).hexdigest()[:32]


@cache
def _stored() -> dict[str, tuple[Nets, ...]]:
    listed = tomllib.loads(FILE.read_text(encoding="utf-8"))["house_way"]
    return {each["settings"]: tuple(_nets(deals) for deals in each["deals"]) for each in listed}


def _nets(deals: list[int]) -> Nets:
    """Counts from a list that goes from losing to all players to winning against all."""
    return dict(enumerate(deals, start=-(len(deals) // 2)))


def stored(bank: Strengths, players: Strengths) -> tuple[Nets, ...] | None:
    """The counts for one to six players, if these settings are in the file."""
    return _stored().get(digest(bank, players))


def count_deals(bank: Strengths, players: Strengths, progress: Progress) -> tuple[Nets, ...]:
    """The counts from the file, or counted now."""
    found = stored(bank, players)
    if found is not None:
        return found
    from houseway.games.pai_gow.mathematics.joint_counts import all_nets

    return all_nets(bank, players, progress)


def written(name: str, bank: Strengths, players: Strengths, deals: tuple[Nets, ...]) -> str:
    """An entry of the file."""
    lines = ["[[house_way]]", f'name = "{name}"', f'settings = "{digest(bank, players)}"', "deals = ["]
    for nets in deals:
        lines += ["  [", *(f"    {nets[net]}," for net in sorted(nets)), "  ],"]
    return "\n".join([*lines, "]", ""])
