"""Everything at the edges has a limit: endless files, endless numbers, closed streams, addresses at which nobody answers.

Each ends at once with one sentence and exit code 2: never a traceback, and never 1, which means that the answer is no.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.games import load
from houseway.law import BadInput
from houseway.simulate.checkpoint import RunCheckpoint, fingerprint
from houseway.simulate.chunks import CHUNK
from houseway.simulate.players import read_players
from houseway.simulate.request import RefusedWager, Request, read_rounds, seated
from support import variants
from warm_python import PROGRAM, warm_command

NINES = "9" * 5000
SO_FAR = re.compile(r"houseway: .* so far\)\n")  # on a slow machine, what a command is doing
ESCAPES = "\x1b[2J\n\u202e"
MAIN = "from houseway.cli import main; main()"
HOUSEWAY = (sys.executable, "-c", MAIN)
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path), "HOUSEWAY_TRACEBACK": ""}


def refused(*arguments: str) -> str:
    """A verb in this process refuses its input: one visible sentence, exit code 2, at once."""
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == 2, (done.exit_code, done.output[:500], done.exception)
    assert isinstance(done.exception, SystemExit), done.exception
    return done.stderr


def sentence(*arguments: str) -> str:
    """The same, for a verb's own error rather than one about its options."""
    told = SO_FAR.sub("", refused(*arguments))
    assert told.startswith("houseway: ") and told.endswith("\n")
    assert told[:-1].isprintable() and len(told) < 2500, told
    return told


