"""Attacks on the cache: planted machine code, edited figures, entries of another program."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway import cache
from houseway.law import BadInput
from houseway.numerics.compiled import compiled
from houseway.simulate.checkpoint import RunCheckpoint
from warm_python import NUMBA, TERMINAL, warm_python

TOYS = Path(__file__).parent.parent / "toys"
PACKAGE = Path(houseway.__file__).parent
TURN = "from houseway.numerics.streams import turn; import numpy as n; print(*turn(*map(n.uint64, (1, 2, 3, 4))))"
TURNED = "41943041 7 0 262146 211106232532992"  # one step of xoshiro256++ by hand, from 1, 2, 3, 4
OLD_KERNELS = (  # the text from which an earlier program made its folder's name
    "numerics/compiled.py", "numerics/shuffling.py", "numerics/streams.py", "simulate/loops.py",
    "games/*/kernel*.py", "games/*/together.py",
)  # fmt: skip


def _unneeded(folder: str, names: list[str]) -> set[str]:
    """Files that no program here loads (other games, the service), and bytecode that is being written."""
    kept = {
        str(PACKAGE): {*names} - {"service", "client"},
        str(PACKAGE / "games"): {"__init__.py", "__pycache__", "sic_bo"},
    }
    return {name for name in names if ".pyc." in name or name not in kept.get(folder, names)}


class Program:
    """The package, or a copy of it that a test may edit, with folders of its own to keep things in."""

    def __init__(self, root: Path, *, copied: bool = False, kept: Path | None = None) -> None:
        self.root, self.package, self.kept, self.temp = root, PACKAGE, root / "kept", root / "temp"
        if copied:
            self.package = root / "src/houseway"
            shutil.copytree(PACKAGE, self.package, ignore=_unneeded)  # with the bytecode that fits
        if kept is not None:
            shutil.copytree(kept, self.kept)
        self.temp.mkdir()
        self.environment = {
            "PATH": os.environ.get("PATH", ""), "PYTHONPATH": str(self.package.parent), "TMPDIR": str(self.temp),
            "HOME": str(root / "nobody"), "HOUSEWAY_CACHE": str(self.kept),
        }  # fmt: skip

    def python(self, code: str, *arguments: str, **environment: str) -> str:
        here = {**self.environment, **environment}
        done = warm_python(f"{NUMBA}; {TERMINAL}", code, *arguments, environment=here, folder=self.root)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def started(self, code: str, **environment: str) -> str:
        """The same in an interpreter that starts in this environment, as Numba reads it when it is imported."""
        here = {**self.environment, **environment}
        done = subprocess.run([sys.executable, "-c", code], env=here, cwd=self.root, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.decode()

    def verb(self, *arguments: str) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self.python("from houseway.cli import main; main()", *arguments, "--json"))
        return answer

    def exact(self, game: str, wager: str) -> tuple[str, str]:
        """The value of a wager in `odds` and in `simulate`."""
        sheet = self.verb("odds", game, wager)["wagers"]
        played = self.verb("simulate", game, "--rounds", "1000", "--bet", f"{wager}=10")["wagers"]
        return sheet[0]["expected"], played[0]["exact"]

    def edit(self, file: Path, old: str, new: str) -> None:
        text = file.read_text()
        assert old in text
        file.write_text(text.replace(old, new))

    def entries(self) -> list[Path]:
        return sorted(path for path in self.kept.rglob("*") if path.is_file())


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """The package as it is; nothing is kept yet."""
    return Program(tmp_path)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """A copy that has kept figures and machine code of Sic Bo; tests leave it as it is."""
    made = Program(tmp_path_factory.mktemp("played"), copied=True)
    assert made.exact("sic-bo", "small") == ("-1/36", "-1/36")
    assert made.entries()
    return made


@pytest.fixture
def edited(tmp_path: Path, played: Program) -> Program:
    """A copy that may be edited, with all that was kept before."""
    return Program(tmp_path, copied=True, kept=played.kept)


@pytest.fixture(scope="module")
def turned(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """A program that has kept the machine code of one function; tests leave it as it is."""
    made = Program(tmp_path_factory.mktemp("turned"))
    assert made.started(TURN).strip() == TURNED
    return made


@pytest.fixture
def planted(turned: Program, tmp_path: Path) -> tuple[Path, Path]:
    """A copy of the cache in which a pickle that leaves a mark replaces machine code, with the right digest."""
    shutil.copytree(turned.kept, tmp_path / "kept")
    (file,) = (path for path in (tmp_path / "kept").rglob("*") if path.is_file())
    rest = file.read_bytes().split(b"\n")[1] + b"\n" + evil(tmp_path / "owned")
    file.write_bytes(hashlib.sha256(rest).hexdigest().encode() + b"\n" + rest)
    return file, tmp_path / "owned"


def evil(mark: Path) -> bytes:
    """A pickle that leaves a mark when it is read."""
    return f"cos\nsystem\n(S'touch {mark}'\ntR.".encode()


# Planted machine code


def test_code_planted_in_the_temporary_directory_does_not_run(program: Program) -> None:
    """If it had no cache folder, an earlier program read any file in a folder with a known name."""
    from numba.core.caching import UserProvidedCacheLocator

    program.kept.write_text("in the way")
    found = sorted(path for pattern in OLD_KERNELS for path in program.package.glob(pattern))
    digest = hashlib.blake2b(b"\0".join(path.read_bytes() for path in found), digest_size=8).hexdigest()
    source, mark = program.package / "numerics/streams.py", program.root / "owned"
    line = source.read_text().split("def turn(")[0].count("\n")  # of its decorator
    name = f"streams.turn-{line}.py{sys.version_info[0]}{sys.version_info[1]}.nbi"
    subpath = UserProvidedCacheLocator.get_suitable_cache_subpath(str(source))
    place = program.temp / f"houseway-{os.getuid()}" / "houseway" / digest / subpath
    place.mkdir(parents=True)
    (place / name).write_bytes(evil(mark))
    assert program.python(TURN).strip() == TURNED
    assert not mark.exists()


# One key for everything that is kept


def test_after_an_edit_of_the_dice_every_verb_says_the_new_figure(edited: Program) -> None:
    one_six_less = "dict.fromkeys(product(FACES, repeat=count), 1) | {(6,) * count: 2}"
    edited.edit(edited.package / "equipment/dice.py", "dict.fromkeys(product(FACES, repeat=count), 1)", one_six_less)
    odds, simulated = edited.exact("sic-bo", "small")
    assert odds == simulated != "-1/36"


def test_an_edited_or_truncated_figure_is_made_anew(played: Program, tmp_path: Path) -> None:
    program = Program(tmp_path, kept=played.kept)
    program.environment["PYTHONPATH"] = played.environment["PYTHONPATH"]
    for file in program.entries():
        file.write_bytes(file.read_bytes().replace(b"-1/36", b"+1/36"))
    assert program.exact("sic-bo", "small") == ("-1/36", "-1/36")
    for file in program.entries():
        file.write_bytes(file.read_bytes()[:-100])
    assert program.exact("sic-bo", "small") == ("-1/36", "-1/36")


def test_a_figure_of_a_game_outside_is_new_after_an_edit_in_its_folder(played: Program, tmp_path: Path) -> None:
    games = tmp_path / "games"
    shutil.copytree(TOYS / "hazard_run", games / "hazard_run", ignore=shutil.ignore_patterns("__pycache__"))
    (games / "shared.py").write_text("PAYS = 1\n")
    depends = "from houseway import cache, games; games.games(); print(cache.code_digest())"
    keys = [played.python(depends, HOUSEWAY_GAMES=str(games))]
    for file in (games / "shared.py", games / "hazard_run/round.py", games / "hazard_run/editions/table.csv"):
        with file.open("a") as opened:
            opened.write("# edited\n")
        keys.append(played.python(depends, HOUSEWAY_GAMES=str(games)))
    assert "None\n" not in keys and len(set(keys)) == 4
    assert played.python(depends) not in keys


DAMAGED: dict[str, Callable[[bytes], bytes]] = {
    "one byte less": lambda whole: whole[:-1],
    "another byte": lambda whole: whole[:-9] + b"\0" + whole[-8:],
    "a beginning": lambda whole: whole[:1000],
    "nothing": lambda _: b"",
    "one byte more": lambda whole: whole + b"\0",
}


@pytest.mark.parametrize(
    "how", [pytest.param(how, marks=() if how == "another byte" else pytest.mark.nightly) for how in DAMAGED]
)
def test_machine_code_that_is_damaged_is_made_anew(turned: Program, tmp_path: Path, how: str) -> None:
    shutil.copytree(turned.kept, tmp_path / "kept")
    (file,) = (path for path in (tmp_path / "kept").rglob("*") if path.is_file())
    assert file.name.startswith("machine-code-")
    damaged = DAMAGED[how](file.read_bytes())
    file.write_bytes(damaged)
    assert turned.python(TURN, HOUSEWAY_CACHE=str(tmp_path / "kept")).strip() == TURNED
    assert file.read_bytes() != damaged


def test_machine_code_that_was_kept_is_used(turned: Program) -> None:
    assert turned.python(f"{TURN}; print(turn.stats.cache_hits.total())").split()[-1] == "1"


def test_an_entry_in_the_place_of_another_is_not_taken(own: Path) -> None:
    cache.keep("figure", {"wager": "small"}, "-1/36")
    cache.keep("figure", {"wager": "big"}, "-1/2")
    one, other = sorted(path for path in own.rglob("figure-*"))
    shutil.copy(one, other)
    left = [cache.look("figure", {"wager": wager}) for wager in ("small", "big")]
    assert left.count(None) == 1


def test_nothing_is_kept_by_a_process_whose_sources_were_edited(tmp_path: Path) -> None:
    """It still runs the code that it loaded, which differs from the file now."""
    run = (
        "import os, sys; from houseway import cache; cache.keep('figure', 1, 1); assert cache.look('figure', 1)\n"
        "os.utime('src/houseway/equipment/dice.py', (0, 0))\n"  # an old date does not hide it
        "cache.keep('figure', 2, 2); print(cache.code_digest(), cache.look('figure', 1), cache.look('figure', 2))"
    )
    program = Program(tmp_path, copied=True)
    assert program.python(run).strip() == "None None None"
    assert len(program.entries()) == 1


def test_where_the_sources_cannot_be_read_through_nothing_is_kept(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "FILES_MOST", 10)
    assert cache.code_digest() is None
    assert cache.kept("figure", 1, lambda: 42) == 42
    assert not [path for path in own.rglob("*") if path.is_file()]


def test_functions_from_elsewhere_are_not_kept_since_their_source_is_in_no_key(own: Path) -> None:
    made = compiled(add_one)
    assert made(1) == 2
    assert not [path for path in own.rglob("*") if path.is_file()]


def add_one(number: Any) -> Any:
    return number + 1


# A folder of ours alone


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that will do, named by HOUSEWAY_CACHE; nothing else would."""
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "kept"))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", "nowhere")
    return tmp_path / "kept"


