"""`houseway hold`: the exact distribution of what a table wins in a session or a shift."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.common import (
    AsJson,
    Floats,
    Seats,
    Settings,
    Strategy,
    What,
    answered,
    console,
    print_json,
    refuse_float,
    say_error,
)  # fmt: skip
from houseway.law import BadInput
from houseway.law.inputs import refuse_unwritable, shown

if TYPE_CHECKING:
    from houseway.core import AnyGame
    from houseway.law import Rules
    from houseway.questions.hold import Hold
    from houseway.simulate.sessions import Player

ROUNDS = "5000"
Rounds = Annotated[str | None, typer.Option("--rounds", "-n", help=f"Number of rounds; default {ROUNDS}.")]
Hours = Annotated[str | None, typer.Option("--hours", metavar="HOURS", help="Hours of play instead, like 8 or 7.5.")]
Pace = Annotated[int, typer.Option("--pace", min=1, max=10**6, help="Rounds an hour, for --hours.")]
Bets = Annotated[
    list[str] | None,
    typer.Option(
        "--bet",
        metavar="ID=DOLLARS",
        help="A wager and its amount, like pass=10; repeatable. Default: the first wager.",
    ),
]
Players = Annotated[
    Path | None, typer.Option("--players", metavar="FILE", help="A TOML file of players, as for simulate.")
]
Bankroll = Annotated[
    str | None, typer.Option("--bankroll", metavar="DOLLARS", help="A player's money: the risk of ruin.")
]
Target = Annotated[
    str | None, typer.Option("--target", metavar="DOLLARS", help="The money at which that player stops.")
]
Held = Annotated[
    str | None,
    typer.Option("--held", metavar="SHARE|DOLLARS", help="What a table held, like 1% or 250: when is it out of line?"),
]
Measure = Annotated[
    str, typer.Option("--measure", metavar="ROUNDS", help="Rounds to simulate at card games; 0 for none.")
]
Chart = Annotated[
    Path | None, typer.Option("--chart", metavar="FILE", help="Draw the distribution: .svg, .png or .html.")
]


@answered
def hold(
    what: What, rounds: Rounds = None, hours: Hours = None, pace: Pace = 60, bets: Bets = None,
    strategy: Strategy = None, seats: Seats = 1, players: Players = None, bankroll: Bankroll = None,
    target: Target = None, held: Held = None, measure: Measure = "2e6", settings: Settings = None,
    chart: Chart = None, as_json: AsJson = False, floats: Floats = False,
) -> None:  # fmt: skip
    """Compute the distribution of the house's win over a number of rounds, without simulation, each figure with its error.

    Amounts are in dollars. Examples: houseway hold craps --bet pass=10 --bet place-to-win:6=12 --rounds 5000;
    houseway hold roulette --bet red=10 --hours 8 --pace 40 --bankroll 200 --target 400;
    houseway hold big-six --bet 1=5 --held 8% --chart night.svg
    """
    from houseway.cli.long_work import showing
    from houseway.games import load
    from houseway.questions.hold import HoldRequest
    from houseway.questions.hold import hold as ask
    from houseway.simulate.files import judge_plot
    from houseway.simulate.request import RefusedWager

    refuse_float(floats, as_json)
    if chart is not None:
        judge_plot(chart, "--chart")
        refuse_unwritable(chart, "--chart")
    count, an_hour = _rounds(rounds, hours, pace)
    simulated, was_held = _measured(measure), _held(held)
    game, rules = load(what, settings or ())
    try:
        more = bool(bets or strategy or seats != 1 or bankroll or target)
        there = _listed(game, rules, players, more) if players is not None else [
            _alone(game, rules, bets or [], strategy, seats, bankroll, target)
        ]  # fmt: skip
        asked = HoldRequest(tuple(there), count, was_held, simulated, an_hour)
        with showing(as_json):
            found = ask(game, rules, asked)
    except RefusedWager as refused:
        say_error("refused", refused.told("--bet"), as_json)
        raise typer.Exit(1) from None
    if as_json:
        print_json(found.as_json(), floats)
    else:
        from houseway.cli.hold_text import lines

        out = console()
        for line in lines(found):
            out.print(line)
    if chart is not None:
        _draw(found, chart)


def _rounds(rounds: str | None, hours: str | None, pace: int) -> tuple[int, int]:
    """The number of rounds, and the pace if the time was given in hours."""
    from houseway.questions.hold import read_hours
    from houseway.simulate.request import read_rounds

    if hours is None:
        return read_rounds(rounds or ROUNDS if rounds is None else rounds, "--rounds"), 0
    if rounds is not None:
        raise BadInput("--hours and --rounds both set the length; leave one of them out")
    return read_hours(hours, pace, "--hours"), pace


def _measured(text: str) -> int:
    from houseway.simulate.request import read_rounds

    return 0 if text.strip() == "0" else min(read_rounds(text, "--measure"), 10**9)


def _held(text: str | None) -> Any:
    """A share of the stakes, or cents; a table that lost has a minus."""
    from houseway.cli.amounts import option_cents
    from houseway.questions.shares import read_share

    if text is None:
        return None
    if "%" in text or "/" in text:
        share = read_share(text, "--held")
        if share > 1:
            raise BadInput(f"--held: {shown(text)} is more than was wagered; write a share of at most 100%")
        return share
    sign, plain = (-1, text.strip()[1:]) if text.strip().startswith("-") else (1, text)
    try:
        return sign * option_cents(plain, "--held")
    except BadInput:
        raise BadInput(f"--held: {shown(text)} is neither a share nor an amount; write for example 1% or 250") from None


def _alone(
    game: AnyGame, rules: Rules, bets: list[str], strategy: str | None, seats: int, bankroll: str | None,
    target: str | None,
) -> Player:  # fmt: skip
    from houseway.cli.amounts import option_bets, option_cents
    from houseway.questions.hold import read_target, usual_bets
    from houseway.simulate.players import judge_bankroll
    from houseway.simulate.request import read_bets, read_seats, read_strategy
    from houseway.simulate.sessions import Player

    given = option_bets(game, rules, bets, "--bet")
    made = read_bets(game, rules, given or usual_bets(game, rules), "--bet")
    played = read_strategy(game, rules, made, strategy, "--strategy")
    money = option_cents(bankroll, "--bankroll")
    if bankroll is not None and not money:
        raise BadInput("--bankroll: $0.00 covers no wager; write the player's money, like 200")
    judge_bankroll("--bankroll", money, made)
    to_win = read_target(money, option_cents(target, "--target"), ("--bankroll", "--target"))
    seated = read_seats(rules, seats, "--seats")
    return Player("seat", made, bankroll_cents=money, stop_win_cents=to_win, strategy=played, seats=seated)


def _listed(game: AnyGame, rules: Rules, file: Path, more: bool) -> list[Player]:
    from houseway.questions.hold import judge_player
    from houseway.simulate.players import read_players

    if more:
        right = "leave --bet, --strategy, --seats, --bankroll and --target out"
        raise BadInput(f"--players: its file has all of this; {right}")
    found = read_players(game, rules, file)
    for player in found:
        judge_player(player, str(file))
    return found


def _draw(found: Hold, path: Path) -> None:
    from houseway.documents.typeset import write_files
    from houseway.questions.hold_chart import chart
    from houseway.simulate.files import as_chart

    write_files({path: as_chart(chart(found), path.suffix)}, "--chart")