@cache
def warm_houseway() -> Path:
    """The command, with its modules already loaded."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    return warm_command(Path(folder.name) / "bin", "houseway", PROGRAM, MAIN)


def ended(*arguments: str, shell: str = "", code: int = 2) -> str:
    """Run a verb as a process with these shell redirections; return its standard error."""
    starts = HOUSEWAY if "&-" in shell else (str(warm_houseway()),)  # how it starts matters where a stream is closed
    command = ["bash", "-c", f'"$0" "$@" {shell}', *starts, *arguments]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, timeout=60, check=False)
    told = done.stderr.decode()
    assert done.returncode == code, (done.returncode, told, done.stdout[:500])
    assert "Traceback" not in told and "defect" not in told, told
    return told


# Files


@pytest.mark.parametrize("file", ["/dev/zero", "/dev/urandom", "/dev/full"])
@pytest.mark.parametrize(
    "call", ["check FILE", "odds FILE", "simulate sic-bo --players FILE", "simulate sic-bo -n 10 --checkpoint FILE"]
)
def test_endless_files_are_refused_at_once(call: str, file: str) -> None:
    assert f"{file}: is not a regular file" in sentence(*call.replace("FILE", file).split())


@pytest.mark.parametrize("call", ["check", "simulate sic-bo --players", "simulate sic-bo -n 10 --checkpoint"])
def test_a_pipe_that_nobody_writes_to_is_refused_at_once(call: str, tmp_path: Path) -> None:
    fifo = tmp_path / "fifo.toml"
    os.mkfifo(fifo)
    assert "fifo.toml: " in sentence(*call.split(), str(fifo))


def test_what_a_shell_pipes_into_a_verb_is_read() -> None:
    command = ["bash", "-c", '"$0" "$@" check <(echo \'game = "sic-bo"\')', *HOUSEWAY]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0 and b"lawful under" in done.stdout, done


def test_huge_files_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "huge.toml"
    with file.open("wb") as huge:
        huge.truncate(1 << 40)  # it takes no room on the disk
    assert "huge.toml: is larger than 262,144 bytes" in sentence("check", str(file))
    assert "huge.toml: is larger than 262,144 bytes" in sentence("simulate", "sic-bo", "--players", str(file))
    assert "huge.toml: is larger than" in sentence("simulate", "sic-bo", "-n", "10", "--checkpoint", str(file))


@pytest.mark.parametrize("name", [ESCAPES, "a" * 5000, "a" * 5000 + ".toml", "\udcff.toml"])
def test_names_of_files_cannot_speak_to_the_terminal(name: str) -> None:
    sentence("check", name)
    sentence("simulate", "sic-bo", "--players", name)


def test_a_file_within_its_limits_that_says_too_much(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    for text, why in (
        ("boxes = " + NINES, "a number has more than 40 digits"),
        ("boxes = nan", "nan is not a finite number"),
        ("k" * 10**5 + " = 1", "is longer than 200 characters"),
        ("boxes = " + "[" * 5000 + "]" * 5000, "more than 32 levels deep"),
        ("".join(f"key_{n} = 1\n" for n in range(10_000)), "entries"),
        ("".join(f"key_{n} = 1\n" for n in range(1000)), "more than 50 keys"),
    ):
        file.write_text(f'game = "craps"\n{text}\n')
        assert why in sentence("check", str(file))
        message = json.loads(refused("check", str(file), "--json"))["error"]["message"]
        assert why in message and "NaN" not in message


# Settings and arguments


@pytest.mark.parametrize(
    ("setting", "why"),
    [
        (f"boxes={NINES}", "a number has more than 40 digits"),
        ("boxes=0x" + "f" * 9999, "a number has more than 40 digits"),
        ("boxes=" + "[" * 5000 + "]" * 5000, "more than 32 levels deep"),
        ("k" * 10**5 + "=1", "is longer than 200 characters"),
        ("k." * 5000 + "k=1", "has more than 4 dots"),
        ("holder=\udcff", "a lone surrogate"),
        ("boxes=inf", "inf is not a finite number"),
        (ESCAPES, "is not key=value"),
    ],
    ids=lambda text: text[:12].encode("ascii", "backslashreplace").decode(),
)
def test_settings_beyond_a_limit(setting: str, why: str) -> None:
    assert why in sentence("check", "sic-bo", "--set", setting)


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "1e999", '"\\u202e"', "[1979-05-27]", "[0.5, {a = 07:32:00}]"])
def test_check_prints_json_that_every_reader_takes(value: str) -> None:
    done = CliRunner().invoke(app, ["check", "sic-bo", "--set", f"holder={value}", "--json"])
    assert done.exit_code in (1, 2)
    text = done.stdout or done.stderr
    json.loads(text, parse_constant=pytest.fail)
    assert all(each.isprintable() for each in text.splitlines())


@pytest.mark.parametrize("holder", ["a\x1b[2J", "a\nb", "a\u202eb", "a\u200bb", "a\x9bb"])
@pytest.mark.parametrize(
    ("game", "setting"), [("sic-bo", "holder={}"), ("big-six", "symbols.flag={}"), ("casino-war", "backs=[{}, 'red']")]
)
def test_texts_of_a_submission_have_no_control_characters(game: str, setting: str, holder: str) -> None:
    text = setting.format(json.dumps(holder))
    done = CliRunner().invoke(app, ["check", game, "--set", text])
    assert done.exit_code == 1 and "not lawful" in done.stdout
    assert all(line.isprintable() for line in done.stdout.splitlines())


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("--rounds 1e999999999", "is not possible"),
        (f"--rounds {NINES}", "is not possible"),
        ("--rounds 1/0", "is not a number"),
        ("--rounds nan", "is not a number"),
        ("--rounds 1e", "is not a number"),
        (f"--bet small={NINES}", "is not an amount"),
        (f"--bet {'x' * 10**5}=100", "there is no wager"),
        (f"--bet {ESCAPES.strip()}=100".replace("\n", ""), "there is no wager"),
        ("--bet small=١٢٣", "is not an amount"),
        (f"--session 5 --bankroll {NINES}", "is not an amount"),
        ("--session 5 --bankroll 9" + "0" * 20, "is more than ten trillion dollars"),
        ("--session 5 --stop-loss 1" + "0" * 30, "is not an amount"),
        ("--seats 999999999999", "is not possible at a table"),
        ("--strategy \x1b[2J", "has no strategy"),
        (f"--seed {'s' * 1000}", "--seed"),
        ("--seed \udcff", "--seed"),
        ("--seed \x1b[2J", "--seed"),
        ("--session 10 --stop-per \x1b[2J", "is not a period to stop for"),
    ],
    ids=lambda text: text[:22].encode("ascii", "backslashreplace").decode(),
)
def test_arguments_of_a_simulation(arguments: str, why: str) -> None:
    assert why in sentence("simulate", "sic-bo", "-n", "10", *arguments.split(" "))


@pytest.mark.parametrize(
    "arguments",
    ["--threads 1000000000", f"--seats {NINES}", "--rounds-per-hour 1" + "0" * 30],
    ids=lambda text: text[:22],
)  # fmt: skip
def test_numbers_of_options_are_bounded(arguments: str) -> None:
    assert "Invalid value" in refused("simulate", "sic-bo", "-n", "10", *arguments.split())


@pytest.mark.nightly
def test_the_largest_amounts_are_played() -> None:
    call = "simulate sic-bo -n 100 --session 10 --bankroll 10000000000000 --stop-loss 10000000000000 --json"
    done = CliRunner().invoke(app, [*call.split(), "--stop-win", "10000000000000", "--rounds-per-hour", "1000000"])
    assert done.exit_code == 0, done.output
    json.loads(done.stdout, parse_constant=pytest.fail)


@pytest.mark.parametrize("word", ["hand=\udcff", "stake=" + NINES, ESCAPES, "x" * 10**5, "hand=" + "6-6," * 10**4])
@pytest.mark.parametrize("game", ["pai-gow", "down-under-blackjack", "sic-bo"])
def test_situations_that_nobody_understands(game: str, word: str) -> None:
    sentence("strategy", game, word)


def test_rounds_within_their_limits() -> None:
    assert [read_rounds(text) for text in ("1e9", "1_000", "1,000", "1.5e3", " 7 ")] == [10**9, 1000, 1000, 1500, 7]
    for text in ("0", "-1", "1.5", "1e16", "1e-3", "0.5", ""):
        with pytest.raises(BadInput, match="write a whole number of rounds from 1 to 1e15"):
            read_rounds(text)


# Players and checkpoints


def _strange(chance: random.Random) -> Any:
    kinds: tuple[Any, ...] = (
        None, True, -1, 0, 10**39, 0.5, "", "x", ESCAPES, "flat", "x" * 10**4, [], [1], ["x"], {}, {"a": 1}, {"small": -5},
        {"small": 1}, {"small": 10**30}, {"small": "500"}, {"small": [1]}, [[[[]]]],
    )  # fmt: skip
    return chance.choice(kinds)


def test_changed_files_of_players_are_answered(tmp_path: Path) -> None:
    game, rules = load("sic-bo")
    file, chance, ends = tmp_path / "players.toml", random.Random(7), set()
    keys = (
        "name",
        "bets",
        "strategy",
        "seats",
        "progression",
        "most",
        "bankroll_cents",
        "stop_loss_cents",
        "stop_per",
        ESCAPES,
    )
    for case in range(400):
        player: dict[str, Any] = {"name": "A", "bets": {"small": 1000}}
        for _ in range(chance.randint(0, 2)):
            player[chance.choice(keys)] = _strange(chance)
        players: Any = chance.choice(
            [[player], [player], [player], [player, player], [_strange(chance)], _strange(chance)]
        )
        text = f"player = {_toml(players)}\n"
        file.write_text(text if case % 10 else text[: chance.randrange(len(text))])
        try:
            read_players(game, rules, file)
            ends.add("read")
        except BadInput as error:
            ends.add("bad input")
            told = str(error)
            assert told.isprintable()
        except RefusedWager:
            ends.add("refused")
    assert ends == {"read", "bad input", "refused"}


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {_toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return "1979-05-27" if value is None else json.dumps(value)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkpoint of some chunks."""
    file = tmp_path_factory.mktemp("kept") / "run.json"
    done = CliRunner().invoke(app, ["simulate", "sic-bo", "-n", str(2 * CHUNK), "--checkpoint", str(file), "--json"])
    assert done.exit_code == 0, done.output
    return file


