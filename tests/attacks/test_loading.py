"""Attacks on loading: games from outside, broken ones, and settings that are judged in more than one way."""

from __future__ import annotations

import ast
import os
import re
import shutil
import sys
from pathlib import Path

import pytest

import houseway
from houseway.compare.settings import judged_under
from houseway.games import find_game, games, load, rules_for
from houseway.law import BadInput, Submission
from warm_python import BUILT_IN_GAMES, warm_python

PACKAGE = Path(houseway.__file__).parent
TOYS = Path(__file__).parent.parent / "toys"
GAMES = "from houseway.cli import main; main()", "games"


# One way from settings to rules


def test_only_the_games_judge_a_submission() -> None:
    """A direct call of `judge` would leave out the game's defaults, so all code uses `rules_for`."""
    callers = {
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        if "from houseway.law" in (text := path.read_text()) and re.search(r"\bjudge\b|\bsubmission\b|import \*", text)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom)
        and (node.module or "").startswith("houseway.law")
        and any(alias.name in ("judge", "submission", "*") for alias in node.names)
    }
    assert callers == {"games/__init__.py"}
    assert not hasattr(houseway.law, "judge")


def test_settings_are_judged_alike_however_they_come() -> None:
    """685a.6(e): a submission with four decks that does not mention Match-the-Dealer does not offer it."""
    game, rules = load("down-under-blackjack", ["decks=4"])
    assert rules.option("match_the_dealer") is False
    given = Submission(game.id, {"game": game.id, "decks": 4})
    for found in (rules_for(game, given), judged_under(game, rules.edition.id, ["decks=4"])):
        assert found.rules is not None, found.findings
        assert found.rules.digest == rules.digest


def test_a_submission_for_another_game_is_not_judged_as_this_one() -> None:
    with pytest.raises(BadInput, match='game is "craps", not "sic-bo"'):
        rules_for(find_game("sic-bo"), Submission("x", {"game": "craps"}))


# Games from outside


def outside(tmp_path: Path, name: str, **files: str) -> str:
    """A folder for HOUSEWAY_GAMES with one game's folder in it."""
    folder = tmp_path / "games" / name
    folder.mkdir(parents=True)
    for file, text in files.items():
        (folder / f"{file}.py").write_text(text)
    return str(folder.parent)


def run(code: str, *arguments: str, named: str) -> tuple[int, str, str]:
    paths = {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path), "HOUSEWAY_GAMES": named}
    done = warm_python(BUILT_IN_GAMES, code, *arguments, environment={**os.environ, **paths})
    return done.returncode, done.stdout, done.stderr


def refused(named: str, *said: str) -> None:
    """`houseway games` says a sentence."""
    code, shown, told = run(*GAMES, named=named)
    assert (code, shown) == (2, ""), (shown, told)
    assert told.startswith("houseway: HOUSEWAY_GAMES: ") and told.count("\n") == 1
    assert all(each in told for each in said), told


def refused_alone(named: str, *said: str) -> None:
    """The same, and a built-in game can be asked for as ever."""
    refused(named, *said)
    code, shown, told = run(GAMES[0], "check", "sic-bo", named=named)
    assert code == 0 and "sic-bo" in shown, told


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("GAMES = (", "SyntaxError"),
        ("import no_such_module", "No module named 'no_such_module'"),
        ("raise SystemExit(0)", "SystemExit"),
        ("raise RuntimeError('two\\nlines')", "two lines"),
        ("", "no attribute 'GAMES'"),
        ("GAMES = 5", "not iterable"),
        ("GAMES = ('sic-bo',)", "'sic-bo' is not a Game"),
    ],
)
def test_a_game_that_cannot_be_loaded_is_told_in_a_sentence(tmp_path: Path, text: str, said: str) -> None:
    refused(outside(tmp_path, "broken", __init__=text), "/games/broken cannot be loaded (", said, "fix it or")


def test_a_game_whose_law_cannot_be_read_is_told_in_a_sentence(tmp_path: Path) -> None:
    named = str(shutil.copytree(TOYS / "hazard_run", tmp_path / "games" / "hazard_run").parent)
    (tmp_path / "games/hazard_run/outline.toml").write_text("= = =")
    refused_alone(named, "/games/hazard_run cannot be loaded (", "outline.toml")


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ('"rounds.py:due"', 'there is no file "rounds.py"'),
        ('"round.py:nowhere"', '"round.py" has no "nowhere"'),
        ('"round.py:du"', '"round.py" has no "du"'),
        ('"round.py"', '"round.py" has no ""'),
    ],
)
def test_a_game_whose_outline_names_no_code_is_told_in_a_sentence(tmp_path: Path, place: str, said: str) -> None:
    named = str(shutil.copytree(TOYS / "hazard_run", tmp_path / "games" / "hazard_run").parent)
    outline = tmp_path / "games/hazard_run/outline.toml"
    assert '"round.py:due"' in outline.read_text()
    outline.write_text(outline.read_text().replace('"round.py:due"', place, 1))
    refused_alone(
        named, "/games/hazard_run cannot be loaded (LawError: hazard_run/outline.toml: 901a.", " modelled: ", said
    )


