"""The Python interface: load a submission, get odds, run a table, replay and audit its journal, compare editions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from html import escape
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import houseway.games as discovered
from houseway.compare import Comparison, compare, compare_specs
from houseway.compare.three_texts import ThreeTexts
from houseway.compare.three_texts import three_texts as texts_of
from houseway.core import HOUSE, AnyGame, Layout
from houseway.core.advice import Advice
from houseway.core.citation_graph import Cited, citations_of
from houseway.law import BadInput, Citation, Finding, Paragraph, Rules, Standing, standings
from houseway.law.approval import Condition
from houseway.law.errors import nearest
from houseway.law.inputs import refuse_strange
from houseway.odds import OddsSheet, odds_sheet
from houseway.odds.advice import advice_of
from houseway.odds.lockstep import MOST_POSITIONS
from houseway.questions.fiscal import Fiscal, Volumes, fiscal, read_handles
from houseway.records import Audit, Desk, audit_journal, header_of, open_desk, read_events, read_house, rules_of
from houseway.records.reconstruct import RackHands, rack_hands
from houseway.table import Table
from houseway.table.event_words import transcript

if TYPE_CHECKING:
    from houseway.questions.design_records import Design
    from houseway.questions.hold import Hold
    from houseway.questions.mistakes import Mistakes
    from houseway.questions.readings_report import ReadingsReport
    from houseway.simulate import Simulation

__all__ = [
    "Rulebook", "audit", "check", "diff", "game_ids", "load", "rebuild_hands", "replay", "revenue", "standing", "three_texts",
    "what_if",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A game under one lawful submission."""

    game: AnyGame
    rules: Rules

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The approvals that are outstanding; with none, a table whose results come from no seed is not for practice."""
        return self.rules.outstanding()

    def odds(self) -> OddsSheet:
        """The exact odds of every wager: `book.odds()["small"].expected`, `.distribution`."""
        return odds_sheet(self.game, self.rules)

    def strategy(self, *topics: str, **situation: object) -> Advice:
        """Best play: `book.strategy(hand="8,8", up=6, hole="small")`, `book.strategy("hold")`, `book.strategy()`.

        The words are those of `houseway strategy`. `.as_json()` gives plain values, `.data` the figures.
        """
        about = {**dict.fromkeys(topics, ""), **{key: str(value) for key, value in situation.items()}}
        refuse_strange(about, "a situation")
        return advice_of(self.game, self.rules, about)

    def simulate(
        self,
        rounds: int,
        bets: Mapping[str, int] | None = None,
        seed: int | str = 1,
        seats: int = 1,
        strategy: str | None = None,
        threads: int = 0,
    ) -> Simulation:
        """Simulate rounds: `book.simulate(10**9, {"small": 1000}).wagers[0].mean`.

        `bets` are in cents; without them, every wager is made at its minimum. Ctrl-C raises `houseway.simulate.Interrupted`, a
        KeyboardInterrupt whose `so_far` has the figures of the rounds played.
        """
        from houseway.simulate import Request, seated, simulate
        from houseway.simulate.request import read_bets, read_rounds, read_seats, read_seed, read_strategy

        made = read_bets(self.game, self.rules, bets or {})
        played = read_strategy(self.game, self.rules, made, strategy)
        sitting = seated(made, read_seats(self.rules, seats), played)
        return simulate(
            self.game, self.rules, Request(sitting, read_rounds(str(rounds)), read_seed(str(seed))), threads
        )

    def readings(self, whole: bool = False) -> ReadingsReport:
        """The value of the open questions: `book.readings().intervals`, `.questions`, `.as_json()`.

        `whole`: price all combinations of answers for every wager, however long it takes.
        """
        from houseway.questions.readings_report import readings_report

        return readings_report(self.game, self.rules, whole)

    def mistakes(self, wagers: Sequence[str] = (), rounds: int = 400) -> Mistakes:
        """The value of each irregularity and dealer's error: `book.mistakes(["small"]).mistakes[0].average`.

        Without wagers, one of each kind. `rounds` are played where a wager has too many positions to walk them all.
        """
        from houseway.questions.mistakes import mistakes

        return mistakes(self.game, self.rules, wagers, rounds)

    def hold(
        self,
        rounds: int,
        bets: Mapping[str, int] | None = None,
        seats: int = 1,
        strategy: str | None = None,
        bankroll_cents: int = 0,
        target_cents: int = 0,
        held: Fraction | int | None = None,
        simulated: int | None = None,
    ) -> Hold:
        """The distribution of the house's win: `book.hold(5000, {"pass": 1000}).house_loses`, `.percentile_cents("0.1")`.

        `bets` are in cents; without them, the first wager is made at its minimum. `held`: what a table held, as a share (a
        `Fraction`) or in cents. `simulated`: rounds with which card games are measured. `.as_json()` has every figure.
        """
        from houseway.questions.hold import HoldRequest, hold, read_target, usual_bets
        from houseway.questions.repetition_error import ROUNDS
        from houseway.simulate.players import judge_bankroll
        from houseway.simulate.request import read_bets, read_rounds, read_seats, read_strategy
        from houseway.simulate.sessions import Player

        made = read_bets(self.game, self.rules, bets or usual_bets(self.game, self.rules))
        played = read_strategy(self.game, self.rules, made, strategy)
        judge_bankroll("bankroll", bankroll_cents, made)
        player = Player(
            "seat", made, bankroll_cents=bankroll_cents, stop_win_cents=read_target(bankroll_cents, target_cents),
            strategy=played, seats=read_seats(self.rules, seats),
        )  # fmt: skip
        asked = HoldRequest((player,), read_rounds(str(rounds)), held, ROUNDS if simulated is None else simulated)
        return hold(self.game, self.rules, asked)

    def design(
        self,
        edge: Fraction | str | None = None,
        wagers: Mapping[str, Fraction | str] | None = None,
        hold: Fraction | str | None = None,
        mix: Mapping[str, int] | None = None,
    ) -> Design:
        """The lawful settings nearest a target: `book.design("15%").changes`, `book.design(wagers={"joker": "10%"}).rules`.

        `hold` is what the table keeps of the stakes of a `mix` of wagers, in cents.
        """
        from houseway.questions.design import design
        from houseway.questions.design_records import Wish
        from houseway.questions.shares import read_share

        def share(value: Fraction | str, name: str) -> Fraction:
            return value if isinstance(value, Fraction) else read_share(value, name)

        if edge is None and not wagers and hold is None:
            raise BadInput('edge: say what the house should keep, for example design("15%")')
        named = {wager: share(value, f"wagers: {wager}") for wager, value in (wagers or {}).items()}
        wish = Wish(
            None if edge is None else share(edge, "edge"),
            named,
            None if hold is None else share(hold, "hold"),
            mix or {},
        )
        return design(self.game, self.rules, wish)

    def layout(self) -> Layout:
        """The betting areas; a notebook shows them as a picture."""
        return self.game.present.layout(self.rules)

    def outline(self, section: str = "") -> tuple[Paragraph, ...]:
        """The chapter's paragraphs in our words, or those of one section."""
        return tuple(p for p in self.rules.paragraphs if not section or p.cite.under(section))

    def cited_in(self, cite: str) -> tuple[Cited, ...]:
        """The places that cite a paragraph: other paragraphs, readings, steps of procedures, wagers and their odds."""
        if cite not in self.rules.cites:
            right = nearest(str(cite), [p.cite for p in self.rules.paragraphs])
            raise BadInput(f"{cite} is not a paragraph of {self.rules.edition.id}; {right}")
        return citations_of(self.game, self.rules).get(Citation(cite), ())

    def table(
        self,
        seed: int | str | None = None,
        journal: str | PathLike[str] | None = None,
        procedure: str = "automatic",
        inventory_cents: int = 10_000_000,
    ) -> Table:
        """Open a table. With a seed it is reproducible; with a journal it is recorded there, or resumed from it.

        To seal and close a journal, use `recorded` instead.
        """
        return self.recorded(journal, seed, procedure, inventory_cents).table

    def recorded(
        self,
        journal: str | PathLike[str] | None,
        seed: int | str | None = None,
        procedure: str = "automatic",
        inventory_cents: int = 10_000_000,
    ) -> Desk:
        """Open a table with its records: `desk.table`; `desk.finish()` closes and seals it, `desk.close()` leaves it open.

        An existing journal is continued after its last complete command. It must be of this game under these rules, and its table
        must not be closed.
        """
        desk = open_desk(self.game, self.rules, Path(journal) if journal is not None else None, seed)
        if desk.table.position.state is None:
            desk.table.open(procedure, inventory_cents)
        return desk

    def __repr__(self) -> str:
        return f"<Rulebook {self.game.id} {self.rules.edition.id} {self.rules.digest[:15]}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(key)}</td><td>{escape(str(value))}</td></tr>"
            for key, value in self.rules.submission.items()
        )
        return f"<table><caption>{escape(self.game.title)}: the submission</caption><tbody>{rows}</tbody></table>"


