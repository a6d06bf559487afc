"""905a, Ante and Raise: a card game with everything a game has, in no more than 250 lines of Python of its own."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from typer.testing import CliRunner

from contract.play import TOYS, new_table, toy, toys_discovered
from houseway.cli import app
from houseway.core import Event
from houseway.core.kernel import Sitting
from houseway.odds import odds_sheet
from houseway.records import audit_journal
from houseway.simulate import Request, seated, simulate
from houseway.simulate.prepare import prepare
from houseway.simulate.rules_kernel import RulesKernel
from houseway.table import Table
from terminal_seat import seated as at_terminal
from terminal_seat import told

NAME = "ante-and-raise"
FOLDER = TOYS / "ante_and_raise"
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
TEN, JACK = RANKS.index("10"), RANKS.index("J")
Hand = tuple[bool, int, int]


@pytest.fixture(autouse=True)
def discovered() -> Iterator[None]:
    with toys_discovered():
        yield


def test_its_python_has_at_most_250_lines() -> None:
    lines = {path.name: len(path.read_text().splitlines()) for path in FOLDER.rglob("*.py")}
    assert sum(lines.values()) <= 250, lines


def test_it_is_known_to_nobody_outside_its_folder() -> None:
    source = Path(odds_sheet.__code__.co_filename).parents[1]
    told = [path for path in source.rglob("*") if path.suffix in (".py", ".toml") and "905a" in path.read_text()]
    assert told == []


def test_it_imports_nothing_of_another_game() -> None:
    for path in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and not node.level:
                assert "games" not in (node.module or ""), path


# Odds: by brute force, with nothing of the game's own code


def strength(one: int, two: int) -> Hand:
    return one % 13 == two % 13, max(one % 13, two % 13), min(one % 13, two % 13)


@cache
def brute_force() -> dict[Hand, tuple[int, Counter[int]]]:
    """Of each hand: in how many ways it is dealt from one deck, and what a Raise nets in Antes over all of the dealer's hands."""
    ways = Counter(strength(*cards) for cards in combinations(range(52), 2))
    first = {strength(*cards): cards for cards in combinations(range(52), 2)}
    found: dict[Hand, tuple[int, Counter[int]]] = {}
    for hand, mine in first.items():
        nets: Counter[int] = Counter()
        for cards in combinations(sorted(set(range(52)) - set(mine)), 2):
            dealer = strength(*cards)
            if dealer < (False, TEN, 0):
                nets[1] += 1
            else:
                nets[0 if hand == dealer else 3 if hand > dealer else -3] += 1
        found[hand] = ways[hand], nets
    return found


def worth(nets: Counter[int]) -> Fraction:
    return Fraction(sum(net * often for net, often in nets.items()), nets.total())


def played(raises: Callable[[Hand, Fraction], bool]) -> dict[Fraction, Fraction]:
    """The chance of each net result of an Ante, in Antes."""
    chances: dict[Fraction, Fraction] = {}
    for hand, (ways, nets) in brute_force().items():
        of = nets if raises(hand, worth(nets)) else Counter({-1: 1})
        for net, often in of.items():
            chance = Fraction(ways, 1326) * Fraction(often, of.total())
            chances[Fraction(net)] = chances.get(Fraction(net), Fraction(0)) + chance
    return chances


def test_905a_the_odds_sheet_is_what_brute_force_finds() -> None:
    sheet = odds_sheet(*toy(NAME))
    expected = {
        "jack-high": played(lambda hand, _: hand >= (False, JACK, 0)),
        "always-raise": played(lambda hand, _: True),
        "optimal": played(lambda _, value: value > -1),
    }
    for strategy, distribution in expected.items():
        assert dict(sheet["ante", strategy].distribution) == distribution, strategy
    assert sheet["ante", "optimal"].expected == sheet["ante", "jack-high"].expected == Fraction(-56608, 812175)
    assert dict(sheet["pair-plus"].distribution) == {Fraction(-1): Fraction(16, 17), Fraction(14): Fraction(1, 17)}
    assert [(row.id, row.strategy) for row in sheet] == [("ante", name) for name in expected] + [("pair-plus", None)]


# Simulation


def test_905a_it_is_simulated_by_its_rules_and_agrees_with_the_odds() -> None:
    game, rules = toy(NAME)
    done = simulate(
        game, rules, Request(seated({"ante": 500, "pair-plus": 200}, 2, "jack-high"), 1200, "ante"), threads=1
    )
    rows = {row.id: row for row in done.wagers}
    assert set(rows) == {"ante", "pair-plus", "raise"}
    for name in ("ante", "pair-plus"):
        assert rows[name].count == 2400 and str(rows[name].exact).startswith("-")
        z = rows[name].z
        assert z is not None and abs(z) < 4, (name, z)
    assert rows["raise"].staked_cents == rows["raise"].count * 1000  # twice the Ante


@pytest.mark.nightly
def test_905a_best_play_is_followed_and_shoes_are_told_apart() -> None:
    game, rules = toy(NAME)
    kernel, exact = prepare(game, rules, (Sitting({"ante": 500}, "optimal"),))
    assert isinstance(kernel, RulesKernel) and kernel.sitting[0].strategy == "jack-high"
    assert exact[0, "ante"].value == Fraction(-56608, 812175)
    assert game.series(rules) == "shoe" and game.series(toy(NAME, "shuffler=continuous")[1]) is None


# A table


def settled(events: tuple[Event, ...] | list[Event]) -> list[tuple[int, str, str, int]]:
    return [
        (e.fields["seat"], e.fields["wager"], e.fields["result"], e.fields["returned_cents"])
        for e in events
        if e.event == "wager-settled"
    ]


