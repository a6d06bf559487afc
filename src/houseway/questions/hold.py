"""What will this table hold? The distribution of a session's or a shift's result, from the house's side."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.cache import kept
from houseway.core import AnyGame
from houseway.core.kernel import Sitting
from houseway.core.progress import stage
from houseway.law import BadInput, Rules
from houseway.law.inputs import shown
from houseway.money import dollars
from houseway.questions.certified_floats import tail_bound
from houseway.questions.chain import Chain
from houseway.questions.moments import moments
from houseway.questions.out_of_line import ONE_IN, OutOfLine, out_of_line
from houseway.questions.repetition_error import ROUNDS, repetition_error
from houseway.questions.round_distribution import AUTOMATON, REPEATED, RoundDistribution, round_distribution
from houseway.questions.ruin import Likely, ruin
from houseway.questions.session_distribution import EXACT, SessionDistribution, session_distribution
from houseway.simulate.players import judge_bankroll
from houseway.simulate.request import least_cents
from houseway.simulate.sessions import SESSION, Player

PERCENTS = ("0.1", "1", "5", "25", "50", "75", "95", "99", "99.9")
COLUMNS = 80  # in the histogram
LONGEST_EXACT = 120  # the most characters of a fraction in the document
KEPT = "hold"
_HOURS = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?")


@dataclass(frozen=True, slots=True)
class HoldRequest:
    """A complete question: with the rules, it determines the answer. `held`: a share of the stakes, or whole cents."""

    players: tuple[Player, ...]
    rounds: int
    held: Fraction | int | None = None
    simulated: int = ROUNDS  # rounds to simulate for card games
    rounds_per_hour: int = 0  # 0 if the question is in rounds, not hours

    @property
    def sitting(self) -> tuple[Sitting, ...]:
        """All seats."""
        return tuple(seat for player in self.players for seat in player.sitting(False))


@dataclass(frozen=True, slots=True)
class Hold:
    """The answer. `document` has every figure as plain values: a number, its exact text or null, and its error bound."""

    game: AnyGame
    rules: Rules
    asked: HoldRequest
    document: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        """The answer as plain values."""
        return dict(self.document)

    def __repr__(self) -> str:
        return f"<Hold of {self.game.title}, {self.rules.edition.id}: {self.asked.rounds:,} rounds>"

    @property
    def mean_cents(self) -> Fraction | float:
        """The house's average win; a fraction if rounds are independent."""
        found = self.document["mean_cents"]
        return Fraction(found["exact"]) if found["exact"] else float(found["value"])

    @property
    def deviation_cents(self) -> float:
        """The standard deviation."""
        return float(self.document["deviation_cents"]["value"])

    @property
    def house_loses(self) -> float:
        """The chance that the house loses."""
        return float(self.document["house_loses"]["value"])

    def percentile_cents(self, percent: str) -> int:
        """The most that the house wins in this percentage of sessions: `percentile_cents("0.1")`."""
        for row in self.document["percentiles"]:
            if row["percent"] == percent:
                return int(row["cents"])
        raise BadInput(f'percent: "{percent}" is not among them; there are {", ".join(PERCENTS)}')


def usual_bets(game: AnyGame, rules: Rules) -> dict[str, int]:
    """The first wager of the game, at its minimum."""
    wagers = [wager for wager in game.law.catalogue(rules) if game.law.made_by(wager) is None]
    first = next((wager for wager in wagers if wager in game.priced(rules)), wagers[0])
    return {first: least_cents(game, rules, first)}


def judge_player(player: Player, where: str = "players") -> None:
    """Refuse players that an exact answer cannot cover: changing stakes, and players who stop and come back."""
    simulate = "which is for a simulation of sessions; leave it out"
    if player.progression != "flat":
        raise BadInput(f'{where}: {player.name}: progression "{player.progression}" changes the stakes, {simulate}')
    if player.stop_loss_cents or player.stop_per != SESSION:
        raise BadInput(f"{where}: {player.name}: stop_loss_cents and stop_per end a session early, {simulate}")
    if player.stop_win_cents and not player.bankroll_cents:
        raise BadInput(f"{where}: {player.name}: stop_win_cents is a target of a bankroll; give bankroll_cents too")
    judge_bankroll(f"{where}: {player.name}: bankroll_cents", player.bankroll_cents, player.bets)


