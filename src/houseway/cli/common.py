"""What the verbs share: their common options, one JSON document, and errors that end with the right exit code."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, ParamSpec, TextIO, TypeVar

import typer

from houseway import __version__
from houseway.law import BadInput, Unlawful
from houseway.law.errors import BadArgument
from houseway.law.inputs import json_text
from houseway.law.showing import sentence

if TYPE_CHECKING:
    from rich.console import Console

What = Annotated[str, typer.Argument(metavar="GAME|FILE", help="A game's name, or a submission's TOML file.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Set a key of the submission; any number of times."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Floats = Annotated[
    bool, typer.Option("--float", help="In the JSON document: beside each exact figure NAME also NAME_float, a number.")
]

P = ParamSpec("P")
R = TypeVar("R")


class OutputGoneError(Exception):
    """Whoever read our output has had enough of it."""


def answered(verb: Callable[P, R]) -> Callable[P, R]:
    """Bad input ends a verb with a sentence on standard error and exit code 2, an unlawful submission with 1.

    With --json it is one JSON object instead: {"error": {"kind", "message", "findings"}}. Ctrl-C ends it with 130.
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
            say_error("bad-input", "this needs more memory than there is; ask for less at once", as_json)
            raise typer.Exit(2) from None
        except RecursionError:
            say_error("bad-input", "the input goes too deep to be followed; write it flatter", as_json)
            raise typer.Exit(2) from None
        except KeyboardInterrupt:
            say_error("interrupted", "interrupted", as_json)
            raise typer.Exit(130) from None
        except BrokenPipeError:
            raise OutputGoneError from None

    return guarded


OPTIONS = {"setting": "--set", "rack": "--rack"}  # how arguments of the library are called on the command line


def in_options(error: BadInput) -> str:
    """An error of the library in the words of the command line."""
    if isinstance(error, BadArgument) and error.argument in OPTIONS:
        return error.told_as(OPTIONS[error.argument])
    return str(error)


def say_error(kind: str, message: str, as_json: bool, **more: Any) -> None:
    """What went wrong, to standard error: a sentence, or one JSON object."""
    message = sentence(message)
    if as_json:
        _to_standard_error(json_text(signed({"error": {"kind": kind, "message": message, **more}})))
    else:
        say(f"houseway: {message}")


def say_unlawful(unlawful: Unlawful, as_json: bool) -> None:
    """Everything that is wrong with a submission, to standard error."""
    if as_json:
        findings = [finding.as_json() for finding in unlawful.findings]
        kind = "bad-input" if unlawful.malformed else "unlawful"
        say_error(kind, f"{unlawful.name}: the submission is not lawful", as_json, findings=findings)
        return
    for finding in unlawful.findings:
        say(f"houseway: {unlawful.name}: {finding}")


def say(text: str) -> None:
    """One line to standard error; nothing in it that a terminal would obey."""
    _to_standard_error(sentence(text))


def _to_standard_error(text: str) -> None:
    """Where nobody can be told, the exit code still tells."""
    try:
        print(text, file=sys.stderr, flush=True)
    except (OSError, ValueError):
        forget(sys.stderr)


def forget(stream: TextIO) -> None:
    """What could not be written there is not tried again at exit."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError):  # it is closed, or no file at all
        return


def print_json(document: dict[str, Any], floats: bool = False) -> None:
    """One JSON document, and which software wrote it; `floats` as `--float` asks for them."""
    if floats:
        from houseway.cli.floats import with_floats

        document = with_floats(document)
    print(json_text(signed(document), indent=2))


def signed(document: dict[str, Any]) -> dict[str, Any]:
    """A document that names the software that wrote it, and its version."""
    return {**document, "software": f"houseway {__version__}"}


def refuse_float(floats: bool, as_json: bool) -> None:
    """`--float` says something about the JSON document only."""
    if floats and not as_json:
        raise BadInput("--float is about the JSON document; add --json")


WIDTH_UNSEEN = 150  # columns of a table that goes to a pipe or a file
WIDEST = 10_000


def console() -> Console:
    """Where tables are drawn: as wide as the terminal, as COLUMNS says, or wide enough where nobody looks."""
    from rich.console import Console

    plain = Console(highlight=False, markup=False, emoji=False)
    if not plain.is_terminal:
        plain = Console(highlight=False, markup=False, emoji=False, width=columns_unseen(os.environ))
    return plain


def columns_unseen(environment: Mapping[str, str]) -> int:
    """The width of output that goes to a pipe: COLUMNS where it is a number."""
    columns = environment.get("COLUMNS", "")
    asked = int(columns) if columns.isdecimal() and len(columns) < 6 else 0
    return asked if 0 < asked <= WIDEST else WIDTH_UNSEEN


def shows_ascii_only(out: Console) -> bool:
    """Must what is printed there be spelled in ASCII (before it is wrapped, since that is longer)?"""
    from houseway.cli.encoding import is_ascii_only

    return is_ascii_only(out.encoding, {})
