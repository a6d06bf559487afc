"""Conformance vectors: they are what a live table settles, and they cover every result."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.documents.example_rounds import stake_of
from houseway.documents.vectors import as_files, vectors
from houseway.documents.wager_positions import positions
from houseway.games import load
from houseway.odds import odds_sheet
from support import fresh_table, law, variants


@pytest.mark.parametrize(("name", "results"), [("sic-bo", 216), ("roulette", 38), ("big-six", 54)])
def test_every_result_stands_beside_every_wager_and_its_money_is_the_odds(name: str, results: int) -> None:
    game, rules = load(name)
    rows = vectors(game, rules)["results"]
    offers = game.law.catalogue(rules)
    assert len(rows) == results * len(offers)
    for row in odds_sheet(game, rules):
        own = [each for each in rows if each["wager"] == row.id]
        net = sum(each["returned_cents"] - each["stake_cents"] for each in own)
        assert row.expected == pytest.approx(net / (own[0]["stake_cents"] * results)), row.id
        assert all(each["cites"] for each in own)


def test_sic_bo_s_lights_are_the_winning_areas() -> None:
    found = vectors(*load("sic-bo"))
    lit = {tuple(row["dice"]): set(row["lit"]) for row in found["illumination"]}
    assert len(lit) == 216
    for row in found["results"]:
        dice = tuple(json.loads(row["result"])["dice"])
        assert (row["wager"] in lit[dice]) == (row["ends"] == "won"), row


@cache
def of_craps() -> dict[str, list[dict[str, Any]]]:
    return vectors(*load("craps"))


@law("623a.5(a)", "623a.5(f)", "623a.5(g)", "623a.6")
def test_623a_5_a_every_wager_of_craps_is_decided_on_every_line_that_pays_it() -> None:
    game, rules = load("craps")
    won: dict[str, set[Fraction]] = {wager: set() for wager in game.law.catalogue(rules)}
    lost = set()
    for row in of_craps()["results"]:
        if row["ends"] == "won":
            net = row["returned_cents"] + row["vigorish_cents"] - row["stake_cents"]
            won[row["wager"]].add(Fraction(net, row["stake_cents"]))
        elif row["ends"] == "lost":
            lost.add(row["wager"])
    assert lost == set(won)
    for wager, offer in game.law.catalogue(rules).items():
        if offer.parts == 1:
            assert won[wager] == {payout.odds.ratio for payout in offer.payouts}, wager
    assert won["horn-high:12"] == {
        Fraction(57, 5),
        Fraction(26, 5),
        Fraction(11, 5),
    }  # 30 on two fifths or one, 15 on one


@law("623a.3(a)(3)", "623a.3(a)(5)")
def test_623a_3_a_5_positions_say_what_was_thrown_since_and_what_was_called_on() -> None:
    places = [row for row in of_craps()["positions"] if row["wager"] == "place-to-win:6"]
    assert [(row["situation"], json.loads(row["after"])) for row in places] == [
        ("", []),
        ("", [{"dice": [1, 3]}]),
        ("called on", []),
    ]
    assert [json.loads(row["position"])["point"] for row in places] == [0, 4, 0]
    rows = [
        row for row in of_craps()["results"] if row["wager"] == "place-to-win:6" and row["result"] == '{"dice": [3, 3]}'
    ]
    assert [(row["ends"], row["lies_as"]) for row in rows] == [("stays", "place-to-win:6"), ("won", ""), ("won", "")]
    moved = [row for row in of_craps()["results"] if (row["wager"], row["after"]) == ("come", '[{"dice": [2, 6]}]')]
    assert {
        json.loads(row["result"])["dice"][0] + json.loads(row["result"])["dice"][1]
        for row in moved
        if row["ends"] == "won"
    } == {8}


@law("623a.11(b)(2)")
def test_623a_11_b_2_a_fire_bet_s_points_are_thrown_one_after_the_other() -> None:
    fire = [row for row in of_craps()["results"] if row["wager"] == "fire" and row["ends"] == "won"]
    points = {row["returned_cents"]: len(json.loads(row["after"])) // 2 for row in fire}
    assert points == {500 * 25: 4, 500 * 250: 5, 500 * 1_000: 6}


@pytest.mark.parametrize(
    ("dice", "wager", "ends", "returned"),
    [
        ([3, 4], "pass", "won", 2_000),
        ([1, 1], "pass", "lost", 0),
        ([2, 2], "pass", "stays", ""),
        ([6, 6], "dont-pass", "returned", 1_000),
    ],
)
def test_craps_says_what_stays(dice: list[int], wager: str, ends: str, returned: object) -> None:
    rows = of_craps()["results"]
    found = [
        each
        for each in rows
        if (each["wager"], each["after"]) == (wager, "[]") and json.loads(each["result"])["dice"] == dice
    ]
    assert [(each["ends"], each["returned_cents"]) for each in found] == [(ends, returned)]


def test_the_card_reader_and_the_starting_position() -> None:
    cards = {row["card"]: row["light"] for row in load_devices("down-under-blackjack")["card-reader"]}
    assert len(cards) == 52 and (cards["2C"], cards["9D"], cards["AS"]) == ("blue", "red", "yellow")
    totals = {row["total"]: row["position"] for row in load_devices("pai-gow")["starting-position"]}
    assert list(totals) == list(range(3, 19)) and len(set(totals.values())) == 8 and totals[3] == totals[11]


def load_devices(name: str) -> dict[str, list[dict[str, object]]]:
    game, rules = load(name)
    return {key: [dict(row) for row in rows] for key, rows in game.present.device_vectors(rules).items()}


def test_a_card_game_s_rounds_are_settled_so_at_a_live_table() -> None:
    game, rules = load("casino-war")
    found = vectors(game, rules)
    rounds = found["rounds"]
    rare = {row["cite"]: json.loads(row["ends"]) for row in found["scripts"]}
    tied = {end["wager"]: (end["result"], end["returned_cents"]) for end in rare["651a.9(g)(3)"]}
    assert tied == {"initial": ("returned", 100), "war": ("won", 300)}  # a War that ties is in no seeded round
    paid = {(row["wager"], row["returned_cents"]) for row in found["results"] if row["ends"] == "won"}
    assert paid == {("tie", 11_000), ("tie-on-war", 11_000)}
    ways = {(end["wager"], end["result"]) for row in rounds for end in json.loads(row["ends"])}
    assert {("initial", "won"), ("initial", "lost"), ("war", "won"), ("tie-on-war", "lost")} <= ways
    for row in rounds[:5]:
        table = fresh_table(game, rules)
        stake = json.loads(row["ends"])[0]["cents"]
        table.wager(1, row["wager"], stake)
        assert table.chips(1) == 100_000 - stake


@law("651a.7(c)", "623a.3(b)(1)")
@pytest.mark.parametrize("name", variants(["casino-war", "craps", "roulette"], ["down-under-blackjack"]))
def test_every_wager_of_a_position_is_one_that_a_table_of_this_submission_accepts(name: str) -> None:
    """Beside a Tie Wager stood an Initial Wager of two cents, below any minimum."""
    game, rules = load(name, ["limits.min_cents=1500"])
    few = list(islice((wager for wager in game.law.catalogue(rules) if game.law.made_by(wager) is None), 6))
    for wager in (
        *few,
        *(each for each in game.law.catalogue(rules) if each in ("tie-on-war", "odds:pass", "odds:come:6")),
    ):
        for position in islice(positions(game, rules, wager, stake_of(game, rules, wager)), 2):
            for each in game.law.placed(position.state):
                (low, _), (high, _) = game.law.limits(rules, each.id)
                assert low <= each.cents <= high, (wager, each)


def test_files_are_csv_and_json_and_the_same_again(tmp_path: Path) -> None:
    game, rules = load("big-six")
    files = as_files(game, rules)
    assert files == as_files(game, rules)
    rows = list(csv.DictReader(io.StringIO(files["results.csv"].decode())))
    assert len(rows) == len(json.loads(files["vectors.json"])["vectors"]["results"])
    done = CliRunner().invoke(app, ["vectors", "big-six", "--out", str(tmp_path / "new" / "folder")])
    assert done.exit_code == 0 and (tmp_path / "new" / "folder" / "results.csv").read_bytes() == files["results.csv"]
    (tmp_path / "file").write_text("")
    refused = CliRunner().invoke(app, ["vectors", "big-six", "--out", str(tmp_path / "file")])
    assert refused.exit_code == 2 and "is a file); name a folder" in refused.stderr


def test_a_folder_that_was_made_for_files_that_cannot_be_written_is_removed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("houseway.documents.typeset.os.replace", full)
    done = CliRunner().invoke(app, ["vectors", "big-six", "--out", str(tmp_path / "new" / "folder")])
    assert done.exit_code == 2 and "cannot be written (No space left on device)" in done.stderr
    assert list(tmp_path.iterdir()) == []
