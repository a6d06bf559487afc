"""`houseway simulate`: play many rounds and compare the results with the exact figures."""

from __future__ import annotations

import signal
import threading
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict, dataclass
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
    say,
    say_error,
)
from houseway.cli.widths import WIDEST, filled
from houseway.law import BadInput
from houseway.law.inputs import refuse_unwritable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rich.console import Console

    from houseway.core import AnyGame
    from houseway.law import Rules
    from houseway.simulate import Simulation
    from houseway.simulate.checkpoint import RunCheckpoint
    from houseway.simulate.request import Request
    from houseway.simulate.sessions import Player

Rounds = Annotated[str, typer.Option("--rounds", "-n", help="Number of rounds, for example 1e9.")]
Bets = Annotated[
    list[str] | None,
    typer.Option(
        "--bet",
        metavar="ID=DOLLARS",
        help="A wager and its amount in dollars, like pass=10 or pass=10.50; repeatable. Default: every wager.",
    ),
]
Seed = Annotated[str, typer.Option("--seed", help="The same seed and rounds give the same result.")]
Threads = Annotated[int, typer.Option("--threads", min=0, max=1024, help="Number of threads; 0 means one per core.")]
Kept = Annotated[
    Path | None,
    typer.Option("--checkpoint", metavar="FILE", help="Save the progress in this file, and continue from it."),
]
AsCsv = Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write the wagers as CSV.")]
AsParquet = Annotated[Path | None, typer.Option("--parquet", metavar="FILE", help="Write the wagers as Parquet.")]
Plot = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE", help="Draw convergence, or sessions: .svg, .png or .html.")
]
On = Annotated[str | None, typer.Option("--on", metavar="tcp://HOST:PORT", help="Play the chunks on a Dask cluster.")]
Players = Annotated[
    Path | None,
    typer.Option(
        "--players", metavar="FILE", help="A TOML file of players: bets, progression, bankroll, stopping rules."
    ),
]
Session = Annotated[
    int, typer.Option("--session", min=0, max=10**6, help="Also simulate sessions of this many rounds.")
]
Bankroll = Annotated[
    str | None,
    typer.Option(
        "--bankroll",
        metavar="DOLLARS",
        help="The seat's money at the start of a session, like 200 or 200.50. Wagers added in mid-round may exceed it.",
    ),
]
StopLoss = Annotated[
    str | None,
    typer.Option("--stop-loss", metavar="DOLLARS", help="End a session when this much is lost, like 100 or 99.50."),
]
StopWin = Annotated[
    str | None,
    typer.Option("--stop-win", metavar="DOLLARS", help="End a session when this much is won, like 100 or 99.50."),
]
StopPer = Annotated[
    str, typer.Option("--stop-per", metavar="WHAT", help="What the limits apply to: session, shooter or shoe.")
]
AnHour = Annotated[
    int, typer.Option("--rounds-per-hour", min=1, max=10**6, help="Speed of play, for the hold per hour.")
]


@answered
def simulate(
    what: What, rounds: Rounds = "1e7", bets: Bets = None, strategy: Strategy = None, seats: Seats = 1,
    seed: Seed = "1", threads: Threads = 0, settings: Settings = None, checkpoint: Kept = None, on: On = None,
    players: Players = None, session: Session = 0, bankroll: Bankroll = None, stop_loss: StopLoss = None,
    stop_win: StopWin = None, stop_per: StopPer = "session", rounds_per_hour: AnHour = 60,
    csv: AsCsv = None, parquet: AsParquet = None, plot: Plot = None, as_json: AsJson = False,
    floats: Floats = False,
) -> None:  # fmt: skip
    """Play rounds by the billion and compare every wager's result with its exact value.

    Amounts are in dollars. Ctrl-C prints the figures so far. Examples: houseway simulate sic-bo --rounds 1e9;
    houseway simulate craps --bet pass=10 --bet odds:pass=20; houseway simulate casino-war --seats 7 --strategy surrender --json
    """
    from houseway.cli.amounts import option_cents
    from houseway.games import load
    from houseway.simulate.files import judge_plot
    from houseway.simulate.request import RefusedWager, Request, read_rounds, read_seed

    refuse_float(floats, as_json)
    count, seed = read_rounds(rounds, "--rounds"), read_seed(seed, "--seed")
    lost, won = option_cents(stop_loss, "--stop-loss"), option_cents(stop_win, "--stop-win")
    stops = SessionLimits(option_cents(bankroll, "--bankroll"), lost, won, stop_per)
    if plot is not None:
        judge_plot(plot, "--plot")
    for path, option in ((csv, "--csv"), (parquet, "--parquet"), (plot, "--plot")):
        refuse_unwritable(path, option)
    if session > count:
        raise BadInput(
            f"--session: {session:,} rounds are more than the {count:,} that are played; write less, or more --rounds"
        )
    game, rules = load(what, settings or ())
    try:
        if players is None:
            there = [_alone(game, rules, bets or [], seats, strategy, stops, session)]
        else:
            there = _listed(game, rules, players, bets or strategy or seats != 1 or stops != SessionLimits())
        named = players is not None
        asked = Request(tuple(each for player in there for each in player.sitting(named)), count, seed)
        file = _kept(checkpoint, game, rules, asked)
        in_sessions = (there, min(session or 100, count), rounds_per_hour) if session or named else None
        done = _played(game, rules, asked, threads, file, on, in_sessions, as_json, plot is not None)
    except RefusedWager as refused:
        say(f"houseway: {refused.told('--bet')}")
        raise typer.Exit(1) from None
    if done is not None:
        _show(done, as_json, floats)
        _write(done, csv, parquet, plot)
    if done is None or done.interrupted:
        say_error("interrupted", _interrupted(done, checkpoint), as_json)
        raise typer.Exit(130)