def read_target(bankroll_cents: int, target_cents: int, where: tuple[str, str] = ("bankroll", "target")) -> int:
    """The gain at which a player stops; 0 for none."""
    if not target_cents:
        return 0
    if not bankroll_cents:
        raise BadInput(f"{where[1]}: a target needs a bankroll to start from; give {where[0]} too")
    if target_cents <= bankroll_cents:
        raise BadInput(
            f"{where[1]}: {dollars(target_cents)} is not above the bankroll of {dollars(bankroll_cents)}; write more"
        )
    return target_cents - bankroll_cents


def read_hours(text: str, pace: int, where: str = "hours") -> int:
    """Hours of play as whole rounds at this pace."""
    found = _HOURS.fullmatch(text.strip())
    rounds = int(Fraction(text.strip()) * pace) if found is not None else 0
    if rounds < 1:
        raise BadInput(f"{where}: {shown(text)} is not a time of at least one round; write hours, like 8 or 7.5")
    return rounds


def hold(game: AnyGame, rules: Rules, asked: HoldRequest) -> Hold:
    """The distribution of the house's win; cached on disk, since it may take a while."""
    for player in asked.players:
        judge_player(player)
    players = [
        [each.name, list(each.bets.items()), each.strategy, each.seats, each.bankroll_cents, each.stop_win_cents]
        for each in asked.players
    ]
    depends = {
        "game": game.id, "rules": rules.digest, "edition": rules.edition.digest, "players": players,
        "rounds": asked.rounds, "held": [type(asked.held).__name__, str(asked.held)], "simulated": asked.simulated,
        "pace": asked.rounds_per_hour,
    }  # fmt: skip
    return Hold(game, rules, asked, kept(KEPT, depends, lambda: _document(game, rules, asked)))


def _document(game: AnyGame, rules: Rules, asked: HoldRequest) -> dict[str, Any]:
    law = round_distribution(game, rules, asked.sitting)
    chain = law.chain
    with stage("the distribution of the result"):
        found = session_distribution(chain, asked.rounds)
    pace = asked.rounds_per_hour
    hours = {"hours": _number(Fraction(asked.rounds, pace)), "rounds_per_hour": pace} if pace else {}
    return {
        "game": rules.game,
        "edition": rules.edition.id,
        "submission": rules.digest,
        "round": game.present.chance_word,
        "rounds": asked.rounds,
        **hours,
        "players": [_player(each) for each in asked.players],
        "basis": law.basis,
        "method": found.way,
        "error": 0.0 if found.way == EXACT and not chain.input_error else found.error,
        "about": list(law.about),
        "house_edge": _exact(chain.mean / chain.handle if chain.handle else Fraction(0), bool(chain.input_error)),
        **_figures(chain, found, asked.rounds),
        "ruin": [_ruin(game, rules, each, asked.rounds) for each in asked.players if each.bankroll_cents],
        **({} if asked.held is None else {"out_of_line": _held(chain, asked.held)}),
        **_measure(game, rules, asked, law),
        "histogram": [
            {"from_cents": low, "below_cents": high, "chance": chance} for low, high, chance in found.columns(COLUMNS)
        ],
    }