def game_ids() -> tuple[str, ...]:
    """The ids of all games."""
    return tuple(discovered.games())


def _settings(settings: Mapping[str, Any] | None) -> list[str]:
    """A mapping as a list of `key=value`; texts are quoted, so that they stay texts."""
    import json

    if settings is not None and not isinstance(settings, Mapping):
        raise BadInput(f'settings: {settings!r} is not a mapping; write for example {{"boxes": 6}}')
    return [f"{key}={json.dumps(value, ensure_ascii=False)}" for key, value in (settings or {}).items()]


def load(what: str | PathLike[str], settings: Mapping[str, Any] | None = None) -> Rulebook:
    """Load a game by name, or a submission's file; `settings` override keys of the submission.

    Raises `Unlawful` where the submission is not lawful, and `BadInput` where it cannot be read.
    """
    game, rules = discovered.load(str(what), _settings(settings))
    return Rulebook(game, rules)


def check(what: str | PathLike[str], settings: Mapping[str, Any] | None = None) -> tuple[Finding, ...]:
    """All findings on a submission; empty if it is lawful."""
    return discovered.judged(str(what), _settings(settings))[0].findings


def standing(game: str, on: str | date) -> tuple[Standing, ...]:
    """The status of each edition of a game on a day: `standing("casino-war", "2012-05-19")[0].standing` is "in-force".

    The others are "proposed" and "neither"; `.says` tells why. A day is a text like 2012-05-19 or a `datetime.date`.
    """
    return standings(discovered.find_game(game).chapter, on)


