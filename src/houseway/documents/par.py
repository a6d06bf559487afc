"""The PAR sheet: a game's mathematics for a laboratory or the Board, with the command that reproduces each figure.

Figures come from the same functions that run a table: exact odds, hold, readings, and a seeded simulation that must agree.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import sqrt
from typing import Any, Final

from houseway import __version__
from houseway.cache import kept
from houseway.core import AnyGame
from houseway.core.advice import Advice
from houseway.documents.charts import edge_drawings, hold_drawing, readings_drawing
from houseway.documents.guide import pays
from houseway.documents.paper import (
    Block,
    Column,
    Command,
    Heading,
    Paper,
    ParagraphBlock,
    PictureBlock,
    Points,
    TableBlock,
    Words,
    code,
)
from houseway.documents.paper_facts import facts, foot
from houseway.documents.par_commands import ROUNDS, SEED, SIMULATED, commands
from houseway.documents.rulebook import paid_lines
from houseway.documents.wording import capital, in_words, key_words, rows_name
from houseway.law import BadInput, Rules
from houseway.money import dollars
from houseway.odds import odds_sheet
from houseway.odds.advice import advice_of
from houseway.odds.sheet import Row, percent
from houseway.questions.hold import Hold, HoldRequest, hold, usual_bets
from houseway.questions.hold_words import caveats
from houseway.questions.pricing import RowKey
from houseway.questions.readings_report import ReadingsReport, readings_report
from houseway.simulate import Request, seated, simulate
from houseway.simulate.request import read_bets, read_strategy
from houseway.simulate.sessions import Player

LONGEST_FRACTION: Final = 24  # the most characters in a table cell
FARTHEST: Final = 12  # the most wagers of a simulation to list
FAR: Final = 4.5  # standard errors; beyond this, a seeded run disagrees


@dataclass(frozen=True, slots=True)
class Par:
    """The figures of one game under one submission."""

    game: AnyGame
    rules: Rules
    rows: tuple[Row, ...]
    holds: Hold
    open_questions: ReadingsReport
    advice: Advice | None
    simulated: tuple[dict[str, Any], ...]

    def as_json(self) -> dict[str, Any]:
        """Everything as plain values, with the commands that reproduce it."""
        return {
            "game": self.game.id,
            "edition": self.rules.edition.id,
            "edition_digest": self.rules.edition.digest,
            "submission": self.rules.digest,
            "settings": {key: str(value) for key, value in self.rules.submission.items()},
            "wagers": [row.as_json() for row in self.rows],
            "hold": self.holds.as_json(),
            "readings": self.open_questions.as_json(),
            "simulation": {"rounds": SIMULATED, "seed": SEED, "wagers": list(self.simulated)},
            "commands": self.commands(),
        }

    def commands(self) -> dict[str, str]:
        """The command that makes each part again."""
        return dict(commands(self.game, self.rules, self.advice is not None))

    def as_csv(self) -> str:
        """One line for each wager and strategy."""
        rows = [{**row.as_json(), "cites": " ".join(row.cites)} for row in self.rows]
        out = io.StringIO(newline="")
        writer = csv.DictWriter(out, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
        return out.getvalue()


def work_out(game: AnyGame, rules: Rules) -> Par:
    """Compute all figures; slow ones are cached on disk."""
    player = Player("", usual_bets(game, rules), strategy=_usual_strategy(game, rules))
    advice = None
    if game.advise is not None and game.advise.advice is not None:
        advice = advice_of(game, rules, {})
    depends = {"game": game.id, "rules": rules.digest, "rounds": SIMULATED, "seed": SEED}
    run = kept("par-simulation", depends, lambda: {"wagers": _simulated(game, rules)})
    return Par(
        game, rules, tuple(odds_sheet(game, rules)), hold(game, rules, HoldRequest((player,), ROUNDS)),
        readings_report(game, rules), advice, tuple(run["wagers"]),
    )  # fmt: skip


def _usual_strategy(game: AnyGame, rules: Rules) -> str | None:
    return read_strategy(game, rules, usual_bets(game, rules), None)


def _simulated(game: AnyGame, rules: Rules) -> list[dict[str, Any]]:
    """A seeded run of all wagers that can be made together, as plain values."""
    bets = read_bets(game, rules, {})
    try:
        strategy = read_strategy(game, rules, bets, None)
        done = simulate(game, rules, Request(seated(bets, 1, strategy), SIMULATED, str(SEED)), 1)
    except BadInput:  # not all wagers can be made at once, so simulate the usual one
        bets = usual_bets(game, rules)
        strategy = read_strategy(game, rules, bets, None)
        done = simulate(game, rules, Request(seated(bets, 1, strategy), SIMULATED, str(SEED)), 1)
    return [row.as_json() for row in done.wagers if row.count]


# The paper


def par_sheet(par: Par) -> Paper:
    """The figures as a paper."""
    game, rules, typed = par.game, par.rules, par.commands()
    blocks: list[Block] = [
        ParagraphBlock(
            "Every figure is per unit staked. Fractions are exact; a figure with a decimal point and twelve digits is rounded."
        ),
        Heading("Rules and options"),
        TableBlock(
            (Column("Setting", share=1), Column("Value", share=1.6), Column("Paragraph")),
            tuple(_options(game, rules)),
            small=True,
        ),
        Heading("Every wager"),
        *_edge_pictures(par.rows),
        *_wagers(par),
        Command(typed["odds"]),
        Heading("What the table holds"),
        *_hold(par),
        Command(typed["hold"]),
        Heading("Open questions of the text"),
        *_readings(par),
        *_stated(par),
        Command(typed["readings"]),
        Heading("Agreement of a simulation"),
        *_agreement(par),
        Command(typed["simulation"]),
    ]
    if par.advice is not None:
        blocks += [Heading("Best play"), Points(tuple(par.advice.summary)), Command(typed["strategy"])]
    head = (*facts(game, rules), ("Edition's file", rules.edition.digest), ("Made by", f"houseway {__version__}"))
    return Paper(
        f"PAR sheet: {game.title}",
        "Probabilities and accounting",
        head,
        tuple(blocks),
        foot(game, rules, "PAR sheet"),
        contents=True,
    )


def _options(game: AnyGame, rules: Rules) -> Iterator[tuple[Words, str, str]]:
    for key, option in rules.edition.options.items():
        yield (code(key),), _value(rules.option(key)), f"§ {option.cite}"
    paid = paid_lines(game, rules)
    for line, payout in ((line, each) for line, each in rules.payouts.items() if line in paid):
        yield (code(f"payout.{line}"),), str(payout.odds), f"§ {payout.cite}"


def _value(value: object) -> str:
    """A setting in words; amounts stay as in the file."""
    if isinstance(value, list | tuple):
        return ", ".join(map(in_words, value)) or "none"
    if isinstance(value, Mapping):
        return "; ".join(f"{name}: {each}" for name, each in value.items()) or "none"
    return in_words(value)


def _grouped(rows: tuple[Row, ...], game: AnyGame, rules: Rules) -> Iterator[tuple[str, Row]]:
    """Rows of one kind with equal figures, merged into one with a common name."""
    offers = game.law.catalogue(rules)
    groups: dict[tuple[object, ...], list[Row]] = {}
    for row in rows:
        kind = offers[row.id].kind if row.id in offers else row.id
        figures = (pays(row), row.strategy, bool(row.situation), row.win, row.expected, row.variance)
        groups.setdefault((kind, *figures), []).append(row)
    for same in groups.values():
        yield rows_name(same), same[0]


def _wagers(par: Par) -> Iterator[Block]:
    rows, long = [], []
    for name, row in _grouped(par.rows, par.game, par.rules):
        exactly = row.figure("house_edge")
        if len(exactly) > LONGEST_FRACTION:
            long.append(f"{name}, exactly: {exactly}")
            exactly = "below"
        rows.append(
            (
                name, pays(row), percent(row.win), percent(row.push), percent(row.house_edge),
                exactly, f"{sqrt(float(row.variance)):.4f}", f"{float(row.draws):.3f}" if row.draws else "",
            )
        )  # fmt: skip
    told = "Results: how many come on average until the wager is decided"
    if par.game.present.chance_word == "deal":
        told += f"; each {par.game.present.piece} of a deal is one, burned or face down too"
    columns = (
        Column("Wager", share=2.2), Column("Pays", share=1), Column("Hit rate", "right"), Column("Push", "right"),
        Column("Edge", "right"),
        Column("Exactly", "right", 1.3), Column("Std. dev.", "right"), Column("Results", "right"),
    )  # fmt: skip
    yield TableBlock(columns, tuple(rows), told, small=True)
    if long:
        yield Points(tuple(long))


def _edge_pictures(rows: tuple[Row, ...]) -> Iterator[PictureBlock]:
    for n, drawn in enumerate(edge_drawings(rows)):
        yield PictureBlock(
            drawn, _chart_words(rows), f"House edge of every wager, in percent{', continued' if n else ''}"
        )


def _chart_words(rows: tuple[Row, ...]) -> str:
    lowest, highest = min(rows, key=lambda row: row.house_edge), max(rows, key=lambda row: row.house_edge)
    least, most = (f"{percent(row.house_edge)} ({row.name})" for row in (lowest, highest))
    return f"Bars: the smallest edge is {least}, the largest {most}."


def _hold(par: Par) -> Iterator[Block]:
    found, offers = par.holds.as_json(), par.game.law.catalogue(par.rules)
    bets = ", ".join(
        f"{offers[wager].name} {dollars(cents)}" for wager, cents in usual_bets(par.game, par.rules).items()
    )
    strategy = _usual_strategy(par.game, par.rules)
    how = f", played by {in_words(strategy)}" if strategy else ""
    mean, spread = Fraction(par.holds.mean_cents), par.holds.deviation_cents
    yield ParagraphBlock(
        f"{ROUNDS:,} rounds of {bets}{how}: the house wins {dollars(round(mean))} on average, with a standard deviation of "
        f"{dollars(round(spread))}. It loses with a chance of {par.holds.house_loses:.4%}.",
        lead=True,
    )
    shown = {row["percent"]: dollars(int(row["cents"])) for row in found["percentiles"]}
    yield PictureBlock(
        hold_drawing(par.holds),
        f"Columns: what the house wins in a session. Half of them end below {shown['50']}, one in a thousand below "
        f"{shown['0.1']}, one in a thousand above {shown['99.9']}.",
        "What the house wins in a session; dashed: the lowest and the highest thousandth, and the middle",
    )
    rows = tuple((f"{each}%", cents) for each, cents in shown.items())
    yield TableBlock((Column("Share of sessions", "right"), Column("the house wins at most", "right")), rows)
    yield Points(tuple(caveats(found)))


def _readings(par: Par) -> Iterator[Block]:
    moved = [each for each in par.open_questions.intervals if each.moved]
    count = len(par.open_questions.questions)
    if not moved:
        yield ParagraphBlock(f"None of the {count} open questions moves the odds of a wager under this submission.")
        return
    rows = tuple(
        (
            _row_name(par, each.row), "not offered" if each.edge is None else percent(each.edge), percent(each.lowest),
            percent(each.highest), _answers(each.lowest_with), _answers(each.highest_with),
        )
        for each in moved
    )  # fmt: skip
    columns = (
        Column("Wager", share=1.4), Column("As submitted", "right"), Column("Lowest", "right"), Column("Highest", "right"),
        Column("Lowest with", share=1.2), Column("Highest with", share=1.2),
    )  # fmt: skip
    widest = max(moved, key=lambda each: each.highest - each.lowest)
    yield PictureBlock(
        readings_drawing(par.open_questions, partial(_row_name, par)),
        f"Bars from the lowest to the highest house edge of {len(moved)} wagers. The widest is {_row_name(par, widest.row)}, "
        f"from {percent(widest.lowest)} to {percent(widest.highest)}.",
        "Bar: the house edge over the answers to open questions; point: as submitted",
    )
    yield TableBlock(columns, rows, f"The house edge over all answers to {count} open questions", small=True)


def _stated(par: Par) -> Iterator[Block]:
    """The hold that the Board states, compared with our figures for the submission, choice by choice."""
    for table in par.open_questions.claims:
        offers = par.game.law.catalogue(par.rules)
        name = offers[table.claim.wager].name if table.claim.wager in offers else in_words(table.claim.wager)
        stated = f"{percent(table.claim.low, 2)} to {percent(table.claim.high, 2)}"
        submitted = next((row for row in table.rows if not row.changed), table.rows[0])
        ours = "; ".join(
            f"{key_words(table.claim.by)} {choice}: {'not offered' if hold is None else percent(hold, 2)}"
            for choice, hold in zip(table.choices, submitted.holds, strict=True)
        )
        yield ParagraphBlock(
            f"The Board states a hold of {stated} on {name} ({table.claim.source}). Ours, as submitted: {ours}. Over all "
            f"answers to the open questions and all choices, {table.inside_count} of {table.figures} figures round into it."
        )


def _row_name(par: Par, key: RowKey) -> str:
    """The wager of a row of the readings, with the same name as in the other tables."""
    wanted = (key.wager, key.situation, key.strategy)
    same = [row for row in par.rows if (row.id, row.situation or "", row.strategy or "") == wanted]
    if same:
        return rows_name(same)
    offers, names = par.game.law.catalogue(par.rules), par.game.present.strategy_names
    name = offers[key.wager].name if key.wager in offers else capital(in_words(key.wager))
    about = (in_words(key.situation), names.get(key.strategy, in_words(key.strategy)))
    where = ", ".join(each for each in about if each)
    return f"{name} ({where})" if where else name


def _answers(given: Iterable[tuple[str, str]]) -> Words:
    """Readings with their answers, as a user types them."""
    listed = ", ".join(f"{name}={answer}" for name, answer in given)
    return (code(listed),) if listed else "as submitted"


def _agreement(par: Par) -> Iterator[Block]:
    offers = par.game.law.catalogue(par.rules)

    def named(row: Mapping[str, Any]) -> str:
        return offers[row["id"]].name if row["id"] in offers else in_words(row["id"])

    known = [row for row in par.simulated if row["z"] is not None]
    far = [row for row in known if abs(row["z"]) > FAR]
    worst = max(known, key=lambda row: abs(row["z"]), default=None)
    if worst is None:
        yield ParagraphBlock("No wager of this run has an exact value to compare it with.")
        return
    one = len(known) == 1
    beside = "one wager beside its exact value" if one else f"{len(known)} wagers beside their exact values"
    verdict = f"{len(far)} do not agree" if far else "They agree" if one else "All agree"
    off = f"{worst['z']:+.2f} standard errors off"
    farthest = f"the mean is {off}" if one else f"the farthest is {named(worst)}, {off}"
    yield ParagraphBlock(f"{SIMULATED:,} rounds with the seed {SEED}: {beside}. {verdict}; {farthest}.", lead=True)
    rows = tuple(
        (named(row), f"{row['count']:,}", f"{row['mean']:+.6f}", row["exact"], f"{row['z']:+.2f}")
        for row in sorted(known, key=lambda row: -abs(row["z"]))[:FARTHEST]
    )
    columns = (
        Column("Wager", share=1),
        Column("Decided", "right"),
        Column("Mean", "right"),
        Column("Exact", "right"),
        Column("z", "right"),
    )
    which = f"The {FARTHEST} farthest of {len(known)}" if len(known) > FARTHEST else "The farthest first"
    yield TableBlock(columns, rows, which, small=True)
