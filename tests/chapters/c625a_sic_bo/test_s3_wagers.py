"""625a.3: when each wager wins, with the reason; over all throws, by predicates written afresh."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations, combinations_with_replacement

import pytest

from houseway.games import load
from houseway.law import BadInput
from support import Bench, Ended, bench, cites, fresh_table, law

Dice = tuple[int, ...]
Throws = dict[Dice, dict[str, Ended]]
FACES = range(1, 7)


def every_throw(*settings: str) -> Throws:
    """All fifty wagers of a dollar on every throw, the order of the dice aside."""
    game, rules = load("sic-bo", settings)
    found: Throws = {}
    for dice in combinations_with_replacement(FACES, 3):
        table = fresh_table(game, rules)
        for wager in game.law.catalogue(rules):
            table.wager(1, wager, 100)
        table.no_more_bets()
        events = [e for e in table.result(dice=list(dice)) if e.event == "wager-settled"]
        found[dice] = {
            e.fields["wager"]: Ended(e.fields["result"], e.fields["returned_cents"], e.cites) for e in events
        }
    return found


@pytest.fixture(scope="module")
def sic_bo() -> Bench:
    return bench("sic-bo")


@pytest.fixture(scope="module")
def throws() -> Throws:
    return every_throw()


@pytest.fixture(scope="module")
def exactly() -> Throws:
    return every_throw("reading.two_of_a_kind=exactly-two")


def wins_just_when(
    throws: Throws, wager: str, cite: str, wins: Callable[[Dice], bool], paid: str = "625a.6(a)"
) -> None:
    """On every throw the wager wins or loses as the predicate says, by its own paragraph."""
    for dice, ended in throws.items():
        if wins(dice):
            assert (ended[wager].result, ended[wager].because) == ("won", cites(cite, paid)), (wager, dice)
        else:
            assert ended[wager] == Ended("lost", 0, cites(cite)), (wager, dice)


def triple(dice: Dice) -> bool:
    return dice[0] == dice[1] == dice[2]


@law("625a.3")
def test_625a_3_there_are_eight_kinds_and_fifty_wagers() -> None:
    game, rules = load("sic-bo")
    offers = game.law.catalogue(rules).values()
    assert Counter((offer.kind, offer.cite) for offer in offers) == {
        ("three-of-a-kind", "625a.3(1)"): 6,
        ("two-of-a-kind", "625a.3(2)"): 6,
        ("any-three-of-a-kind", "625a.3(3)"): 1,
        ("total-value", "625a.3(4)"): 14,
        ("two-dice-combination", "625a.3(5)"): 15,
        ("small", "625a.3(6)"): 1,
        ("big", "625a.3(7)"): 1,
        ("one-of-a-kind", "625a.3(8)"): 6,
    }
    assert len(offers) == 50


@law("625a.3")
@pytest.mark.parametrize("wager", ["middle", "three-of-a-kind", "three-of-a-kind:7", "one-of-a-kind:0", "Small", ""])
def test_625a_3_no_other_wager_is_known(wager: str) -> None:
    table = bench("sic-bo")
    with pytest.raises(BadInput, match="is not a wager of sic-bo"):
        table.do({"do": "wager", "seat": 1, "id": wager, "cents": 500})
    assert table.table.chips(1) == 100_000


@law("625a.3(1)", "625a.6(a)")
@pytest.mark.parametrize("face", FACES)
def test_625a_3_1_three_of_a_kind_wins_on_three_of_its_number_only(throws: Throws, face: int) -> None:
    wins_just_when(throws, f"three-of-a-kind:{face}", "625a.3(1)", lambda dice: dice == (face, face, face))


@law("625a.3(1)")
def test_625a_3_1_three_of_another_number_lose(sic_bo: Bench) -> None:
    assert sic_bo.settle("three-of-a-kind:4", dice=[5, 5, 5]) == Ended("lost", 0, cites("625a.3(1)"))
    assert sic_bo.settle("three-of-a-kind:4", dice=[4, 4, 5]) == Ended("lost", 0, cites("625a.3(1)"))


@law("625a.3(2)", "625a.6(a)")
@pytest.mark.parametrize("face", FACES)
def test_625a_3_2_two_of_a_kind_wins_on_at_least_two_of_its_number(throws: Throws, face: int) -> None:
    wins_just_when(throws, f"two-of-a-kind:{face}", "625a.3(2)", lambda dice: dice.count(face) >= 2)


@law("625a.3(2)")
@pytest.mark.parametrize("face", FACES)
def test_625a_3_2_under_the_other_reading_it_wins_on_exactly_two(exactly: Throws, face: int) -> None:
    wins_just_when(exactly, f"two-of-a-kind:{face}", "625a.3(2)", lambda dice: dice.count(face) == 2)


@law("625a.3(2)")
def test_625a_3_2_the_reading_moves_no_other_wager(throws: Throws, exactly: Throws) -> None:
    differing = {
        (dice, wager) for dice, ended in throws.items() for wager in ended if ended[wager] != exactly[dice][wager]
    }
    assert differing == {((face, face, face), f"two-of-a-kind:{face}") for face in FACES}


@law("625a.3(2)")
def test_625a_3_2_three_of_the_number_under_both_readings(sic_bo: Bench) -> None:
    other = bench("sic-bo", "reading.two_of_a_kind=exactly-two")
    won, lost = cites("625a.3(2)", "625a.6(a)"), cites("625a.3(2)")
    assert sic_bo.settle("two-of-a-kind:5", 500, dice=[5, 5, 5]) == Ended("won", 4500, won)
    assert other.settle("two-of-a-kind:5", 500, dice=[5, 5, 5]) == Ended("lost", 0, lost)
    assert other.settle("two-of-a-kind:5", 500, dice=[5, 1, 5]) == Ended("won", 4500, won)


@law("625a.3(3)", "625a.6(a)")
def test_625a_3_3_any_three_of_a_kind_wins_on_all_six_of_them(throws: Throws) -> None:
    wins_just_when(throws, "any-three-of-a-kind", "625a.3(3)", triple)


@law("625a.3(4)", "625a.6(a)")
@pytest.mark.parametrize("total", range(4, 18))
def test_625a_3_4_a_total_wins_on_its_sum_also_of_three_of_a_kind(throws: Throws, total: int) -> None:
    wins_just_when(throws, f"total-value:{total}", "625a.3(4)", lambda dice: sum(dice) == total)


@law("625a.3(4)", "625a.6(a)")
@pytest.mark.parametrize("total", [3, 18])
def test_625a_3_4_a_total_that_no_line_pays_is_refused(total: int) -> None:
    table = bench("sic-bo")
    reason, because = table.refusal({"do": "wager", "seat": 1, "id": f"total-value:{total}", "cents": 500})
    assert f"a total of {total} has no payout odds" in reason and because == cites("625a.3(4)", "625a.6(a)")
    assert table.table.chips(1) == 100_000


@law("625a.3(4)", "625a.6(a)")
@pytest.mark.parametrize("total", [2, 19])
def test_625a_3_4_totals_that_have_no_odds_are_not_offered(total: int) -> None:
    table = bench("sic-bo")
    assert f"total-value:{total}" not in table.game.law.catalogue(table.rules)
    with pytest.raises(BadInput, match=f"'total-value:{total}' is not a wager of sic-bo; did you mean total-value:"):
        table.table.wager(1, f"total-value:{total}", 500)


@law("625a.3(4)")
def test_625a_3_4_every_total_loses_on_three_and_on_eighteen(throws: Throws) -> None:
    for dice in ((1, 1, 1), (6, 6, 6)):
        assert {throws[dice][f"total-value:{total}"].result for total in range(4, 18)} == {"lost"}


@law("625a.3(5)", "625a.6(a)")
@pytest.mark.parametrize("pair", list(combinations(FACES, 2)), ids=str)
def test_625a_3_5_a_combination_wins_when_both_of_its_numbers_show(throws: Throws, pair: tuple[int, int]) -> None:
    wins_just_when(
        throws,
        f"two-dice-combination:{pair[0]}-{pair[1]}",
        "625a.3(5)",
        lambda dice: dice.count(pair[0]) >= 1 and dice.count(pair[1]) >= 1,
    )


@law("625a.3(5)")
@pytest.mark.parametrize("pair", ["1-1", "6-6", "2-1", "0-1", "1-7"])
def test_625a_3_5_its_numbers_are_two_different_ones_the_lower_first(pair: str) -> None:
    table = bench("sic-bo")
    with pytest.raises(BadInput, match="is not a wager of sic-bo; did you mean two-dice-combination:"):
        table.table.wager(1, f"two-dice-combination:{pair}", 500)


@law("625a.3(6)", "625a.6(a)")
def test_625a_3_6_small_wins_from_four_through_ten(sic_bo: Bench) -> None:
    ended = sic_bo.settle("small", 500, dice=[1, 1, 2])
    assert (ended.result, ended.returned_cents) == ("won", 1000)
    assert ended.because == cites("625a.3(6)", "625a.6(a)")


@law("625a.3(6)")
def test_625a_3_6_small_loses_on_three_of_a_kind(sic_bo: Bench) -> None:
    ended = sic_bo.settle("small", 500, dice=[2, 2, 2])
    assert (ended.result, ended.returned_cents) == ("lost", 0)
    assert ended.because == cites("625a.3(6)")


@law("625a.3(6)")
def test_625a_3_6_small_on_every_throw(throws: Throws) -> None:
    totals = {4, 5, 6, 7, 8, 9, 10}
    wins_just_when(throws, "small", "625a.3(6)", lambda dice: sum(dice) in totals and not triple(dice))


@law("625a.3(7)", "625a.6(a)")
def test_625a_3_7_big_wins_from_eleven_through_seventeen(throws: Throws) -> None:
    totals = {11, 12, 13, 14, 15, 16, 17}
    wins_just_when(throws, "big", "625a.3(7)", lambda dice: sum(dice) in totals and not triple(dice))


@law("625a.3(7)")
@pytest.mark.parametrize("face", [4, 5, 6])
def test_625a_3_7_big_loses_on_three_of_a_kind(sic_bo: Bench, face: int) -> None:
    assert sic_bo.settle("big", dice=[face] * 3) == Ended("lost", 0, cites("625a.3(7)"))


@law("625a.3(6)", "625a.3(7)")
def test_625a_3_6_small_and_big_never_win_together_and_lose_together_on_three_of_a_kind_only(throws: Throws) -> None:
    for dice, ended in throws.items():
        results = sorted((ended["small"].result, ended["big"].result))
        assert results == (["lost", "lost"] if triple(dice) else ["lost", "won"]), dice


@law("625a.3(8)")
@pytest.mark.parametrize("face", FACES)
def test_625a_3_8_one_of_a_kind_wins_on_one_or_more_of_its_number(throws: Throws, face: int) -> None:
    for dice, ended in throws.items():
        shown, one = dice.count(face), ended[f"one-of-a-kind:{face}"]
        if shown:
            assert one == Ended("won", 100 + 100 * shown, cites("625a.3(8)", f"625a.6(b)({shown})")), dice
        else:
            assert one == Ended("lost", 0, cites("625a.3(8)")), dice