@dataclass(frozen=True, slots=True)
class SessionLimits:
    """A session's bankroll and limits, from the options; 0 means no limit."""

    bankroll_cents: int = 0
    stop_loss_cents: int = 0
    stop_win_cents: int = 0
    stop_per: str = "session"


def _played(
    game: AnyGame, rules: Rules, asked: Request, threads: int, file: RunCheckpoint | None, on: str | None,
    in_sessions: tuple[list[Player], int, int] | None, quiet: bool, charted: bool,
) -> Simulation | None:  # fmt: skip
    """The simulation, complete or until Ctrl-C; None if it was interrupted before the first rounds were counted."""
    from houseway.cli.run_display import watched
    from houseway.simulate import Interrupted, with_sessions
    from houseway.simulate import simulate as play

    try:
        with watched(asked.rounds, quiet=quiet) as seen, ended_by_signals(), _cluster(on) as cluster:
            done = play(game, rules, asked, threads, file, seen.heard, seen.told, cluster, seen.preview, charted)
            return done if in_sessions is None else with_sessions(done, *in_sessions, threads, seen.followed)
    except Interrupted as stopped:
        return stopped.so_far
    except KeyboardInterrupt:
        return None


def _interrupted(done: Simulation | None, checkpoint: Path | None) -> str:
    """The message for an interrupted run: how far it got, and how to continue."""
    if done is None:
        return "interrupted before the first rounds were counted"
    played, of = done.played.rounds, done.asked.rounds
    how_far = f"interrupted after {played:,} of {of:,} {done.round_word}s"
    if played == of:
        return (
            f"interrupted in the sessions, after all {of:,} {done.round_word}s; the next run starts the sessions again"
        )
    if checkpoint is None:
        return f"{how_far}; they are not saved: with --checkpoint FILE a run can continue where it stopped"
    return f"{how_far}; they are in {checkpoint}: run the same command again to continue"


def _kept(path: Path | None, game: AnyGame, rules: Rules, asked: Request) -> RunCheckpoint | None:
    """The checkpoint, checked before anything is compiled or played."""
    if path is None:
        return None
    from houseway.simulate.checkpoint import RunCheckpoint, fingerprint

    file = RunCheckpoint(path, fingerprint(game, rules, asked))
    file.resume(asked.rounds)
    refuse_unwritable(path, "--checkpoint")
    return file


def _alone(
    game: AnyGame, rules: Rules, bets: list[str], seats: int, strategy: str | None, stops: SessionLimits, session: int,
) -> Player:  # fmt: skip
    """A player for all seats, which wager and play alike; limits need sessions."""
    from houseway.cli.amounts import option_bets
    from houseway.simulate.players import judge_bankroll, read_stop_per
    from houseway.simulate.request import read_bets, read_seats, read_strategy
    from houseway.simulate.sessions import Player

    made = read_bets(game, rules, option_bets(game, rules, bets, "--bet"), "--bet")
    played = read_strategy(game, rules, made, strategy, "--strategy")
    read_stop_per(game, rules, stops.stop_per, "--stop-per")
    if stops != SessionLimits() and not session:
        raise BadInput("--bankroll and --stop-… are for sessions; give their length with --session ROUNDS")
    judge_bankroll("--bankroll", stops.bankroll_cents, made)
    return Player("seat", made, **asdict(stops), strategy=played, seats=read_seats(rules, seats, "--seats"))