def diff(
    game: str, first: str, second: str, settings: Mapping[str, Any] | None = None, most: int = MOST_POSITIONS
) -> Comparison:
    """Compare two editions of a game: their texts, their values, and what they do to a player in every round.

    `most` limits the positions that each walk of rounds looks at.
    """
    return compare(discovered.find_game(game), first, second, _settings(settings), most)


def what_if(
    first: str | PathLike[str],
    second: str | PathLike[str],
    settings: Mapping[str, Any] | None = None,
    most: int | None = None,
) -> Comparison:
    """Compare two sides of a game: `what_if("sic-bo", "sic-bo,reading.two_of_a_kind=exactly-two")`.

    Each is a submission's file, a redraft's file, or `GAME@EDITION,KEY=VALUE,...`. `settings` hold on both sides.
    """
    return compare_specs(str(first), str(second), _settings(settings), most)


def three_texts(game: str, first: str, second: str, third: str) -> ThreeTexts:
    """The outcome, in the third edition, of each change that the second would make to the first."""
    return texts_of(discovered.find_game(game), first, second, third)


def revenue(
    comparison: Comparison,
    handle: str | Sequence[str],
    rounds_per_day: int | None = None,
    tables: int = 1,
    strategy: str | None = None,
    cost_cents: int | None = None,
) -> Fiscal:
    """The fiscal side of a comparison: `revenue(found, ["tie=5000/day"], tables=4).as_json()`.

    A handle is what is wagered at one table, in dollars: in all (`"50000/day"`), or on one wager, a day, a year or a round.
    """
    texts = [handle] if isinstance(handle, str) else list(handle)
    handles = read_handles(texts, rounds_per_day)
    return fiscal(comparison.odds_changes, Volumes(handles, rounds_per_day, tables, strategy, cost_cents))


def replay(
    journal: str | PathLike[str],
    round_number: int | None = None,
    who: str = HOUSE,
    house: str | PathLike[str] | None = None,
) -> str:
    """A journal, or one round of it, in words, as `who` (the house, a role or a seat) may see it. Nothing is decided again."""
    path = Path(journal)
    game, rules = rules_of(header_of(path))
    find = read_house(Path(house)).find if house is not None else None
    return transcript(game, rules, [e for e in read_events(path, find) if round_number in (None, e.round)], who)


def rebuild_hands(journal: str | PathLike[str], rack: str | Sequence[str]) -> RackHands:
    """Rebuild every hand since the last shuffle from the discard rack: `rebuild_hands("table.jsonl", "? 7H 10D").rounds`.

    The cards are given from the bottom of the rack up, `?` for a card that cannot be read.
    """
    return rack_hands(Path(journal), rack)


def audit(
    journal: str | PathLike[str],
    head: str | None = None,
    house: str | PathLike[str] | None = None,
    outside: bool = False,
) -> Audit:
    """Check that a journal is undamaged and decide every command again. `house`: its FILE.house, to check hidden parts."""
    return audit_journal(Path(journal), head, Path(house) if house is not None else None, outside)
