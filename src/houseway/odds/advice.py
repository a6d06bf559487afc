"""The best choices: a game's own advice, or the exact value of each of its named strategies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from houseway.cache import kept
from houseway.core import AnyGame
from houseway.core.advice import Advice, Cell, Grid, GridRow, Progress, Section, Style
from houseway.core.plain import build, plain
from houseway.core.progress import working_on
from houseway.law import BadInput, Rules
from houseway.odds.sheet import percent, rows_of


def advice_of(game: AnyGame, rules: Rules, about: Mapping[str, str], progress: Progress = working_on) -> Advice:
    """The advice of `houseway strategy`; `about` is one situation or topic in the game's own terms, or empty."""
    advise = game.advise.advice if game.advise is not None else None
    if advise is not None:
        depends = {"game": game.id, "rules": rules.digest, "edition": rules.edition.digest, "about": dict(about)}
        advice: Advice = build(Advice, kept("strategy", depends, lambda: plain(advise(rules, about, progress))))
        return _under(advice, rules)
    chosen = [wager for wager in game.law.catalogue(rules) if game.walk.strategies(rules, wager)]
    if chosen and about:
        raise BadInput(f"{next(iter(about))}: {game.title} has no situations to ask about; leave it out")
    if chosen:
        return _under(_ways_to_play(game, rules, chosen), rules)
    raise BadInput(
        f"{game.title} has no choices once the wagers are made, so there is no strategy; "
        f"its odds tell the value of its wagers"
    )


def advises(game: AnyGame, rules: Rules) -> bool:
    """Is there anything to advise: does the game leave a choice after the wagers?"""
    own = game.advise is not None and game.advise.advice is not None
    return own or any(game.walk.strategies(rules, wager) for wager in game.law.catalogue(rules))


def _under(advice: Advice, rules: Rules) -> Advice:
    """Add the edition to the title, so that a printed card names it too."""
    return replace(advice, title=f"{advice.title} ({rules.edition.id})")


def _ways_to_play(game: AnyGame, rules: Rules, wagers: list[str]) -> Advice:
    """The exact value of each named strategy, for a game that has only a few."""
    rows = [row for wager in wagers for row in rows_of(game, rules, wager)]
    best = max(row.expected for row in rows)
    lines = tuple(
        GridRow(
            f"{row.id} {row.strategy}",
            (
                Cell(percent(row.win)),
                Cell(percent(row.lose)),
                Cell(str(row.expected), Style.BEST if row.expected == best else Style.PLAIN),
                Cell(percent(row.expected), Style.BEST if row.expected == best else Style.PLAIN),
            ),
        )
        for row in rows
    )
    chosen = next(row for row in rows if row.expected == best and row.strategy != "optimal")
    summary = f"The best is {chosen.strategy}: {chosen.expected} ({percent(chosen.expected)}) of the {chosen.id} wager, exactly."
    section = Section("What each way to play is worth", (Grid("wager", ("wins", "loses", "expected", ""), lines),))
    cites = tuple(dict.fromkeys(cite for row in rows for cite in row.cites))
    data = {"best": chosen.strategy, "wagers": [row.as_json() for row in rows]}
    return Advice(game.id, f"{game.title}: best play", (summary,), (), (section,), cites, data)