def test_changed_checkpoints_are_answered(kept: Path, tmp_path: Path) -> None:
    game, rules = load("sic-bo")
    whole = json.loads(kept.read_text())
    file, chance = tmp_path / "run.json", random.Random(3)
    asked = Request(seated(dict(_bets(whole))), 9 * CHUNK, "1")
    about = fingerprint(game, rules, asked)
    strange: tuple[Any, ...] = (
        None,
        -1,
        10**39,
        0.5,
        "x",
        ESCAPES,
        [],
        [[1]],
        [-1],
        [2**70],
        {},
        {"a": 1},
        [[1, [2]]],
        True,
    )
    for case in range(300):
        data = {**json.loads(json.dumps(whole)), "about": dict(about)}
        for _ in range(chance.randint(1, 2)):
            at = chance.choice([data, data, data["about"] if isinstance(data.get("about"), dict) else data])
            at[chance.choice([*at, ESCAPES])] = chance.choice(strange)
        text = json.dumps(data)
        file.write_text(text if case % 10 else text[: chance.randrange(len(text))])
        with pytest.raises(BadInput) as error:
            RunCheckpoint(file, about).resume(asked.rounds)
        assert str(error.value).isprintable() and str(file) in str(error.value)
    file.write_text("[" * 10**5)
    with pytest.raises(BadInput, match="more than 32 levels deep"):
        RunCheckpoint(file, about).resume(asked.rounds)