def test_a_folder_that_is_none_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for named in (tmp_path / "missing", tmp_path / "file"):
        refused_alone(str(named), f"{named} cannot be read", "folder")
        refused(f"{TOYS}{os.pathsep}{named}", f"{named} cannot be read")


def test_one_broken_game_does_not_keep_another_from_being_found(tmp_path: Path) -> None:
    named = outside(tmp_path, "broken", __init__="1 / 0")
    refused_alone(named, "ZeroDivisionError")
    shutil.copytree(TOYS / "hazard_run", Path(named) / "hazard_run")
    assert run(GAMES[0], "check", "hazard-run", named=named)[0] == 0


def test_a_game_from_outside_cannot_stand_in_for_a_built_in_one(tmp_path: Path) -> None:
    """Mini-Craps has no folder of its own, so that a folder of its name would be looked into first."""
    fake = "replace(GAME, law=replace(GAME.law, id='mini-craps', title='Fake'))"
    imports = "from dataclasses import replace\nfrom houseway.games.sic_bo import GAME"
    named = outside(tmp_path, "mini_craps", __init__=f"{imports}\nGAMES = ({fake},)")
    found = "from houseway.games import find_game; print(find_game('mini-craps').title)"
    assert run(found, named=named)[1] == "Mini-Craps\n"
    refused_alone(named, '/games/mini_craps brings a game "mini-craps", and there is one already', "another id")


def test_a_folder_named_like_a_built_in_one_is_told_in_a_sentence(tmp_path: Path) -> None:
    """Python would never look into it."""
    refused_alone(outside(tmp_path, "sic_bo", __init__="GAMES = ()"), "/games/sic_bo is named like", "rename it")


def test_a_folder_that_is_named_twice_is_searched_once() -> None:
    code, shown, told = run(*GAMES, named=os.pathsep.join((str(TOYS), "", f"{TOYS}{os.sep}", str(PACKAGE / "games"))))
    assert code == 0 and shown.count("hazard-run") == 1, told


def test_who_wants_built_in_games_only_runs_no_other_code(tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    named = outside(tmp_path, "spy", __init__=f"open({str(mark)!r}, 'w').close()\nGAMES = ()")
    code = (
        "from houseway.games import find_game, games\n"
        "print(*games(outside=False), find_game('craps', outside=False).id)\n"
        "try: find_game('spy', outside=False)\n"
        "except Exception as error: print(type(error).__name__, error)"
    )
    done, shown, told = run(code, named=named)
    listed, refusal, *_ = shown.splitlines()
    assert done == 0, told
    assert listed.split() == [*games(), "craps"]
    assert refusal.startswith('UnknownGame there is no built-in game "spy" (HOUSEWAY_GAMES is not searched here); ')
    assert not mark.exists()
    run("from houseway.games import games; games()", named=named)
    assert mark.exists(), "the spy does tell when it is loaded"


def test_a_bug_in_a_game_from_outside_is_told_as_that_game_s(tmp_path: Path) -> None:
    """The message names the game's folder; where Houseway itself failed below the game, it names both."""
    named = str(shutil.copytree(TOYS / "hazard_run", tmp_path / "games" / "hazard_run").parent)
    rounds = tmp_path / "games/hazard_run/round.py"
    whole = rounds.read_text()
    head, found, rest = whole.partition("def due(")
    signature, _, body = rest.partition(":\n")
    assert found
    for bug, whose, where in (
        ("raise KeyError('point')", f"the game in {named}/hazard_run and not", "KeyError in round.py, line"),
        (
            "from houseway.money import dollars; dollars(None)",
            f"Houseway or of the game in {named}/hazard_run and not",
            "TypeError in money.py, line",
        ),
    ):
        rounds.write_text(f"{head}{found}{signature}:\n    {bug}\n{body}")
        code, shown, told = run(GAMES[0], "odds", "hazard-run", named=named)
        assert (code, shown) == (2, "")
        assert told.startswith(f"houseway: this is a defect of {whose} of your input (") and where in told, told


def test_a_toy_is_found_unless_only_built_in_games_are_wanted() -> None:
    code = "from houseway.games import find_game, games; print(find_game('hazard-run').id, *games()); {}"
    assert "hazard-run" in run(code.format(""), named=str(TOYS))[1].split()[1:]
    done, _, told = run(code.format("find_game('hazard-run', outside=False)"), named=str(TOYS))
    assert done == 1 and 'there is no built-in game "hazard-run"' in told
