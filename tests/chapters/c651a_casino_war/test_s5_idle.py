"""651a.5(g) of the final text, (h) of the 2011 texts: an open table at which nobody plays."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from chapters.c651a_casino_war.hands import (
    COMMENT,
    EDITIONS,
    FINAL,
    PROPOSED,
    asked,
    by_hand,
    played,
    report,
    wager,
    war,
)
from chapters.harness import complete, done, due, state, step
from houseway.core import Procedure, Stopped, Wagers
from support import Bench, cites, law

IDLE = {FINAL: "651a.5(g)", PROPOSED: "651a.5(h)", COMMENT: "651a.5(h)"}
OFFERS = {FINAL: "651a.5(b)", PROPOSED: "651a.5(c)", COMMENT: "651a.5(c)"}
EACH = pytest.mark.parametrize("edition", EDITIONS)


def approved(edition: str) -> list[str]:
    """The approvals that a stored batch needs if it is to be dealt without being spread."""
    keys = ["batch_procedures", *([] if edition == FINAL else ["batch_storage"])]
    named = ("by=Bureau of Gaming Operations", "number=B-1", "date=2011-01-03")
    return [f"approvals.{key}.{part}" for key in keys for part in named]


def spread(edition: str, shuffler: str = "manual", settings: Sequence[str] = (), **noted: bool) -> Bench:
    """A round was played, then the cards were spread."""
    table = by_hand(edition, f"shuffler={shuffler}", *settings)
    played(table, [wager(1)], "?", "9H", "5C")
    done(table, step(IDLE[edition], item="spread", **noted))
    return table


@law("651a.5(g)", "651a.5(h)")
@EACH
def test_651a_5_g_shoe_and_rack_are_emptied_and_play_waits(edition: str) -> None:
    table = spread(edition, face_up=True)
    assert due(table) == Procedure("resume", cites(IDLE[edition])) and state(table).cards.rack == ()
    assert table.table.events[-1].fields["noted"] == {"face_up": True}
    assert table.refusal(wager(1))[1] == cites(IDLE[edition])


@law("651a.5(g)", "651a.5(h)")
@EACH
def test_651a_5_g_not_while_wagers_lie_on_the_layout(edition: str) -> None:
    table = by_hand(edition)
    reason, because = table.refusal(wager(1), step(IDLE[edition], item="spread"))
    assert "is not a step that is due now" in reason and because == cites(IDLE[edition], "651a.7(a)")


@law("651a.5(g)(1)", "651a.5(h)(1)")
@EACH
def test_651a_5_g_1_by_hand_washed_stacked_shuffled_and_cut(edition: str) -> None:
    table, idle = spread(edition), IDLE[edition]
    assert asked(table) == [(idle, "look"), (f"{idle}(1)", "")]
    reason, because = table.refusal(step(f"{idle}(1)"))
    assert reason == "first: Let the first player inspect the cards." and because == cites(idle)
    complete(table, "resume")
    assert due(table) == Procedure("shuffle", cites("651a.5(a)"), ("change-cards",))
    complete(table, "shuffle")
    done(table, step("651a.5(b)", item="offer"))
    first = "651a.5(c)(1)" if edition == FINAL else "651a.5(b)(1)"
    late = step("651a.5(d)", "player", item="cut", cut_by=2, cards_from_top=50)
    assert table.refusal(late)[1] == cites(first, OFFERS[edition])  # the game is just beginning
    complete(table, "cut", "load")
    assert isinstance(due(table), Wagers) and state(table).cards.burns == 1


@law("651a.5(g)(2)", "651a.5(g)(2)(i)", "651a.5(g)(2)(ii)", "651a.5(h)(2)", "651a.5(h)(2)(i)", "651a.5(h)(2)(ii)")
@EACH
def test_651a_5_g_2_the_stored_batch_comes_out_and_is_only_cut(edition: str) -> None:
    table, idle = spread(edition, "batch", approved(edition)), IDLE[edition]
    assert [cite for cite, _ in asked(table)] == [idle, f"{idle}(2)", f"{idle}(2)(i)", f"{idle}(2)(ii)"]
    complete(table, "resume")
    assert due(table) == Procedure("cut", cites(OFFERS[edition])) and state(table).cards.in_play == 1
    complete(table, "cut", "load")
    assert isinstance(due(table), Wagers) and state(table).cards.shoe.left == 312


@law("651a.5(g)(2)", "651a.5(g)(2)(i)", "651a.5(g)(2)(ii)", "651a.5(h)(2)", "651a.5(h)(2)(i)", "651a.5(h)(2)(ii)")
@EACH
@pytest.mark.parametrize(
    ("item", "noted"), [("(2)", {"reshuffle": True}), ("(2)(i)", {"kept": False}), ("(2)(ii)", {"kept": False})]
)
def test_651a_5_g_2_unless_a_player_asks_or_it_was_not_kept_as_it_must_be(
    edition: str, item: str, noted: dict[str, bool]
) -> None:
    table, idle = spread(edition, "batch", approved(edition)), IDLE[edition]
    done(table, step(idle, item="look"))
    events = []
    for each in ("(2)", "(2)(i)", "(2)(ii)"):
        kept = {} if each == "(2)" else {"kept": True}
        events += done(table, step(f"{idle}{each}", **(noted if each == item else kept)))
    told = [(e.cites, e.fields["text"]) for e in events if e.event == "announced"]
    unkept = "The stored batch was not kept as required: it is spread for inspection and reshuffled."
    assert told == ([(cites(f"{idle}{item}"), unkept)] if "kept" in noted else [])
    assert due(table) == Procedure("inspect-batch", cites(idle)) and asked(table) == [(f"{idle}(2)", "spread-batch")]
    complete(table, "inspect-batch")
    assert due(table) == Procedure("shuffle", cites("651a.5(a)"), ("change-cards",))
    complete(table, "shuffle", "cut", "load")
    assert state(table).cards.in_play == 1


@law("651a.5(g)(2)(ii)", "651a.5(g)(2)(i)", "651a.5(h)(2)(i)", "651a.5(h)(2)(ii)")
@EACH
def test_651a_5_g_2_ii_a_condition_is_answered_and_cannot_hold_without_its_approval(edition: str) -> None:
    table, idle = spread(edition, "batch"), IDLE[edition]
    done(table, step(idle, item="look"), step(f"{idle}(2)"))
    for each in ("(2)(i)", "(2)(ii)"):
        cite = f"{idle}{each}"
        assert table.refusal(step(cite)) == ('note "kept": true or false', cites(cite))
        if each == "(2)(ii)" or edition != FINAL:  # the final text wants no approval of the storage
            reason, because = table.refusal(step(cite, kept=True))
            assert reason.startswith("the approval for this is outstanding") and because == cites(cite)
        done(table, step(cite, kept=False))
    assert due(table) == Procedure("inspect-batch", cites(idle))


@law("651a.5(g)(2)(ii)")
@pytest.mark.parametrize("settings", [[], None], ids=["outstanding", "approved"])
def test_651a_5_g_2_ii_an_automatic_table_uses_the_exemption_only_with_its_approval(settings: list[str] | None) -> None:
    table = war(FINAL, "shuffler=batch", *(approved(FINAL) if settings is None else settings))
    played(table, [wager(1)], "?", "9H", "5C")
    events = done(table, step("651a.5(g)", item="spread"))
    inspected = [e for e in events if e.fields.get("procedure") == "inspect-batch"]
    assert bool(inspected) is (settings is not None) and isinstance(due(table), Wagers)


@law("651a.5(g)(2)", "651a.11(e)")
@EACH
def test_651a_5_g_2_a_device_that_is_out_of_order_gives_nothing_out(edition: str) -> None:
    table, idle = spread(edition, "batch"), IDLE[edition]
    done(table, report("e"))
    assert due(table) == Stopped("shuffler", cites("651a.11(e)"), ("out-of-order",))
    done(table, step("651a.11(e)"))
    assert asked(table) == [(idle, "look"), (f"{idle}(1)", "")]


@law("651a.5(g)(2)", "651a.11(d)")
def test_651a_5_g_2_one_that_jammed_is_emptied_and_its_batch_shuffled_first() -> None:
    table = by_hand(FINAL, "shuffler=batch", *approved(FINAL))
    done(table, report("d"), step("651a.5(g)", item="spread"))
    assert due(table) == Procedure("reshuffle", cites("651a.11(d)"))
    complete(table, "reshuffle", "resume")
    assert due(table) == Procedure("cut", cites("651a.5(b)"))


@law("651a.5(g)", "651a.5(h)")
@EACH
def test_651a_5_g_a_spread_is_due_once_everybody_has_left(edition: str) -> None:
    table = by_hand(edition)
    leave = [{"do": "cash-out", "seat": seat, "cents": 100000} for seat in (1, 2, 3)]
    done(table, *leave[:2])
    assert isinstance(due(table), Wagers)
    done(table, leave[2])
    assert due(table) == Procedure("spread", cites(IDLE[edition]), ("change-cards",))
    done(table, {"do": "buy-in", "seat": 2, "cents": 5000})
    assert isinstance(due(table), Wagers)  # somebody plays again
    done(table, {"do": "cash-out", "seat": 2, "cents": 5000}, step(IDLE[edition], item="spread"))
    reason, because = table.refusal(step(IDLE[edition], item="look"))
    assert reason == "no player is at the table yet: Let the first player inspect the cards."
    assert because == cites(IDLE[edition])


@law("651a.5(g)")
def test_651a_5_g_an_automatic_table_spreads_the_cards_and_waits_for_the_next_player() -> None:
    table = war()
    events = done(table, *({"do": "cash-out", "seat": seat, "cents": 100000} for seat in (1, 2, 3)))
    (event,) = [e for e in events if e.event == "step-done"]
    assert (event.fields["procedure"], event.cites) == ("spread", cites("651a.5(g)"))
    assert due(table) == Procedure("resume", cites("651a.5(g)"))
    done(table, {"do": "buy-in", "seat": 5, "cents": 5000})
    assert isinstance(due(table), Wagers) and state(table).cards.cut_by == "seat:5"


@law("651a.5(a)", "651a.5(h)")
@pytest.mark.parametrize("edition", [FINAL, COMMENT])
def test_651a_5_a_a_floorperson_may_direct_a_shuffle_by_a_continuous_device(edition: str) -> None:
    table = by_hand(edition, "shuffler=continuous")
    order = step("651a.5(a)", "floorperson", item="direct")
    assert table.refusal(order | {"by": "dealer"})[1] == cites("651a.5(a)")
    done(table, order)
    assert due(table) == Procedure("shuffle", cites("651a.5(a)"), ("change-cards",))
    complete(table, "shuffle")
    assert isinstance(due(table), Wagers) and state(table).cards.shoe.out == 0


@law("651a.5(g)")
def test_651a_5_g_a_table_that_sees_to_itself_goes_on_at_once() -> None:
    table = war()
    events = done(table, step("651a.5(g)", item="spread"))
    names = [e.fields["procedure"] for e in events if e.event == "step-done"]
    assert list(dict.fromkeys(names)) == ["spread", "resume", "shuffle", "cut", "load"]
    assert isinstance(due(table), Wagers)
