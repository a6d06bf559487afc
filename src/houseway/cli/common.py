"""Shared by all verbs: common options, JSON output, and errors with their exit codes."""

from __future__ import annotations

import functools
import os
import shutil
import sys
from collections.abc import Callable
from typing import IO, TYPE_CHECKING, Annotated, Any, ParamSpec, TextIO, TypeVar, cast

import typer

from houseway import __version__
from houseway.cli.widths import Trimmed, columns_unseen, filled
from houseway.law import BadInput, Unlawful
from houseway.law.errors import BadArgument
from houseway.law.inputs import json_text
from houseway.law.safe_text import sentence

if TYPE_CHECKING:
    from rich.console import Console

What = Annotated[str, typer.Argument(metavar="GAME|FILE", help="A game's name, or a submission's TOML file.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Set a key of the submission; repeatable."),
]
On = Annotated[
    str | None,
    typer.Option("--on", metavar="DATE", help="Say what was in force, proposed or neither on a day, like 2012-05-19."),
]
Strategy = Annotated[str | None, typer.Option("--strategy", help="How the seat makes its choices.")]
Seats = Annotated[int, typer.Option("--seats", help="Number of seats that play alike.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Floats = Annotated[
    bool, typer.Option("--float", help="In the JSON document, add NAME_float, a number, to each exact figure NAME.")
]

P = ParamSpec("P")
R = TypeVar("R")


class OutputGoneError(Exception):
    """The reader of our output closed it."""


def answered(verb: Callable[P, R]) -> Callable[P, R]:
    """Turn errors of a verb into a sentence on standard error and an exit code: 2 for bad input, 1 for an unlawful submission.

    With --json it is one JSON object instead: {"error": {"kind", "message", "findings"}}. Ctrl-C exits with 130.
    """

    @functools.wraps(verb)
    def guarded(*arguments: P.args, **options: P.kwargs) -> R:
        as_json = bool(options.get("as_json"))
        try:
            return verb(*arguments, **options)
        except BadInput as error:
            say_error("bad-input", in_options(error), as_json)
            raise typer.Exit(2) from None
        except Unlawful as unlawful:
            say_unlawful(unlawful, as_json)
            raise typer.Exit(2 if unlawful.malformed else 1) from None
        except MemoryError:
            say_error("bad-input", "there is not enough memory for this; ask for less at a time", as_json)
            raise typer.Exit(2) from None
        except RecursionError:
            say_error("bad-input", "the input is nested too deep; write it flatter", as_json)
            raise typer.Exit(2) from None
        except KeyboardInterrupt:
            say_error("interrupted", "interrupted", as_json)
            raise typer.Exit(130) from None
        except BrokenPipeError:
            raise OutputGoneError from None

    return guarded


OPTIONS = {  # the options for arguments of the library
    "setting": "--set",
    "rack": "--rack",
    "on": "--on",
    "outside": "--outside-games",
    "keys": "--keys",
    "since": "--since",
    "table": "--table",
    "session": "--session",
    "handle": "--handle",
    "rounds-per-day": "--rounds-per-day",
    "tables": "--tables",
    "cost": "--cost",
    "strategy": "--strategy",
    "bets": "--bet",
    "edge": "--edge",
    "wager": "--wager",
    "seats": "--seats",
    "rounds": "--rounds",
}


def in_options(error: BadInput) -> str:
    """An error of the library in the words of the command line."""
    if isinstance(error, BadArgument) and error.argument in OPTIONS:
        return error.told_as(OPTIONS[error.argument])
    return str(error)


def say_error(kind: str, message: str, as_json: bool, **more: Any) -> None:
    """Print an error to standard error: a sentence, or one JSON object."""
    message = sentence(message)
    if as_json:
        _to_standard_error(json_text(signed({"error": {"kind": kind, "message": message, **more}})))
    else:
        say(f"houseway: {message}")


def say_unlawful(unlawful: Unlawful, as_json: bool) -> None:
    """Print all findings on a submission to standard error."""
    if as_json:
        findings = [finding.as_json() for finding in unlawful.findings]
        kind = "bad-input" if unlawful.malformed else "unlawful"
        say_error(kind, f"{unlawful.name}: the submission is not lawful", as_json, findings=findings)
        return
    for finding in unlawful.findings:
        say(f"houseway: {unlawful.name}: {finding}")


def say(text: str) -> None:
    """Print one line to standard error, without control characters; a terminal gets it folded between words."""
    line = sentence(text)
    if sys.stderr.isatty():
        line = filled(line, shutil.get_terminal_size().columns, below="  ")
    _to_standard_error(line)


def _to_standard_error(text: str) -> None:
    """Print to standard error; if that fails, only the exit code reports the error."""
    try:
        print(text, file=sys.stderr, flush=True)
    except (OSError, ValueError):
        forget(sys.stderr)


def forget(stream: TextIO) -> None:
    """Redirect a failed stream to the null device, so that Python does not flush it again at exit."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError):  # it is closed, or not a file
        return


def print_json(document: dict[str, Any], floats: bool = False) -> None:
    """Print one JSON document with the software's version; `floats` adds floats to exact figures."""
    if floats:
        from houseway.cli.floats import with_floats

        document = with_floats(document)
    print(json_text(signed(document), indent=2))


def signed(document: dict[str, Any]) -> dict[str, Any]:
    """A document with the name and version of the software."""
    return {**document, "software": f"houseway {__version__}"}


def refuse_float(floats: bool, as_json: bool) -> None:
    """Refuse `--float` without `--json`."""
    if floats and not as_json:
        raise BadInput("--float is about the JSON document; add --json")


def console() -> Console:
    """The console for tables: as wide as the terminal, otherwise COLUMNS or a default width."""
    from rich.console import Console

    plain = Console(highlight=False, markup=False, emoji=False)
    if not plain.is_terminal:
        trimmed = cast("IO[str]", Trimmed(sys.stdout))
        width = columns_unseen(os.environ)
        plain = Console(highlight=False, markup=False, emoji=False, width=width, file=trimmed)
    return plain


def shows_ascii_only(out: Console) -> bool:
    """Whether output must be ASCII. Text is replaced before wrapping, since replacements are longer."""
    from houseway.cli.encoding import is_ascii_only

    return is_ascii_only(out.encoding, {})
