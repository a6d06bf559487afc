"""Every lawful place for a chip on each Roulette layout, as text.

The file beside this one is made from the geometry of the layouts and compared byte for byte. To write it anew, and then
review the difference: PYTHONPATH=src:tests .venv/bin/python tests/counts/test_roulette.py
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from houseway.games import load
from houseway.games.roulette.offers import catalogue, lawful_places
from houseway.law import Rules
from support import law

FILE = Path(__file__).parent / "roulette.txt"
TABLES = (
    ("wheel=double-zero",),
    ("wheel=single-zero",),
    ("wheel=double-zero-as-single-zero",),
    ("wheel=single-zero", "reading.zero_group_0_2_3=common-corner"),
    ("wheel=double-zero-as-single-zero", "reading.five_adjacent_over_00=next-number"),
)
KINDS = (
    "straight", "five-adjacent", "split", "three-numbers", "four-numbers", "first-five", "six-numbers", "column", "dozen",
    "red", "black", "odd", "even", "1-18", "19-36",
)  # fmt: skip


def rules_of(settings: tuple[str, ...]) -> Rules:
    return load("roulette", [*settings, "five_adjacent=true"])[1]


def counted(settings: tuple[str, ...]) -> list[str]:
    """How many wagers and places each kind has."""
    rules = rules_of(settings)
    wagers = Counter(offer.kind for offer in catalogue(rules).values())
    spots = Counter(place.wager.partition(":")[0] for place in lawful_places(rules))
    lines = [f"{kind:<16} {wagers[kind]:>4} {spots[kind]:>4}" for kind in KINDS]
    return [*lines, f"{'all':<16} {wagers.total():>4} {spots.total():>4}"]


def listed(settings: tuple[str, ...]) -> list[str]:
    """Every place: the wager, what sort of place it is, and between which boxes."""
    return [f"{place.wager:<26} {place.sort:<8} {place.where}" for place in lawful_places(rules_of(settings))]


def roulette() -> str:
    """The counts of all layouts, then every place; later layouts only with what differs from the first."""
    lines = ["# Roulette, Chapter 617a: every lawful place for a chip, with the Five Adjacent Number Wager offered"]
    for settings in TABLES:
        lines += ["", f"# {', '.join(settings)}: wagers and places of each kind", *counted(settings)]
    first = listed(TABLES[0])
    lines += ["", f"# {', '.join(TABLES[0])}: every place", *first]
    for settings in TABLES[1:]:
        now = listed(settings)
        lines += ["", f"# {', '.join(settings)}: what differs from {TABLES[0][0]}"]
        lines += [f"- {line}" for line in first if line not in now] + [f"+ {line}" for line in now if line not in first]
    return "\n".join(lines) + "\n"


@law("617a.3(e)", "617a.1(f)(2)")
def test_617a_3_e_the_places_are_as_the_file_says() -> None:
    assert roulette() == FILE.read_text(encoding="utf-8")


@law("617a.3(e)")
@pytest.mark.parametrize(
    ("settings", "wagers", "places"),
    [(TABLES[0], 199, 200), (TABLES[1], 192, 192), (TABLES[2], 187, 187), (TABLES[3], 193, 193), (TABLES[4], 191, 191)],
)
def test_617a_3_e_counts_that_a_person_can_do_on_paper(settings: tuple[str, ...], wagers: int, places: int) -> None:
    """38, 38, 62, 15, 22, 1, 11, 3, 3 and 6 are 199, and the split of the zeros has a second place; the others likewise."""
    assert counted(settings)[-1].split() == ["all", str(wagers), str(places)]


if __name__ == "__main__":
    FILE.write_text(roulette(), encoding="utf-8")
