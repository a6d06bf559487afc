"""621a.9 and 621a.11(g): each delivery tile by tile against a drawn figure, and the bank's cut."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from chapters.c621a_pai_gow.sitting import Sitting, after_a_round, banking, sitting, wager
from chapters.c621a_pai_gow.test_s6_opening import LOOK, MIX, STACK, opened_by_hand
from chapters.harness import NO_MORE_BETS, Command, choose, step, the
from houseway.equipment.tiles import PAIRS
from houseway.games import judged, load
from houseway.games.pai_gow.law.deliveries import DELIVERIES, slots
from houseway.games.pai_gow.present.figures import as_text, delivery_figures, numbers
from houseway.law import BadInput, cites
from support import law

Drawn = dict[tuple[int, int], int]  # (stack from the dealer's right, tile from the top) -> number of the position
STYLES = {
    "house-way-from-the-left": "621a.9(1)",
    "cup-say-from-the-right": "621a.9(2)",
    "cup-say-from-the-left": "621a.9(3)",
    "jung-quat": "621a.9(4)",
    "chee-yee": "621a.9(5)",
    "pin-say-from-the-right": "621a.9(6)",
    "pin-say-from-the-left": "621a.9(7)",
    "dragon-head-from-the-right": "621a.9(8)",
    "dragon-head-from-the-left": "621a.9(9)",
}
TILES = [str(tile) for pair in reversed(PAIRS) for tile in pair]  # as they are entered: stack by stack, top tile first


def drawn_by_hand() -> dict[str, Drawn]:
    """The figures in `deliveries.txt`."""
    lines = [line for line in Path(__file__).with_name("deliveries.txt").read_text().splitlines() if line[:1] != "#"]
    figures: dict[str, Drawn] = {}
    for start in (n for n, line in enumerate(lines) if line and not line[0].isdigit()):
        rows = [line.split() for line in lines[start + 1 : start + 5]]
        figures[lines[start]] = {
            (8 - column, level): int(number) for level, row in enumerate(rows, 1) for column, number in enumerate(row)
        }
    return figures


FIGURES = drawn_by_hand()


def delivered(here: Sitting, total: int, order: tuple[int, ...] = ()) -> dict[int, set[int]]:
    """The tiles of each box at a table, as numbers 1 to 32 of the entered tiles."""
    here.do({"do": "result", "total": total, "tiles": TILES})
    found = {}
    for hand in here.table.state.hands:
        if hand.tiles:
            places = slots(here.table.state.style, order, here.table.state.start, hand.position)
            assert tuple(TILES[place - 1] for place in places) == hand.tiles
            found[hand.position] = set(places)
    return found


@law("621a.9")
def test_621a_9_every_drawn_figure_deals_each_tile_once_and_four_to_a_position() -> None:
    assert set(FIGURES) == {"standard", *STYLES} == set(DELIVERIES)
    for figure in FIGURES.values():
        assert len(figure) == 32
        assert sorted(figure.values()) == sorted([*range(1, 9)] * 4)


@law(
    "621a.9(1)", "621a.9(2)", "621a.9(3)", "621a.9(4)", "621a.9(5)", "621a.9(6)", "621a.9(7)", "621a.9(8)", "621a.9(9)"
)
@pytest.mark.parametrize("style", STYLES)
def test_621a_9_1_to_9_a_delivery_is_the_figure_that_was_drawn(style: str) -> None:
    assert numbers(DELIVERIES[style]) == FIGURES[style]
    assert DELIVERIES[style].cite == STYLES[style]


@law("621a.8(d)", "621a.9", "621a.9(1)", "621a.9(2)", "621a.9(3)", "621a.9(4)", "621a.9(5)")
@law("621a.8(d)", "621a.9(6)", "621a.9(7)", "621a.9(8)", "621a.9(9)")
@pytest.mark.parametrize("style", ["standard", *STYLES])
@pytest.mark.parametrize("total", [3, 8, 15, 18])
def test_621a_8_d_at_a_table_each_position_is_dealt_what_the_figure_says(style: str, total: int) -> None:
    here = sitting()
    here.wager(*(1000,) * 6)
    if style != "standard":
        chosen = the(here.do({"do": "choose", "by": "dealer", "choice": style}), "delivery-chosen")
        assert chosen.cites == cites(STYLES[style])
    here.do(NO_MORE_BETS)
    first = (total - 1) % 8
    for box, places in delivered(here, total).items():
        number = (box - first) % 8 + 1
        assert places == {4 * (stack - 1) + level for (stack, level), n in FIGURES[style].items() if n == number}


@law("621a.9")
def test_621a_9_only_what_is_submitted_may_be_chosen() -> None:
    here = sitting("deliveries=['jung-quat', 'chee-yee']")
    assert here.asked()["dealer"] == ["jung-quat", "chee-yee"]
    here.wager(1000)
    reason, _ = here.refusal({"do": "choose", "by": "dealer", "choice": "pin-say-from-the-left"})
    assert reason == "pin-say-from-the-left is not available to dealer; choose from jung-quat, chee-yee"
    assert "dealer" not in sitting("deliveries=[]").asked()


@law("621a.9")
@pytest.mark.parametrize(
    ("given", "value", "problem"),
    [
        ("['jung-kwat']", "jung-kwat", '"jung-kwat" is not a delivery of 621a.9'),
        ("['standard']", "standard", '"standard" is not a delivery of 621a.9'),
        ("['chee-yee', 'chee-yee']", "chee-yee", '"chee-yee" is listed twice'),
        ("'chee-yee'", "chee-yee", "is not a list of deliveries"),
        ("[1]", [1], "is not a list of deliveries"),
    ],
)
def test_621a_9_a_submission_lists_deliveries_of_the_law(given: str, value: object, problem: str) -> None:
    (finding,) = judged("pai-gow", [f"deliveries={given}"])[0].findings
    assert (finding.field, finding.value, finding.cites) == ("deliveries", value, cites("621a.9"))
    assert problem in finding.problem


def test_figures_are_drawn_from_the_deliveries_as_text_and_as_a_picture() -> None:
    figures = delivery_figures(load("pai-gow")[1])
    assert set(figures) == {"621a.8(d)", *STYLES.values()}
    for style, cite in STYLES.items():
        figure = figures[DELIVERIES[style].cite]
        rows = [line.replace("[", " ").replace("]", " ").split()[:8] for line in figure.text.splitlines()[2:6]]
        assert {(8 - c, r): int(n) for r, row in enumerate(rows, 1) for c, n in enumerate(row)} == FIGURES[style], cite
        assert figure.svg.count("<rect") == 1 + 32 and f"<title>{figure.title}</title>" in figure.svg
    assert as_text(DELIVERIES["pin-say-from-the-right"]).count("[") == 1  # the one tile that is laid diagonally
    assert as_text(DELIVERIES["dragon-head-from-the-left"]).count("[") == 4
    assert as_text(DELIVERIES["jung-quat"]).count("[") == 8


# The cut


def cut(right: list[int], left: list[int]) -> list[int]:
    """The stacks from the dealer's right after a cut, as the table has them."""
    here = banking(1)
    data = {end: stacks for end, stacks in (("right", right), ("left", left)) if stacks}
    event = the(here.do(choose(1, "cut", **data)), "stacks-cut")
    assert event.cites == cites("621a.11(g)(2)" if right and left else "621a.11(g)(1)")
    return list(event.fields["order"])