def foreign(path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give a folder to somebody else")
    os.chown(path, 12345, 12345)


def writable_by_others(path: Path) -> None:
    path.chmod(path.stat().st_mode | 0o002)


def writable_by_a_group(path: Path) -> None:
    path.chmod(path.stat().st_mode | 0o020)


def symlink(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to(path.with_name("elsewhere"))


LEVELS = {"file": 0, "key": 1, "houseway": 2, "named": 3}


SPOILED = [
    # the folders are all judged by one function: by day, every flaw of the lowest one and one flaw of each above it
    pytest.param(
        level, spoil, id=f"{level}-{spoil.__name__}",
        marks=() if level == "file" or spoil is writable_by_others else pytest.mark.nightly,
    )
    for level in LEVELS
    for spoil in (foreign, writable_by_others, writable_by_a_group, symlink)
]  # fmt: skip


@pytest.mark.parametrize(("level", "spoil"), SPOILED)
def test_code_planted_where_others_could_write_does_not_run(
    turned: Program, planted: tuple[Path, Path], level: str, spoil: Callable[[Path], None]
) -> None:
    """The planted entry has the right name and the right digest: only its folder, or its file, is wrong."""
    file, mark = planted
    kept = str(file.parents[2])
    spoil((file, *file.parents)[LEVELS[level]])
    assert turned.python(TURN, HOUSEWAY_CACHE=kept).strip() == TURNED
    assert not mark.exists()


def test_the_planted_code_would_run_in_a_folder_of_ours(turned: Program, planted: tuple[Path, Path]) -> None:
    """Only our own user can write there; this shows that the code planted in the test above can run."""
    file, mark = planted
    with pytest.raises(AssertionError, match="_rebuild"):
        turned.python(TURN, HOUSEWAY_CACHE=str(file.parents[2]))
    assert mark.exists()


def test_a_folder_above_that_others_can_write_to_will_not_do(own: Path, tmp_path: Path) -> None:
    """They could move ours away and put theirs in its place; where only owners rename, they cannot."""
    assert cache.folder() == own / "houseway"
    tmp_path.chmod(0o777)
    assert cache.folder() != own / "houseway"
    tmp_path.chmod(0o1777)
    assert cache.folder() == own / "houseway"


def test_a_relative_folder_is_not_used(program: Program) -> None:
    program.python(TURN, HOUSEWAY_CACHE="here", XDG_CACHE_HOME="there", HOME="home")
    left = {path.name for path in program.root.iterdir()}
    assert left == {"temp"}
    program.python(TURN, HOUSEWAY_CACHE=f"{program.root}/temp/../kept", HOME="home")
    assert {path.name for path in program.root.iterdir()} == left


@pytest.mark.parametrize("named", ["/", "//", "", "/dev/null", "/proc", "\n"])
def test_a_name_that_is_no_folder_is_not_used(
    named: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, own: Path
) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", named)
    monkeypatch.setenv("XDG_CACHE_HOME", str(own))
    assert cache.folder() == own / "houseway"


def test_the_next_folder_is_used_where_the_first_will_not_do(
    own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own.write_text("in the way")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache.folder() == tmp_path / "home/.cache/houseway"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache.folder() == tmp_path / "xdg/houseway"


def test_every_level_is_made_for_us_alone_whatever_the_umask(program: Program) -> None:
    program.python(f"import os; os.umask(0); {TURN}")
    made = [program.kept, *program.kept.rglob("*")]
    assert {stat.S_IMODE(path.stat().st_mode) for path in made if path.is_dir()} == {0o700}
    assert {stat.S_IMODE(path.stat().st_mode) for path in made if path.is_file()} == {0o600}


def test_where_no_folder_will_do_a_temporary_one_is_used_and_removed(program: Program) -> None:
    program.kept.write_text("in the way")
    run = f"{TURN}; from houseway.cache import folder, look; print(folder()); print(oct(folder().stat().st_mode))"
    place, mode = program.python(run, HOME="nowhere").split("\n")[1:3]
    assert Path(place).parent == program.temp and mode == "0o40700"
    assert not list(program.temp.iterdir())


def test_where_not_even_that_will_do_nothing_is_kept(program: Program) -> None:
    """A temporary directory where anybody can rename anything."""
    program.kept.write_text("in the way")
    program.temp.chmod(0o777)
    run = f"{TURN}; from houseway.cache import folder, kept; print(folder(), kept('figure', 1, lambda: 42))"
    assert program.python(run, HOME="nowhere").split("\n")[:2] == [TURNED, "None 42"]


@pytest.mark.nightly
def test_numba_reads_nothing_from_folders_of_its_own(program: Program) -> None:
    """Neither from a folder in the environment nor from next to the source."""
    asked = program.root / "numba"
    program.started(TURN, NUMBA_CACHE_DIR=str(asked), NUMBA_CACHE_LOCATOR_CLASSES="UserProvidedCacheLocator")
    assert not asked.exists()
    assert not [path for path in program.root.rglob("*") if path.suffix in (".nbi", ".nbc")]


# Checkpoints


def test_a_checkpoint_of_another_program_is_an_error(edited: Program) -> None:
    """Its counts are of other tables."""
    file = str(edited.root / "run.json")
    run = ("simulate", "sic-bo", "--rounds", "1000", "--bet", "small=10", "--seed", "s", "--checkpoint", file)
    edited.verb(*run)
    edited.verb(*run)
    edited.edit(edited.package / "equipment/dice.py", "FACES = (1, 2, 3, 4, 5, 6)", "FACES = (1, 2, 3, 4, 5, 6, 6)")
    with pytest.raises(AssertionError, match="a checkpoint of another run: program is"):
        edited.verb(*run)


@pytest.mark.parametrize(
    ("old", "new"),
    [('"chunks": 0', '"chunks": 1'), pytest.param('"counts": [', '"counts": [1', marks=pytest.mark.nightly)],
)
def test_an_edited_checkpoint_is_an_error(played: Program, tmp_path: Path, old: str, new: str) -> None:
    file = tmp_path / "run.json"
    rounds = {'"counts": [': "5e6", '"chunks": 0': "1000"}[old]
    run = ("simulate", "sic-bo", "--rounds", rounds, "--bet", "small=10", "--checkpoint", str(file))
    played.verb(*run)
    played.edit(file, old, new)
    with pytest.raises(AssertionError, match="it was edited or damaged"):
        played.verb(*run)


@pytest.mark.parametrize(
    "text", ["[]", '{"about": []}', '{"about": {}, "chunks": 1, "counts": [1e999], "trail": []}', "[" * 100_000,
             '{"about": {}, "chunks": 1, "counts": [99999999999999999999], "trail": []}', '{"about": 1, "chunks": 0}'],
    ids=lambda text: text[:40],
)  # fmt: skip
def test_what_is_no_checkpoint_is_an_error_in_a_sentence(text: str, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    file.write_text(text)
    with pytest.raises(BadInput, match="this is not a checkpoint"):
        RunCheckpoint(file, {}).resume(10**9)