def _bets(whole: Any) -> Iterator[tuple[str, int]]:
    for each in whole["about"]["bets"].split():
        wager, _, dollars = each.rpartition("=$")
        yield wager, int(dollars.replace(".", ""))


# Written files


@pytest.mark.parametrize(
    "call",
    ["simulate sic-bo -n 10 --csv FILE.csv", "simulate sic-bo -n 10 --plot FILE.svg", "strategy pai-gow --card FILE.pdf",
     "simulate sic-bo -n 10 --checkpoint FILE.json", "diff big-six 2011-proposed 2011-comment --html FILE.html"],
)  # fmt: skip
def test_files_that_cannot_be_written_are_named(call: str, tmp_path: Path) -> None:
    suffix = "." + call.rpartition(".")[2]
    pipe, folder = tmp_path / f"pipe{suffix}", tmp_path / f"folder{suffix}"
    os.mkfifo(pipe)
    folder.mkdir()
    for path in (pipe, folder, tmp_path / f"none/file{suffix}", tmp_path / f"file{suffix}/x{suffix}"):
        told = sentence(*call.replace(f"FILE{suffix}", str(path)).split())
        assert str(path) in told, told


@pytest.mark.parametrize(
    "call", ["simulate sic-bo -n 10 --csv /dev/full", "diff big-six 2011-proposed 2011-comment --html /dev/full"]
)
def test_a_full_disk_is_told_with_the_file(call: str) -> None:
    assert "/dev/full: cannot be written (No space left on device)" in sentence(*call.split())


# A cluster


@pytest.mark.parametrize(
    "address", ["wrong", "tcp://", "tcp://:1", "http://localhost:8786", "tcp://x:y", "tcp://h:99999", "nonsense://x:1", "",
                ESCAPES, "tcp://a b:1", "x" * 10**4, "\udcff:1"]
)  # fmt: skip
def test_an_address_that_is_none(address: str) -> None:
    pytest.importorskip("distributed")
    assert "is not the address of a scheduler; write it like tcp://host:8786" in sentence(
        "simulate", "sic-bo", "-n", "10", "--on", address
    )