def _figures(chain: Chain, law: SessionDistribution, rounds: int) -> dict[str, Any]:
    found = moments(chain, rounds)
    variance = found.variance
    deviation = math.sqrt(variance)
    spread = found.variance_error / (2 * deviation) if deviation else 0.0
    rows = []
    for percent in PERCENTS:
        low, high = law.quantile(Fraction(percent) / 100)
        rows.append({"percent": percent, "cents": low, **({"or_up_to_cents": high} if high != low else {})})
    loses, even = law.chance_up_to(-1), law.chance_up_to(0) - law.chance_up_to(-1)
    exactly = law.exactly_up_to(-1) if not chain.input_error else None
    known = law.exactly_up_to(0) if exactly is not None else None
    error = 0.0 if exactly is not None else law.error
    surely = min(loses + error, tail_bound(chain, rounds, -1)) if exactly is None else loses
    return {
        "mean_cents": _figure(found.mean, found.mean_error + float(chain.input_error) * rounds * _reach(chain)),
        "deviation_cents": _figure(deviation, spread + deviation * 1e-15),
        "variance_cents2": _figure(variance, found.variance_error),
        "percentiles": rows,
        "house_loses": {**_figure(exactly if exactly is not None else loses, error), "at_most": surely},
        "house_even": _figure(
            known - exactly if known is not None and exactly is not None else max(0.0, even), 2 * error
        ),
    }


def _reach(chain: Chain) -> float:
    return float(max(abs(net) for net in chain.nets))


def _figure(value: Fraction | float, error: float) -> dict[str, Any]:
    """A number, its exact text if it is a reasonably short fraction, and its certified error bound."""
    if isinstance(value, Fraction) and not error:
        text = str(value)
        return {"value": float(value), "exact": text if len(text) <= LONGEST_EXACT else None, "error": 0.0}
    return {"value": float(value), "exact": None, "error": error}


def _exact(value: Fraction, rounded: bool) -> dict[str, Any]:
    return _figure(value, 1e-12 if rounded else 0.0)


def _number(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)


def _player(each: Player) -> dict[str, Any]:
    return {"name": each.name, "seats": each.seats, "strategy": each.strategy, "bets": dict(each.bets)}


def _ruin(game: AnyGame, rules: Rules, player: Player, rounds: int) -> dict[str, Any]:
    """One player alone, on one seat."""
    with stage(f"the bankroll of {player.name}"):
        own = round_distribution(game, rules, player.sitting(False)[:1]).chain.for_player()
        bankroll, target = player.bankroll_cents, player.bankroll_cents + player.stop_win_cents
        stopped = target if player.stop_win_cents else 0
        found = ruin(own, sum(player.bets.values()), bankroll, stopped, rounds)
    return {
        "player": player.name,
        "bankroll_cents": bankroll,
        "target_cents": stopped or None,
        "within_rounds": _likely(found.before),
        "target_within_rounds": _likely(found.reached_before),
        "ever": _likely(found.ever),
        "target_ever": _likely(found.reached_ever),
    }


def _likely(found: Likely | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return _figure(found.exact, 0.0) if found.exact is not None else _figure(found.value, found.error)


def _held(chain: Chain, held: Fraction | int) -> dict[str, Any]:
    share = held if isinstance(held, Fraction) else None
    with stage("when that is out of line"):
        found: OutOfLine = out_of_line(chain, share, 0 if isinstance(held, Fraction) else held)
    return {
        "held_share": None if share is None else str(share),
        "held_cents": None if share is not None else held,
        "side": found.side or None,
        "one_in": ONE_IN,
        "rounds": found.rounds,
        "chance": None if found.chance is None else {"value": found.chance, "exact": None, "error": found.error},
        "for_certain_from": found.for_certain,
    }


def _measure(game: AnyGame, rules: Rules, asked: HoldRequest, law: RoundDistribution) -> dict[str, Any]:
    """For card games: how far repeating one round's distribution is from the real table."""
    if law.basis != REPEATED:
        return {}
    complete, seat = not law.lacks, asked.sitting[0]
    found = repetition_error(game, rules, seat, law.chain, asked.rounds, asked.simulated) if complete else None
    if found is None:
        return {"measured": None}
    return {
        "measured": {
            "sessions": found.sessions,
            "rounds": found.rounds,
            "largest_difference": found.difference,
            "by_chance": found.by_chance,
            "shows": found.shows,
            "mean_cents": found.mean_cents,
            "mean_error_cents": found.mean_error_cents,
            "expected_cents": found.expected_cents,
        }
    }


def is_lasting(document: Mapping[str, Any]) -> bool:
    """Can wagers stay up for several results?"""
    return bool(document["basis"] == AUTOMATON)
