"""The command line, one module for each verb."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable

import typer
from typer.exceptions import TyperException

from houseway import __version__
from houseway.cli import (
    audit,
    backup,
    check,
    checkpoint,
    controls,
    design,
    diff,
    export,
    file,
    games,
    guide,
    hold,
    import_,
    layout,
    log,
    mistakes,
    new,
    odds,
    par,
    play,
    readings,
    receipt,
    replay,
    report,
    review,
    rules,
    serve,
    sign,
    simulate,
    strategy,
    submit,
    vectors,
    verify,
)
from houseway.cli.common import OutputGoneError, forget, say_error
from houseway.cli.encoding import fit
from houseway.cli.help_text import help_text
from houseway.law.safe_text import shortened

LONGEST_CALL = 300  # characters of a bad call that are repeated in an error
VERBS: dict[str, Callable[..., None]] = {
    "games": games.games,
    "rules": rules.rules,
    "new": new.new,
    "check": check.check,
    "odds": odds.odds,
    "diff": diff.diff,
    "readings": readings.readings,
    "mistakes": mistakes.mistakes,
    "strategy": strategy.strategy,
    "layout": layout.layout,
    "sign": sign.sign,
    "simulate": simulate.simulate,
    "hold": hold.hold,
    "design": design.design,
    "play": play.play,
    "replay": replay.replay,
    "audit": audit.audit,
    "submit": submit.submit,
    "guide": guide.guide,
    "controls": controls.controls,
    "log": log.log,
    "review": review.review,
    "par": par.par,
    "vectors": vectors.vectors,
    "file": file.file,
    "verify": verify.verify,
    "serve": serve.serve,
    "report": report.report,
    "checkpoint": checkpoint.checkpoint,
    "receipt": receipt.receipt,
    "export": export.export,
    "import": import_.import_,
    "backup": backup.backup,
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
    app.command(_name, help=help_text(_verb.__doc__ or ""))(_verb)


def _version(asked: bool) -> None:
    if asked:
        print(f"houseway {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    del version


def main() -> None:
    """The console script."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # our matrices are small: threads would only slow them down
    closed = sys.stdout is None
    _open_closed_streams()
    as_json = "--json" in sys.argv
    for stream in (sys.stdout, sys.stderr):
        fit(stream, os.environ, as_json)
    if closed:
        say_error("bad-call", "standard output is closed, so nothing can be printed; leave it open", as_json)
        sys.exit(2)
    sys.exit(_ended(as_json))


def _ended(as_json: bool) -> int:
    """Run the command and return its exit code; no exception gets past here."""
    try:
        code = app(prog_name="houseway", standalone_mode=False)
        sys.stdout.flush()
    except (OutputGoneError, BrokenPipeError):
        forget(sys.stdout)
        return 0
    except SystemExit as ended:  # typer exits with 1 on a broken pipe, which here means no
        return 0 if isinstance(ended.__context__, BrokenPipeError) else int(ended.code or 0)
    except KeyboardInterrupt:
        say_error("interrupted", "interrupted", as_json)
        return 130
    except OSError as error:
        forget(sys.stdout)
        where = (
            "standard output could not be written to" if error.filename is None else f"{error.filename}: cannot be used"
        )
        say_error("bad-input", f"{where} ({error.strerror})", as_json)
        return 2
    except typer.Abort:
        say_error("bad-input", "the input ended before it was complete", as_json)
        return 2
    except TyperException as error:
        _say_bad_call(error, as_json)
        return 2
    except Exception as error:
        _say_defect(error, as_json)
        return 2
    return code if isinstance(code, int) else 0


def _say_bad_call(error: TyperException, as_json: bool) -> None:
    """Report a call that cannot be understood, and where its options are listed."""
    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError":  # a call without arguments has printed the help
        print(error.format_message(), end="")
        return
    message = shortened(" ".join(error.format_message().split()).rstrip("."), LONGEST_CALL)
    say_error("bad-call", message if context is None else f"{message}; see {context.command_path} --help", as_json)


def _say_defect(error: Exception, as_json: bool) -> None:
    """Report our own defect as such; HOUSEWAY_TRACEBACK=1 shows the traceback."""
    if os.environ.get("HOUSEWAY_TRACEBACK") == "1":
        traceback.print_exc()
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if _is_ours(frame.filename) or _outside_folder(frame.filename)] or frames
    game = next((folder for frame in reversed(own) if (folder := _outside_folder(frame.filename))), "")
    last = own[-1].filename
    name = os.path.relpath(last, game) if game and not _is_ours(last) else last.rpartition(OURS)[2]
    place = f"{name}, line {own[-1].lineno}"
    told = f"{type(error).__name__} in {place}: {error}" if str(error) else f"{type(error).__name__} in {place}"
    whose = f"the game in {game}" if game and not _is_ours(last) else "Houseway"
    whose += f" or of the game in {game}" if game and _is_ours(last) else ""
    more = "HOUSEWAY_TRACEBACK=1 shows where it came from"
    say_error("defect", f"this is a defect of {whose} and not of your input ({told}); {more}", as_json)


OURS = f"{os.sep}houseway{os.sep}"


def _is_ours(file: str) -> bool:
    """Whether a source file belongs to Houseway."""
    return OURS in file and not _outside_folder(file)


def _outside_folder(file: str) -> str:
    """The folder of the game from HOUSEWAY_GAMES that a source file belongs to, or "" if it belongs to none."""
    loaded = sys.modules.get("houseway.games")
    for place in () if loaded is None else loaded.__path__[len(loaded.BUILT_IN) :]:
        if file.startswith(place + os.sep):
            return os.path.join(place, file[len(place) + 1 :].partition(os.sep)[0])
    return ""


def _open_closed_streams() -> None:
    """Open closed standard streams on the null device, so that no file of ours gets their descriptors."""
    while True:
        number = os.open(os.devnull, os.O_RDWR)
        if number > 2:
            os.close(number)
            break
    if sys.stdin is None:
        sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)