@pytest.mark.parametrize("says", [b"", b"\x01", b"HTTP/1.1 400 Bad Request\r\n\r\n" * 20, b"\0" * 4096, b"\xff" * 4096])
def test_what_is_no_scheduler_is_not_waited_for(says: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("houseway.simulate.cluster.GREET_SECONDS", 0.7)
    with socket.create_server(("127.0.0.1", 0)) as server:
        Thread(target=_speak, args=(server, says), daemon=True).start()
        told = sentence("simulate", "sic-bo", "-n", "10", "--on", f"tcp://127.0.0.1:{server.getsockname()[1]}")
    assert "no scheduler answers there" in told


def _speak(server: socket.socket, says: bytes) -> None:
    """Send the same to every client, and then nothing."""
    there = []
    with contextlib.suppress(OSError):
        while True:
            there.append(server.accept()[0])
            there[-1].sendall(says)


def test_an_address_at_which_nobody_listens() -> None:
    pytest.importorskip("distributed")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    told = sentence("simulate", "sic-bo", "-n", "10", "--on", f"tcp://127.0.0.1:{port}")
    assert "nothing listens there (Connection refused)" in told
    told = sentence("simulate", "sic-bo", "-n", "10", "--on", "tcp://no-such-host.invalid:8786")
    assert "nothing listens there" in told


# Streams and signals, as processes


def test_a_closed_or_full_standard_output_is_told() -> None:
    assert ended("games", shell=">&-").startswith("houseway: standard output is closed")
    told = ended("rules", "craps", "--json", shell=">/dev/full")
    assert json.loads(told)["error"]["message"] == "standard output could not be written to (No space left on device)"


@pytest.mark.parametrize("shell", variants(["2>&-"], ["2>/dev/full", "<&- 2>&-"]))
def test_where_nobody_can_be_told_the_exit_code_tells(shell: str) -> None:
    assert ended("check", "no-such-game", shell=shell) == ""


def test_whoever_has_read_enough_is_no_error() -> None:
    told = ended("rules", "craps", "--json", shell="| head -c 10 >/dev/null; exit ${PIPESTATUS[0]}", code=0)
    assert told == ""


def test_a_bad_call_is_one_sentence() -> None:
    assert ended("simulate", "sic-bo", "--threads", "1e9") == (
        "houseway: Invalid value for '--threads': '1e9' is not a valid int range; see houseway simulate --help\n"
    )
    told = ended(f"x{ESCAPES}")
    assert told.startswith("houseway: No such command") and told[:-1].isprintable()


def test_an_interrupt_is_one_sentence_and_130() -> None:
    """It comes a second after the program was loaded, however busy the machine is."""
    code = (
        "import os, signal, threading\n"
        "from houseway.cli import main\n"
        "threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "main()"
    )
    verb = ["diff", "casino-war", "2011-proposed", "2012-final", "--most", "100000000"]
    command = [sys.executable, "-c", code, *verb]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, timeout=60, check=False, text=True)
    assert (done.returncode, done.stderr) == (130, "houseway: interrupted\n")


@pytest.mark.parametrize(("flag", "begins"), [("", "houseway: this is a defect of Houseway"), ("1", "Traceback")])
def test_a_defect_is_told_as_one(flag: str, begins: str) -> None:
    code = (
        "import houseway.games, houseway.cli\n"
        "def broken(*_): raise KeyError('\\x1b[2J')\n"
        "houseway.games.judged = broken\n"
        "houseway.cli.main()"
    )
    command, environment = [sys.executable, "-c", code, "check", "sic-bo"], {**ENVIRONMENT, "HOUSEWAY_TRACEBACK": flag}
    done = subprocess.run(command, env=environment, capture_output=True, timeout=60, check=False, text=True)
    assert done.returncode == 2 and done.stderr.startswith(begins)
    assert "KeyError in cli/check.py, line" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize(("fault", "why"), [("MemoryError", "not enough memory"), ("RecursionError", "too deep")])
def test_what_is_too_much_for_the_machine_is_bad_input(fault: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(*_: object) -> None:
        raise {"MemoryError": MemoryError, "RecursionError": RecursionError}[fault]

    monkeypatch.setattr("houseway.games.judged", exhausted)
    assert why in sentence("check", "sic-bo")
