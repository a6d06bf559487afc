"""A Big Six Wheel brought by hand to any point of the round, for the tests of Chapter 619a."""

from __future__ import annotations

from chapters.harness import Command, done
from chapters.harness import floor_step as step
from support import Bench, bench

# The order of the sections, clockwise from the joker, as the Board filed it
ORDER = [
    "joker", "1", "2", "1", "5", "2", "1", "10", "1", "5", "1", "2", "1", "20", "1", "2", "1", "5", "2", "1", "10", "1",
    "2", "5", "1", "2", "1", "flag", "2", "5", "2", "1", "2", "1", "10", "1", "5", "1", "2", "1", "20", "1", "2", "1", "5",
    "2", "1", "10", "1", "2", "5", "1", "2", "1",
]  # fmt: skip
LEAST = ["1 to 1", "2 to 1", "5 to 1", "10 to 1", "20 to 1", "45 to 1", "45 to 1"]  # 619a.3
COUNTS = {"1": 23, "2": 15, "5": 8, "10": 4, "20": 2, "joker": 1, "flag": 1}
FRUIT = ["symbols.1=Cherry", "symbols.2=Lemon", "symbols.5=Plum", "symbols.10=Melon", "symbols.20=Bell"]
APPROVED = "symbols.approval=Bureau of Gaming Operations, June 2011"
PHASES = ("opening", "betting", "spinning", "landed")
ONE = {"do": "wager", "seat": 1, "id": "1", "cents": 500}
JOKER = {"do": "wager", "seat": 2, "id": "joker", "cents": 700}
SETTLE = {"do": "step", "cite": "619a.2(e)", "by": "dealer"}


def opening(edition: str = "2011-proposed", themed: bool = False) -> list[Command]:
    """The whole inspection of wheel, table and layout."""
    wheel = [
        step("619a.1(a)", item="diameter", diameter_inches=60),
        step("619a.1(a)", item="sections", sections=COUNTS),
        step("619a.1(a)", item="glass"),
        step("619a.1(b)", order=ORDER),
    ]
    wheel += [step("619a.1(c)")] if themed else []
    wheel += [step("619a.1(d)", odds=LEAST)] if edition == "2011-proposed" else []
    layout = [step(f"619a.1(g){part}") for part in ("(1)", "(2)(i)", "(2)(ii)", "(2)(iii)")]
    return [*wheel, step("619a.1(e)"), step("619a.1(f)"), *layout, step("619a.1(g)(3)", odds=LEAST)]


def by_hand(*settings: str) -> Bench:
    """A table that completes nothing by itself."""
    return bench("big-six", *settings, procedure="by-hand")


def brought_to(phase: str, section: int = 1, settings: tuple[str, ...] = ()) -> Bench:
    """By hand up to a phase; from the betting on there lie $5 on 1 (seat 1) and $7 on the joker (seat 2)."""
    table = by_hand(*settings)
    stages: dict[str, list[Command]] = {
        "opening": [],
        "betting": [*opening(), ONE, JOKER],
        "spinning": [{"do": "no-more-bets"}],
        "landed": [{"do": "result", "section": section}],
    }
    for name in PHASES[: PHASES.index(phase) + 1]:
        done(table, *stages[name])
    return table
