"""The differences that `diff` finds between the texts of Casino War, and the words that they share."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import pytest

from houseway.compare import Comparison, compare
from houseway.compare.round_results import DifferingRounds
from houseway.compare.texts import reworded, text_changes, unchanged
from houseway.games import find_game
from houseway.odds.traces import SettledWager, Unlike

PROPOSED, COMMENT, FINAL, FILING = "2011-proposed", "2011-comment", "2012-final", "2011-filing"
ONE_PLAYER = 600  # positions: enough for all rounds of one player


@lru_cache
def war(first: str, second: str, *settings: str, most: int = ONE_PLAYER) -> Comparison:
    return compare(find_game("casino-war"), first, second, settings, most)


def kinds(found: Comparison) -> dict[Unlike, DifferingRounds]:
    return {each.unlike: each for each in reversed(found.rounds.found)}


def test_2011_and_2012_pay_one_player_the_same_in_every_round() -> None:
    found = war(PROPOSED, FINAL)
    assert not found.player_differs
    differing = {worth.name: worth.difference("expected") for worth in found.odds_changes if worth.differs}
    assert list(differing) == ["war (within a round)"]  # the same money, split differently between two wagers
    one_player = found.rounds.walked[:2]
    assert [walk.what for walk in one_player] == ["each of 4 wagers by itself", "initial and tie, by one player"]
    assert all(walk.complete and walk.worst is Unlike.PLACE for walk in one_player)
    assert found.answer.startswith(f"No: in every round that was compared (not all were, see below) {PROPOSED} and")


def words(first: str, second: str) -> dict[str, str]:
    """The paragraphs with other words, and how they differ."""
    return {cite: each.says for each in reworded(find_game("casino-war").chapter, first, second) for cite in each.cites}


def changed(first: str, second: str) -> dict[str, str | None]:
    """Our summary of each change, by the paragraph of the second edition."""
    changes = text_changes(find_game("casino-war").chapter, first, second)
    return {p.cite: change.says for change in changes for p in change.now}


@pytest.mark.parametrize(
    ("first", "second", "other_words"),
    [
        (PROPOSED, FINAL, {"651a.1[Tie hand]", "651a.7(a)", "651a.9(d)"}),
        (COMMENT, FINAL, {"651a.1[War Wager]", "651a.7(a)", "651a.9(d)", "651a.9(g)"}),
        (PROPOSED, COMMENT, {"651a.1[Tie hand]"}),
    ],
)
def test_the_same_words_are_claimed_only_where_the_texts_have_them(
    first: str, second: str, other_words: set[str]
) -> None:
    assert set(words(first, second)) == other_words


def test_the_line_above_the_changes_counts_the_other_words_apart() -> None:
    found = war(PROPOSED, FINAL)
    assert found.same_words == found.unchanged - 3 == unchanged(find_game("casino-war").chapter, PROPOSED, FINAL) - 3
    told = found.as_json()["texts"]
    assert told["unchanged"] == told["same_words"] + 3
    assert [cite for row in told["reworded"] for cite in row["cites"]] == ["651a.1[Tie hand]", "651a.7(a)", "651a.9(d)"]
    line = (
        f"{found.unchanged} paragraphs have the same content in both: {found.same_words} in the same words, 3 in other"
    )
    assert line in found._repr_html_() and "in the event of one in the final text" in found._repr_html_()


@pytest.mark.parametrize("other", [COMMENT, FINAL, FILING])
def test_the_bulletins_preshuffled_is_reported(other: str) -> None:
    for cite in ("651a.4(e)", "651a.5(a)"):
        says = changed(PROPOSED, other)[cite]
        assert says is not None and "preshuffled" in says and "Bulletin" in says


def test_the_exemption_that_the_comment_names_is_reported() -> None:
    for first in (PROPOSED, FILING):
        says = changed(first, COMMENT)["651a.4(a)"]
        assert says is not None and "in (c), no longer in (e)" in says
    assert "provided in (c)" in str(changed(COMMENT, FINAL)["651a.4(a)"])


def test_the_final_recut_still_fills_the_shoe() -> None:
    for first in (PROPOSED, COMMENT, FILING):
        changes = text_changes(find_game("casino-war").chapter, first, FINAL)
        (recut,) = [change for change in changes if "651a.5(e)" in [p.cite for p in change.now]]
        assert [p.cite for p in recut.was] == ["651a.5(f)"]
        assert all(p.says.endswith("then the shoe is filled.") for p in (*recut.was, *recut.now))


def test_2011_takes_the_initial_wager_before_the_war_and_2012_after_it() -> None:
    """Lost sooner where the War is lost; lost instead of returned, and paid one more, where it is not."""
    found = kinds(war(PROPOSED, FINAL))
    assert found[Unlike.PLACE].verdicts == (("initial", "lost", "returned"),)
    chosen = next(m for m in found[Unlike.PLACE].example.moments if "chooses go-to-war" in m.says)
    decided = [[(r.wager, r.result) for r in side if isinstance(r, SettledWager)] for side in chosen.records]
    assert decided == [[("initial", "lost")], []]
    assert found[Unlike.MOMENT].verdicts == ()
    assert {seat: was - now for seat, was, now in found[Unlike.PLACE].example.gains} == {"seat:1": 0}


def test_they_go_around_the_table_in_other_directions() -> None:
    found = kinds(war(PROPOSED, FINAL))
    order = found[Unlike.ORDER]
    assert "two players" in order.wagers
    last = order.example.moments[-1]
    seats = [[record.seat for record in side if isinstance(record, SettledWager)] for side in last.records]
    assert seats[0] == seats[1][::-1] and len(set(seats[0])) == 2


@pytest.mark.parametrize("other", [FINAL, pytest.param(PROPOSED, marks=pytest.mark.nightly)])
def test_the_comment_pays_more_on_a_war_tie_and_nowhere_else(other: str) -> None:
    found = war(other, COMMENT)
    assert found.player_differs
    gains = [each for each in found.rounds.found if each.unlike is Unlike.GAIN and each.wagers == "initial"]
    (gain,) = gains
    assert [now for _, _, now in gain.verdicts] == ["won"]
    shown = [m.says.partition(": ")[2] for m in gain.example.moments if "card" in m.says and "burned" not in m.says]
    ranks = [card[:-1] for card in shown]
    assert len(ranks) == 4 and ranks[0] == ranks[1] and ranks[2] == ranks[3]  # a tie, and a tie again
    assert gain.example.gains == (("seat:1", 200, 300),)
    assert dict(gain.by_strategy) == {"go-to-war": gain.chance, "surrender": 0}


@pytest.mark.parametrize("other", [FINAL, pytest.param(PROPOSED, marks=pytest.mark.nightly)])
def test_the_comments_change_of_expectation_is_the_chance_of_a_war_tie(other: str) -> None:
    found = war(other, COMMENT)
    gain = next(each for each in found.rounds.found if each.unlike is Unlike.GAIN and each.wagers == "initial")
    whole = [worth for worth in found.odds_changes if worth.differs and not worth.within]
    changed = {worth.row.strategy: worth.difference("expected") for worth in whole}
    assert changed == {"go-to-war": gain.chance, "optimal": gain.chance}
    assert gain.chance == Fraction(27163, 4965115)


@pytest.mark.nightly
def test_read_as_returned_the_comment_pays_like_the_others() -> None:
    found = war(PROPOSED, COMMENT, "reading.initial_on_war_tie=returned")
    assert found.settings == (f"reading.initial_on_war_tie=returned is a setting of {COMMENT} only, and is set there.",)
    assert found.rounds.worst is Unlike.PLACE
    assert not any(worth.differs for worth in found.odds_changes if not worth.within)


@pytest.mark.nightly
def test_two_players_in_every_round() -> None:
    found = war(PROPOSED, FINAL, most=10_000)
    assert found.rounds.complete and not found.player_differs
    assert set(kinds(found)) == {Unlike.ORDER, Unlike.MOMENT, Unlike.PLACE}
    assert [walk.what for walk in found.rounds.walked][2] == "initial alone, by each of two players"
    walked = "; ".join(walk.what for walk in found.rounds.walked)
    assert found.answer.startswith(f"No: in every round that was walked ({walked}), {PROPOSED} and {FINAL} pay every")