@law("621a.11(g)(1)")
@pytest.mark.parametrize(
    ("right", "left", "order"),
    [
        ([3], [], [3, 1, 2, 4, 5, 6, 7, 8]),
        ([7, 8], [], [7, 8, 1, 2, 3, 4, 5, 6]),
        ([], [1, 2, 3], [4, 5, 6, 7, 8, 1, 2, 3]),
        ([], [4, 5], [1, 2, 3, 6, 7, 8, 4, 5]),
    ],
)
def test_621a_11_g_1_neighbouring_stacks_go_to_one_end(right: list[int], left: list[int], order: list[int]) -> None:
    assert cut(right, left) == order


@law("621a.11(g)(2)")
@pytest.mark.parametrize(
    ("right", "left", "order"),
    [
        ([3], [4], [3, 1, 2, 5, 6, 7, 8, 4]),
        ([5, 6], [3, 4], [5, 6, 1, 2, 7, 8, 3, 4]),
        ([4, 5, 6], [7], [4, 5, 6, 1, 2, 3, 8, 7]),
        ([5, 6, 7, 8], [1, 2, 3, 4], [5, 6, 7, 8, 1, 2, 3, 4]),
    ],
)
def test_621a_11_g_2_neighbours_are_parted_between_both_ends(
    right: list[int], left: list[int], order: list[int]
) -> None:
    assert cut(right, left) == order


@law("621a.11(g)")
@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({}, "name the stacks and their ends"),
        ({"right": [2, 4]}, "stacks 2, 4 are not adjacent stacks"),
        ({"right": [2], "left": [4]}, "stacks 2, 4 are not adjacent stacks"),
        ({"right": [3, 3]}, "stacks 3, 3 are not adjacent stacks"),
        ({"left": [1, 2, 3, 4, 5, 6, 7, 8]}, "all eight stacks cannot go to one end"),
    ],
)
def test_621a_11_g_other_cuts_are_refused(data: dict[str, list[int]], reason: str) -> None:
    refused = banking(1).refusal(choose(1, "cut", **data))
    assert reason in refused[0] and all(cite.under("621a.11(g)") for cite in refused[1])


