"""`houseway simulate`: play it, as often as one likes, beside the exact figures."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.common import AsJson, Settings, What, answered, console, print_json, say
from houseway.law import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from houseway.simulate import Simulation

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


@answered
def simulate(
    what: What, rounds: Rounds = "1e7", bets: Bets = None, strategy: Strategy = None, seats: Seats = 1,
    seed: Seed = "1", threads: Threads = 0, settings: Settings = None, checkpoint: Kept = None, on: On = None,
    csv: AsCsv = None, parquet: AsParquet = None, plot: Plot = None, as_json: AsJson = False,
) -> None:  # fmt: skip
    """Play rounds by the billion and set every wager's result beside its exact worth.

    Examples: houseway simulate sic-bo --rounds 1e9; houseway simulate craps --bet pass=1000 --bet odds:pass=2000;
    houseway simulate casino-war --seats 7 --strategy surrender --json
    """
    from houseway.games import load
    from houseway.simulate.files import judge_plot
    from houseway.simulate.submitted import Asked, RefusedWager, read_bets, read_rounds, read_seats, read_strategy

    count = read_rounds(rounds)
    if plot is not None:
        judge_plot(plot)
    game, rules = load(what, settings or ())
    try:
        made = read_bets(game, rules, bets or ())
        played = read_strategy(game, rules, made, strategy)
        asked = Asked(made, count, seed, read_seats(rules, seats), played)
        with watched(count, quiet=as_json) as (told, heard):
            from houseway.simulate import simulate as play
            from houseway.simulate.checkpoint import Checkpoint, fingerprint

            file = Checkpoint(checkpoint, fingerprint(game, rules, asked)) if checkpoint is not None else None
            done = play(game, rules, asked, threads, file, heard, told, _cluster(on))
    except RefusedWager as refused:
        say(f"houseway: --bet {refused}")
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        where = f"; what was played is in {checkpoint}" if checkpoint is not None else ""
        say(f"houseway: interrupted{where}")
        raise typer.Exit(130) from None
    _write(done, csv, parquet, plot)
    if as_json:
        print_json(done.as_json())
    else:
        _print(done)


def _cluster(address: str | None) -> Any:
    if address is None:
        return None
    from houseway.simulate.cluster import Cluster

    return Cluster(address)


def _write(done: Simulation, csv: Path | None, parquet: Path | None, plot: Path | None) -> None:
    from houseway.simulate import files

    for path, write in ((csv, files.write_csv), (parquet, files.write_parquet), (plot, files.write_plot)):
        if path is not None:
            try:
                write(done, path)
            except OSError as error:
                raise BadInput(f"{path}: cannot be written ({error.strerror})") from None


@contextmanager
def watched(rounds: int, quiet: bool) -> Iterator[tuple[Callable[[int, int], None], Callable[[int, Any], None]]]:
    """Progress on standard error where somebody looks: what is compiled, then rounds, their rate and the time left."""
    if quiet or not sys.stderr.isatty():
        yield (lambda _done, _of: None), (lambda _done, _counts: None)
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[rate]}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("compiling from the rules", total=None, rate="")

        def told(done: int, of: int) -> None:
            progress.update(task, completed=done, total=of, description="compiling from the rules")

        def heard(done: int, _counts: Any) -> None:
            speed = progress.tasks[0].speed
            rate = f"{speed / 1e6:,.0f} million a second" if speed else ""
            progress.update(task, completed=done, total=rounds, description="playing", rate=rate)

        yield told, heard


def _print(done: Simulation) -> None:
    from rich.table import Table
    from rich.text import Text

    out, played, word = console(), done.played, done.round_word
    seats = f", {done.asked.seats} seats" if done.asked.seats > 1 else ""
    how = f", {done.asked.strategy}" if done.asked.strategy else ""
    title = f"{done.game.title}, {done.rules.edition.id}: {played.rounds:,} {word}s{seats}{how}, seed {done.asked.seed}"
    out.print(Text(title, style="bold"))
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("wager", style="bold", no_wrap=True)
    for heading in ("made", "won", "returned", "lost", "staked", "back", "result", "exact", "± error", "away"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in done.wagers:
        table.add_row(
            row.id, f"{row.count:,}", f"{row.win:,}", f"{row.push:,}", f"{row.lose:,}",
            _dollars(row.staked_cents), _dollars(row.returned_cents), _percent(row.mean),
            _percent(None if row.exact is None else float(row.exact)), _percent(row.standard_error, ""),
            "" if row.z is None else f"{row.z:+.2f}",
        )  # fmt: skip
    out.print(table)
    worst = max((abs(row.z) for row in done.wagers if row.z is not None), default=0.0)
    rate = f"{played.rounds_per_second / 1e6:,.1f} million {word}s a second"
    out.print(
        Text(f"\n{played.seconds:.2f} s, {rate}. The farthest lies {worst:.2f} standard errors away.", style="dim")
    )


def _dollars(cents: int) -> str:
    return f"${cents / 100:,.0f}"


def _percent(value: float | None, sign: str = "+") -> str:
    return "" if value is None else f"{100 * value:{sign}.4f}%"