def dealt(*cards: str) -> Table:
    """Seats 1 and 2 with an Ante, seat 2 with a Pair Plus, and these cards after the burned one."""
    table = new_table(*toy(NAME))
    for seat, wager, cents in ((1, "ante", 500), (2, "ante", 1000), (2, "pair-plus", 200)):
        table.do({"do": "wager", "seat": seat, "id": wager, "cents": cents})
    table.no_more_bets()
    table.result(cards=["?", *cards])
    return table


def test_905a_a_round_with_a_raise_a_fold_and_a_pair() -> None:
    table = dealt("AS", "3D", "9C", "9H")
    assert settled(table.events) == [(2, "pair-plus", "won", 3000)]
    table.do({"do": "choose", "seat": 2, "choice": "raise", "cents": 2000})
    table.do({"do": "choose", "seat": 1, "choice": "fold"})
    events = table.result(cards=["KS", "2D"])
    assert settled(events) == [(2, "ante", "won", 2000), (2, "raise", "won", 4000), (1, "ante", "lost", 0)]
    (collected,) = [e for e in events if e.event == "cards-collected"]
    assert [each["from"] for each in collected.fields["hands"]] == ["seat:2", "seat:1", "dealer"]


def test_905a_a_dealer_below_a_ten_pays_the_ante_and_returns_the_raise() -> None:
    table = dealt("AS", "3D", "4C", "2H")
    for seat, cents in ((1, 1000), (2, 2000)):
        table.do({"do": "choose", "seat": seat, "choice": "raise", "cents": cents})
    results = {(seat, wager): result for seat, wager, result, _ in settled(table.result(cards=["9S", "8D"]))}
    assert results == {(1, "ante"): "won", (1, "raise"): "returned", (2, "ante"): "won", (2, "raise"): "returned"}


def test_905a_where_everybody_folds_the_dealer_gets_no_cards() -> None:
    table = dealt("AS", "3D", "4C", "2H")
    table.do({"do": "choose", "seat": 1, "choice": "fold"})
    events = table.do({"do": "choose", "seat": 2, "choice": "fold"})
    assert settled(events) == [(2, "ante", "lost", 0), (1, "ante", "lost", 0)]
    assert table.accounts["seat:1"] + table.accounts["seat:2"] == 2 * 10_000_000 - 1700


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (
            {"do": "wager", "seat": 3, "id": "pair-plus", "cents": 500},
            "seat 3 has no Ante, which a Pair Plus requires",
        ),
        ({"do": "wager", "seat": 1, "id": "raise", "cents": 500}, "a Raise is made by choosing it"),
        ({"do": "no-more-bets"}, "nobody has made an Ante, so there is nobody to deal to"),
        ({"do": "no-more-bets", "by": "player"}, '"no more bets" is announced by the dealer'),
        ({"do": "irregularity", "cite": "905a.9(a)", "by": "dealer"}, "the cards are shuffled by hand"),
        ({"do": "irregularity", "cite": "905a.5", "by": "dealer"}, "905a.5 is not an irregularity of this chapter"),
    ],
)
def test_905a_what_it_refuses(command: dict[str, object], says: str) -> None:
    refused = new_table(*toy(NAME)).do(command)[0]
    assert refused.event.endswith("-refused") and says in refused.fields["reason"] and refused.cites


# The terminal


def test_905a_somebody_plays_it_at_a_terminal() -> None:
    session, out = at_terminal(NAME)
    assert "seat 1 has no Ante" in told(session, out, "pair plus 1")
    assert "Seat 1 wagers $5.00 on Ante." in told(session, out, "ante 5")
    assert "You choose: raise ($10.00) or fold" in told(session, out, "deal")
    assert "Best play: fold. In Antes: raise -1.7167, fold -1." in told(session, out, "hint")
    assert "Seat 1: Ante, $5.00, loses. [§905a.5(a)]" in told(session, out, "fold")
    assert "A player who folds loses the Ante." in told(session, out, "why")
    assert "house edge 56608/812175 (6.970%)" in told(session, out, "odds ante")


def test_905a_a_scripted_session_is_recorded_and_audited(tmp_path: Path) -> None:
    script, journal = tmp_path / "round.jsonl", tmp_path / "table.jsonl"
    commands = (
        '{"do": "open"}',
        '{"do": "buy-in", "seat": 1, "cents": 10000}',
        '{"do": "wager", "seat": 1, "id": "ante", "cents": 500}',
        '{"do": "no-more-bets"}',
        '{"do": "draw"}',
        '{"do": "choose", "seat": 1, "choice": "raise", "cents": 1000}',
        '{"do": "draw"}',
    )
    script.write_text("\n".join(commands) + "\n")
    arguments = ["play", NAME, "--seed", "7", "--script", str(script), "--journal", str(journal)]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output
    assert "Seat 1 chooses raise ($10.00)." in done.stdout
    assert audit_journal(journal, outside=True).whole


# Who learns


@pytest.mark.filterwarnings("ignore")
def test_905a_an_agent_can_learn_it() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from houseway.simulate.environments import SeatEnvironment, register

    register()
    check_env(gymnasium.make("houseway/AnteAndRaise-v0").unwrapped)
    env = SeatEnvironment(NAME)
    seen, info = env.reset(seed=3)
    assert seen.shape == (2,) and seen[0] <= seen[1] and info["action_mask"].tolist() == [1, 1]
    _, reward, over, _, _ = env.step(env.action_space.dtype.type(1))
    assert over and reward == -1  # folded
