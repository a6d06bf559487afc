"""The payouts of each way to end a round, computed by the chapter's rules: none is written here."""

from __future__ import annotations

from dataclasses import replace

from houseway.core import AnyGame, Choices, Choose, Placed, Verdict, Wager, seat_account
from houseway.core.driver import Answers, Driver, never, one_round
from houseway.equipment.tiles import Tile
from houseway.games.pai_gow.law.bank_settlement import paid_by_bank, surplus_shared
from houseway.games.pai_gow.law.exposing import EXPOSE
from houseway.games.pai_gow.law.setting_hands import SET
from houseway.games.pai_gow.law.state import DEALER, WAGER, Phase, State
from houseway.law import Rules

WON, TIED, LOST = ENDS = (0, 1, 2)  # number of a player's two hands that are not higher
VERDICTS = {WON: Verdict.WON, TIED: Verdict.RETURNED, LOST: Verdict.LOST}
SEAT = 1
# Example tiles of a box, as set, and of the dealer: a pair over a pair, a pair over nothing, nothing
PAIRS, PAIR, NOTHING = ("6-6", "6-6", "1-1", "1-1"), ("4-4", "4-4", "5-5", "4-6"), ("5-6", "1-5", "1-6", "2-3")
LEADS = {WON: (PAIRS, NOTHING), TIED: (PAIR, NOTHING), LOST: (NOTHING, PAIRS)}


def settled(game: AnyGame, rules: Rules, cents: int) -> tuple[int, ...]:
    """Net results of a wager that is won, tied and lost, from one round of each."""
    return tuple(_settled(game, rules, cents, end) for end in ENDS)


def _settled(game: AnyGame, rules: Rules, cents: int, end: int) -> int:
    box, dealer = (tuple(map(Tile, four)) for four in LEADS[end])
    tiles = iter((*box, *dealer))

    def choose(due: Choices, _: State) -> Choose:
        asked = due.open[0]
        if asked.options[0].choice == EXPOSE:
            return Choose(asked.who, EXPOSE)
        return Choose(asked.who, SET, 0, {"high": list(box[:2]), "low": list(box[2:])})

    answers = Answers(
        lambda due, _: next(tiles) if due.what.startswith("tile") else next(iter(due.outcomes())),
        choose,
        one_round(Wager(SEAT, WAGER, cents)),
    )
    steps = Driver(game, rules, game.law.open(rules)).until(never, answers)
    each = next(each for step in steps for each in step.settled)
    assert each.result is VERDICTS[end], (each, end)
    return each.returned_cents - each.cents


def bank_net_cents(rules: Rules, banked: State, lost_cents: int, won_cents: int) -> int:
    """621a.11(o), (r): the bank's net result of a round, from the amounts lost to it and won from it."""
    won = (Placed(DEALER, WAGER, won_cents),) if won_cents else ()
    paying = replace(banked, phase=Phase.PAYING, placed=won, hands=(), centre_cents=lost_cents)
    step = paid_by_bank(rules, paying)
    moves = [*step.moves]
    if step.state.phase is Phase.COUNTING:
        moves += surplus_shared(rules, step.state).moves
    mine = seat_account(banked.bank.seat)
    return sum(move.cents * ((move.target == mine) - (move.source == mine)) for move in moves)