@law("621a.11(g)")
@pytest.mark.parametrize("data", [{"right": [0]}, {"left": [9]}, {"right": "3"}, {"right": [True]}, {"up": [1]}])
def test_621a_11_g_what_is_no_stack_is_bad_input(data: dict[str, object]) -> None:
    with pytest.raises(BadInput, match="choose: (right|left|up)"):
        banking(1).table.do(choose(1, "cut", **data))


@law("621a.11(g)")
def test_621a_11_g_once_by_the_bank_and_by_nobody_else() -> None:
    here = banking(2)
    assert here.refusal(choose(3, "cut", right=[3]))[0] == "only the player who banks may choose cut"
    here.do(choose(2, "cut", right=[3]))
    refused = here.refusal(choose(2, "cut", right=[4]))
    assert refused == ("the bank may cut the stacks only once and has already done so", cites("621a.11(g)"))
    assert after_a_round().refusal(choose(1, "cut", right=[3]))[1] == cites("621a.11(g)")


@law("621a.11(g)", "621a.11(i)", "621a.11(k)")
@pytest.mark.parametrize("style", ["standard", *STYLES])
def test_621a_11_g_a_cut_moves_stacks_before_any_delivery(style: str) -> None:
    here = banking(2)
    here.do(*({"do": "wager", "seat": box, "id": "wager", "cents": 1000} for box in (1, 3, 4, 5, 6)))
    here.do(choose(2, "cut", right=[4, 5], left=[3]), NO_MORE_BETS, choose(2, style))
    order = (4, 5, 1, 2, 6, 7, 8, 3)
    total = 11
    start = (2 + total - 1) % 8
    for box, places in delivered(here, total, order).items():
        number = (box - start) % 8 + 1
        figure = {4 * (order[stack - 1] - 1) + level for (stack, level), n in FIGURES[style].items() if n == number}
        assert places == figure


def test_every_order_of_stacks_deals_every_tile_once() -> None:
    for order in list(permutations(range(1, 9)))[::997]:
        for style in DELIVERIES:
            dealt = [place for position in range(8) for place in slots(style, order, 3, position)]
            assert sorted(dealt) == list(range(1, 33))


@law("621a.9", "621a.9(4)", "621a.9(6)", "621a.9(8)")
@pytest.mark.parametrize(
    ("style", "shown"),
    [
        ("jung-quat", "stacks 4 and 5 from the dealer's right pushed forward"),
        ("house-way-from-the-left", "stack 8 from the dealer's right pushed forward"),
        (
            "pin-say-from-the-right",
            "the top tile of stack 1 from the dealer's right laid diagonally across the next three",
        ),
        (
            "dragon-head-from-the-right",
            "the two top tiles of each tall stack pushed forward once the first two stacks lie",
        ),
    ],
)
def test_621a_9_the_dealer_shows_which_delivery_is_used_in_a_round_of_the_house_too(style: str, shown: str) -> None:
    here = sitting()
    chosen = the(here.do({"do": "choose", "by": "dealer", "choice": style}), "delivery-chosen")
    assert shown in chosen.fields["text"] and chosen.cites[0].startswith("621a.9(")


@law("621a.9", "621a.8(d)")
@pytest.mark.parametrize(("style", "cite"), [*STYLES.items(), ("standard", "621a.8(d)")])
def test_621a_9_the_deal_cites_the_delivery_that_is_used(style: str, cite: str) -> None:
    here = sitting()
    here.wager(1000)
    if style != "standard":
        here.do(choose_delivery(style))
    events = here.do(NO_MORE_BETS, {"do": "result", "total": 9, "tiles": TILES})
    dealt = [event for event in events if event.event == "step-done" and event.fields["procedure"] == "deal"]
    assert dealt[0].cites == cites(cite)
    marker = [event.fields.get("item", "") for event in dealt if event.cites == cites("621a.8(d)")]
    assert marker == ([""] if style == "standard" else ["marker"])


@law("621a.9", "621a.9(4)", "621a.8(d)")
def test_621a_9_at_a_table_by_hand_the_deal_is_due_by_its_delivery() -> None:
    here = opened_by_hand()
    here.do(LOOK, MIX, STACK, wager(1, 1000), choose_delivery("jung-quat"), NO_MORE_BETS)
    here.do(step("621a.8(a)(2)", shakes=3), {"do": "result", "total": 9})
    assert here.table.due.cites == cites("621a.9(4)")
    assert [each.cite for each in here.table.steps()] == list(cites("621a.9(4)", "621a.8(d)", "621a.8(e)", "621a.8(f)"))


def choose_delivery(style: str) -> Command:
    """The dealer's choice."""
    return {"do": "choose", "by": "dealer", "choice": style}
