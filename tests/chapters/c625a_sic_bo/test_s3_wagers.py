"""625a.3: when each wager wins, with the reason."""

from __future__ import annotations

import pytest

from support import Bench, bench, cites, law


@pytest.fixture(scope="module")
def sic_bo() -> Bench:
    return bench("sic-bo")


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
