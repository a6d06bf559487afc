"""`houseway simulate`: play it, as often as one likes, beside the exact figures."""

from __future__ import annotations

import signal
import threading
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.common import AsJson, Floats, Settings, What, answered, console, print_json, refuse_float, say
from houseway.law import BadInput
from houseway.law.inputs import refuse_unwritable, unwritten

if TYPE_CHECKING:
    from collections.abc import Iterator

    from houseway.core import AnyGame
    from houseway.law import Rules
    from houseway.simulate import Simulation
    from houseway.simulate.checkpoint import Checkpoint
    from houseway.simulate.sessions import Player
    from houseway.simulate.submitted import Asked

MOST_CENTS = 10**15  # of a bankroll, or of what is lost or won
Rounds = Annotated[str, typer.Option("--rounds", "-n", help="How many rounds, for example 1e9.")]
Bets = Annotated[
    list[str] | None,
    typer.Option("--bet", metavar="ID=CENTS", help="What the seat wagers; any number of times. Without: every wager."),
]
Strategy = Annotated[str | None, typer.Option("--strategy", help="How the seat plays where it may choose.")]
Seats = Annotated[int, typer.Option("--seats", help="So many seats play alike.")]
Seed = Annotated[str, typer.Option("--seed", help="Seed and rounds fix every digit of the answer.")]
Threads = Annotated[int, typer.Option("--threads", min=0, max=1024, help="So many threads; 0: one a core.")]
Kept = Annotated[
    Path | None, typer.Option("--checkpoint", metavar="FILE", help="Keep what was played there, and go on from it.")
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
Session = Annotated[int, typer.Option("--session", min=0, max=10**6, help="Also as sessions of so many rounds.")]
Bankroll = Annotated[
    int, typer.Option("--bankroll", min=0, max=MOST_CENTS, metavar="CENTS", help="What the seat begins a session with.")
]
StopLoss = Annotated[
    int,
    typer.Option("--stop-loss", min=0, max=MOST_CENTS, metavar="CENTS", help="A session ends when so much is lost."),
]
StopWin = Annotated[
    int, typer.Option("--stop-win", min=0, max=MOST_CENTS, metavar="CENTS", help="A session ends when so much is won.")
]
StopPer = Annotated[
    str, typer.Option("--stop-per", metavar="WHAT", help="These limits: of a session, or sit out a shooter or a shoe.")
]
AnHour = Annotated[int, typer.Option("--rounds-per-hour", min=1, max=10**6, help="For the hold per hour.")]


@answered
def simulate(
    what: What, rounds: Rounds = "1e7", bets: Bets = None, strategy: Strategy = None, seats: Seats = 1,
    seed: Seed = "1", threads: Threads = 0, settings: Settings = None, checkpoint: Kept = None, on: On = None,
    players: Players = None, session: Session = 0, bankroll: Bankroll = 0, stop_loss: StopLoss = 0,
    stop_win: StopWin = 0, stop_per: StopPer = "session", rounds_per_hour: AnHour = 60,
    csv: AsCsv = None, parquet: AsParquet = None, plot: Plot = None, as_json: AsJson = False,
    floats: Floats = False,
) -> None:  # fmt: skip
    """Play rounds by the billion and set every wager's result beside its exact worth.

    Examples: houseway simulate sic-bo --rounds 1e9; houseway simulate craps --bet pass=1000 --bet odds:pass=2000;
    houseway simulate casino-war --seats 7 --strategy surrender --json
    """
    from houseway.cli.watching import watched
    from houseway.games import load
    from houseway.simulate.files import judge_plot
    from houseway.simulate.submitted import Asked, RefusedWager, read_rounds, read_seed

    refuse_float(floats, as_json)
    count, seed = read_rounds(rounds), read_seed(seed)
    if plot is not None:
        judge_plot(plot)
    for path, option in ((csv, "--csv"), (parquet, "--parquet"), (plot, "--plot")):
        refuse_unwritable(path, option)
    if session > count:
        raise BadInput(
            f"--session: {session:,} rounds are more than the {count:,} that are played; write at most that, or more --rounds"
        )
    game, rules = load(what, settings or ())
    try:
        limits = (bankroll, stop_loss, stop_win, stop_per)
        if players is None:
            there = [_alone(game, rules, bets or [], seats, strategy, limits, session)]
        else:
            there = _listed(game, rules, players, bets or strategy or seats != 1 or limits != (0, 0, 0, "session"))
        named = players is not None
        asked = Asked(tuple(each for player in there for each in player.sitting(named)), count, seed)
        file = _kept(checkpoint, game, rules, asked)
        with watched(count, quiet=as_json) as seen, ended_by_signals(), _cluster(on) as cluster:
            from houseway.simulate import simulate as play
            from houseway.simulate import with_sessions

            done = play(game, rules, asked, threads, file, seen.heard, seen.told, cluster, seen.early)
            if session or named:
                done = with_sessions(done, there, min(session or 100, count), rounds_per_hour, threads, seen.followed)
    except RefusedWager as refused:
        say(f"houseway: {refused}")
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        where = f"; what was played is in {checkpoint}" if checkpoint is not None and checkpoint.exists() else ""
        say(f"houseway: interrupted{where}")
        raise typer.Exit(130) from None
    if as_json:
        print_json(done.as_json(), floats)
    else:
        _print(done)
    _write(done, csv, parquet, plot)


def _kept(path: Path | None, game: AnyGame, rules: Rules, asked: Asked) -> Checkpoint | None:
    """The checkpoint, judged before anything is compiled or played."""
    if path is None:
        return None
    from houseway.simulate.checkpoint import Checkpoint, fingerprint

    file = Checkpoint(path, fingerprint(game, rules, asked))
    file.resume(asked.rounds)
    refuse_unwritable(path, "--checkpoint")
    return file


def _alone(
    game: AnyGame, rules: Rules, bets: list[str], seats: int, strategy: str | None, limits: tuple[int, int, int, str],
    session: int,
) -> Player:  # fmt: skip
    """All seats wager and play alike, with the limits given where sessions are asked for."""
    from houseway.simulate.players import judge_bankroll, read_stop_per
    from houseway.simulate.sessions import Player
    from houseway.simulate.submitted import read_bets, read_seats, read_strategy

    made = read_bets(game, rules, bets)
    played = read_strategy(game, rules, made, strategy)
    per = read_stop_per(game, rules, limits[3])
    if limits != (0, 0, 0, "session") and not session:
        raise BadInput("--bankroll and --stop-… are for sessions; say how long with --session ROUNDS")
    judge_bankroll("--bankroll", limits[0], made)
    return Player("seat", made, "flat", 1, *limits[:3], per, played, read_seats(rules, seats))


def _listed(game: AnyGame, rules: Rules, file: Path, more: object) -> list[Player]:
    """The players of a file, who say everything there."""
    from houseway.simulate.players import read_players

    if more:
        right = "leave --bet, --strategy, --seats, --bankroll and --stop-… out"
        raise BadInput(f"--players: all of this stands in its file; {right}")
    return read_players(game, rules, file)


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Asked to end, a run stops as it does by Ctrl-C: what was played is kept."""

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

    return Cluster(address)


def _write(done: Simulation, csv: Path | None, parquet: Path | None, plot: Path | None) -> None:
    from houseway.simulate import files

    outputs = (
        ("--csv", csv, files.write_csv),
        ("--parquet", parquet, files.write_parquet),
        ("--plot", plot, files.write_plot),
    )
    for option, path, write in outputs:
        if path is not None:
            try:
                write(done, path)
            except OSError as error:
                raise unwritten(path, option, error) from None


def _print(done: Simulation) -> None:
    from rich.text import Text

    from houseway.cli.watching import figures_table

    out, played, word = console(), done.played, done.round_word
    seats = f", {len(done.asked.sitting)} seats" if len(done.asked.sitting) > 1 else ""
    how = f", {done.strategy}" if done.strategy else ""
    title = f"{done.game.title}, {done.rules.edition.id}: {played.rounds:,} {word}s{seats}{how}, seed {done.asked.seed}"
    out.print(Text(title, style="bold"))
    table = figures_table(done.wagers, done.named, out)
    out.print(table)
    worst = max((abs(row.z) for row in done.wagers if row.z is not None), default=0.0)
    rate = f"{played.rounds_per_second / 1e6:,.1f} million {word}s a second"
    out.print(
        Text(f"\n{played.seconds:.2f} s, {rate}. The farthest lies {worst:.2f} standard errors away.", style="dim")
    )
    if done.note:
        out.print(Text(done.note, style="dim"))
    if done.sessions:
        _print_sessions(done)


def _print_sessions(done: Simulation) -> None:
    from rich.table import Table
    from rich.text import Text

    from houseway.cli.watching import dollars

    out, word = console(), done.round_word
    out.print(Text(f"\nSessions of {done.sessions[0].rounds:,} {word}s", style="bold"))
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("player", style="bold", no_wrap=True)
    for heading in (
        "seats",
        "sessions",
        "ahead",
        "mean",
        "5%",
        "half",
        "95%",
        "mean fall",
        "ruined",
        f"{word}s",
        "hold an hour, a seat",
    ):
        table.add_column(heading, justify="right", no_wrap=True)
    for each in done.sessions:
        row = each.as_json(done.rounds_per_hour)
        result, count = row["result_cents"], row["sessions"]
        ruin = "" if row["risk_of_ruin"] is None else f"{100 * row['risk_of_ruin']:.3f}%"
        table.add_row(
            each.player.name, str(each.player.seats), f"{count:,}", f"{100 * row['win'] / count:.2f}%",
            dollars(result["mean"], 2),
            *(dollars(result["quantiles"][q]) for q in ("5", "50", "95")), dollars(row["drawdown_cents"]["mean"]),
            ruin, f"{row['rounds_played']:.1f}", dollars(row["hold_per_hour_cents"], 2),
        )  # fmt: skip
    out.print(table)
    hour = f"{done.rounds_per_hour:,} {word}s an hour"
    out.print(Text(f"\nThe table holds {dollars(done.hold_per_hour, 2)} an hour, at {hour}.", style="dim"))
