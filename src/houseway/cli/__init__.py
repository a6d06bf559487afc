"""The command line: one file a verb."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable

import typer
from typer.exceptions import TyperException

from houseway import __version__
from houseway.cli import audit, check, diff, games, new, odds, play, replay, rules, simulate, strategy
from houseway.cli.common import say_error

VERBS: dict[str, Callable[..., None]] = {
    "games": games.games,
    "rules": rules.rules,
    "new": new.new,
    "check": check.check,
    "odds": odds.odds,
    "diff": diff.diff,
    "strategy": strategy.strategy,
    "simulate": simulate.simulate,
    "play": play.play,
    "replay": replay.replay,
    "audit": audit.audit,
}

app = typer.Typer(
    name="houseway",
    help="The Pennsylvania table-game rulebook (58 Pa. Code) made executable: every decision cites its paragraph.",
    epilog="Exit codes: 0 done, 1 the answer is no (unlawful, tampered, differs), 2 the call or its input was wrong.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)
for _name, _verb in VERBS.items():
    app.command(_name)(_verb)


def _version(asked: bool) -> None:
    if asked:
        print(f"houseway {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Say which version this is."
    ),
) -> None:
    del version


def main() -> None:
    """The console script."""
    os.environ.setdefault(
        "OPENBLAS_NUM_THREADS", "1"
    )  # matrices here are small: threads for them only wait for each other
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a letter shows another
    try:
        try:
            if "--json" in sys.argv:
                _in_json()
            else:
                app()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:  # whoever read our output has had enough of it
        _forget_output()
        sys.exit(0)
    except OSError as error:
        _forget_output()
        print(f"houseway: the output could not be written ({error.strerror})", file=sys.stderr)
        sys.exit(2)


def _in_json() -> None:
    """Also a call that cannot be understood is told as JSON."""
    try:
        code = app(standalone_mode=False)
    except TyperException as error:
        say_error("bad-call", error.format_message(), as_json=True)
        sys.exit(2)
    sys.exit(code if isinstance(code, int) else 0)


def _forget_output() -> None:
    """What could not be written is not tried again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