def _listed(game: AnyGame, rules: Rules, file: Path, more: object) -> list[Player]:
    """The players of a file, which replaces the other options."""
    from houseway.simulate.players import read_players

    if more:
        right = "leave --bet, --strategy, --seats, --bankroll and --stop-… out"
        raise BadInput(f"--players: its file has all of this; {right}")
    return read_players(game, rules, file)


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Make a run stop on termination signals as on Ctrl-C, keeping the rounds played."""

    def stop(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _cluster(address: str | None) -> AbstractContextManager[Any]:
    if address is None:
        return nullcontext()
    from houseway.simulate.cluster import Cluster

    return Cluster(address, "--on")


def _write(done: Simulation, csv: Path | None, parquet: Path | None, plot: Path | None) -> None:
    from houseway.documents.typeset import write_files
    from houseway.simulate import files

    if csv is not None:
        write_files({csv: files.as_csv(done)}, "--csv")
    if parquet is not None:
        write_files({parquet: files.as_parquet(done)}, "--parquet")
    if plot is not None:
        write_files({plot: files.as_plot(done, plot.suffix)}, "--plot")


def _show(done: Simulation, as_json: bool, floats: bool) -> None:
    if as_json:
        print_json(done.as_json(), floats)
    else:
        _print(done)


def _print(done: Simulation) -> None:
    from rich.text import Text

    from houseway.cli.run_display import figures_table

    out, played, word = console(), done.played, done.round_word
    seats = f", {len(done.asked.sitting)} seats" if len(done.asked.sitting) > 1 else ""
    how = f", {done.strategy}" if done.strategy else ""
    title = f"{done.game.title}, {done.rules.edition.id}: {played.rounds:,} {word}s{seats}{how}, seed {done.asked.seed}"
    out.print(Text(title, style="bold"))
    table = figures_table(done.wagers, done.named, out)
    out.print(table)
    worst = max((abs(row.z) for row in done.wagers if row.z is not None), default=0.0)
    speed = played.rounds_per_second
    rate = f"{speed / 1e6:,.1f} million {word}s a second" if speed >= 1e5 else f"{speed:,.0f} {word}s a second"
    out.print(
        Text(f"\n{played.seconds:.2f} s, {rate}. The largest deviation is {worst:.2f} standard errors.", style="dim")
    )
    if done.note:
        out.print(Text(done.note, style="dim"))
    if done.sessions:
        _print_sessions(done)


def print_players(out: Console, headings: tuple[str, ...], rows: Mapping[str, tuple[str, ...]]) -> None:
    """Print a table with a row for each player; if it is too wide, a paragraph for each instead."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("player", style="bold", no_wrap=True)
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for player, cells in rows.items():
        table.add_row(player, *cells)
    if out.measure(table, options=out.options.update(max_width=WIDEST)).maximum <= out.width:
        out.print(table)
        return
    for player, cells in rows.items():
        told = ", ".join(f"{heading} {cell}" for heading, cell in zip(headings, cells, strict=True) if cell)
        out.print(Text(player, style="bold"))
        out.print(Text(filled(told, out.width, "  ", "  ")))


def _print_sessions(done: Simulation) -> None:
    from rich.text import Text

    from houseway.cli.run_display import dollars

    out, word = console(), done.round_word
    out.print(Text(f"\nSessions of {done.sessions[0].rounds:,} {word}s", style="bold"))
    headings = (
        "seats", "sessions", "ahead", "mean", "5%", "median", "95%", "mean drawdown", "ruined", f"{word}s",
        "hold per hour and seat",
    )  # fmt: skip
    rows: dict[str, tuple[str, ...]] = {}
    for each in done.sessions:
        row = each.as_json(done.rounds_per_hour)
        result, count = row["result_cents"], row["sessions"]
        ruin = "" if row["risk_of_ruin"] is None else f"{100 * row['risk_of_ruin']:.3f}%"
        rows[each.player.name] = (
            str(each.player.seats), f"{count:,}", f"{100 * row['win'] / count:.2f}%",
            dollars(result["mean"], 2),
            *(dollars(result["quantiles"][q]) for q in ("5", "50", "95")), dollars(row["drawdown_cents"]["mean"]),
            ruin, f"{row['rounds_played']:.1f}", dollars(row["hold_per_hour_cents"], 2),
        )  # fmt: skip
    print_players(out, headings, rows)
    hour = f"{done.rounds_per_hour:,} {word}s an hour"
    out.print(Text(f"\nThe table holds {dollars(done.hold_per_hour, 2)} an hour, at {hour}.", style="dim"))
    below = sum(each.below_nothing for each in done.sessions)
    if below:
        why = "wagers added in mid-round are made even if the bankroll no longer covers them"
        out.print(Text(f"{below:,} {'session' if below == 1 else 'sessions'} ended below zero: {why}.", style="dim"))
