"""Random lawful and unlawful commands on every game: money is conserved, replay equals live, and nothing raises but BadInput."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from contract import checks
from contract.play import DRAW, Command, by_edition, carry_out, next_command, palette_of, seen_by_hand
from houseway.core import AnyGame, Chance, Choices, Stopped
from houseway.core.plain import canonical
from houseway.law import BadInput, Rules
from houseway.law.roles import ROLES
from houseway.numerics.sources import SeededSource
from houseway.table import Table, read_command, ticking
from houseway.table.commands import DO
from support import sized

EVERY = pytest.mark.parametrize(("game", "rules"), by_edition())
# How a command is read hangs on the game and its edition: other readings and choices are left to the nightly run
READING = pytest.mark.parametrize(("game", "rules"), by_edition())
RESERVED = ("event", "seq", "round", "cites", "reason", "do", "procedure")
NOTED = ("values", "lit", "verified", "operations", "shakes", "dice", "dice_placed_at", "diameter_inches", "sections")
# the same examples in every run, so that a failure is found again; and none is explained at length
bounded = partial(
    settings,
    deadline=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate, Phase.shrink),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10**13) | st.text(max_size=4) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
CENTS = st.sampled_from((1, 50, 100, 101, 500, 600, 1200, 99_999_999)) | st.integers(0, 2_000_000)
MODES = st.sampled_from(("automatic", "opening-by-hand", "by-hand"))


def results(game: AnyGame, rules: Rules) -> st.SearchStrategy[Command]:
    """Results that can be, those that the table's source would draw, and those that cannot be."""
    dice = st.lists(st.integers(0, 7), min_size=1, max_size=4).map(lambda faces: {"dice": faces})
    section = st.integers(-1, 60).map(lambda number: {"section": number, "revolutions": number % 5})
    cards = st.lists(st.sampled_from(("1a", "3b", "6a", "9z")), min_size=1, max_size=1).map(lambda c: {"cards": c})
    return dice | section | cards | st.just({"draw": True})


def commands(game: AnyGame, rules: Rules) -> st.SearchStrategy[Command]:
    """Any command, with fields that are right, nearly right, or nonsense; mostly what keeps a round going."""
    seat = st.integers(1, 3) | st.sampled_from((0, rules.boxes, rules.boxes + 1))
    wager = st.sampled_from(sorted(game.law.catalogue(rules)))
    by = st.sampled_from(("dealer", "floorperson")) | st.sampled_from(ROLES)
    cite = st.sampled_from(sorted(rules.cites))
    extra = st.dictionaries(st.sampled_from(("present", "note", "text")), st.integers(0, 3) | st.just("so"), max_size=2)
    device = st.sampled_from(("electrical-device", "automated-shaker", "wheel"))
    choice = st.sampled_from(("stand", "draw", "double", "bank", "pass-bank", "wager", "decline", "insure"))

    def one(do: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Command]:
        return st.fixed_dictionaries({"do": st.just(do), **fields})

    place = one("wager", seat=seat, id=wager, cents=CENTS)
    due = st.integers(0, 10**6).map(lambda number: {"do": "what-is-due", "number": number})
    usual = st.just({"do": "usual-step"})
    noted = st.dictionaries(st.sampled_from(NOTED), PLAIN, min_size=1, max_size=2)
    return st.one_of(
        place,
        place,
        due,
        due,
        due,
        noted.map(lambda data: {"do": "usual-step", "data": data}),
        one("no-more-bets"),
        one("no-more-bets", by=by),
        results(game, rules).map(lambda fields: {"do": "result", **fields}),
        st.just({"do": "result", "draw": True}),
        usual,
        usual,
        one("wager", seat=seat, id=wager, cents=CENTS, how=st.sampled_from(("plaques", "verbal", "telepathy"))),
        one("remove", seat=seat, id=wager),
        one("reduce", seat=seat, id=wager, cents=CENTS),
        one("working", seat=seat, id=wager, on=st.booleans()),
        one("buy-in", seat=seat, cents=CENTS),
        one("cash-out", seat=seat, cents=CENTS),
        one("tip", seat=seat, cents=CENTS),
        one("chips-in", seat=seat, cents=CENTS),
        one("fill", cents=CENTS, slip=st.sampled_from(("F-1", "")), by=by),
        one("credit", cents=CENTS, slip=st.just("C-1"), by=by),
        one("count-drop", cents=CENTS, by=by),
        st.tuples(one("irregularity", cite=cite, by=by), extra).map(lambda pair: {**pair[1], **pair[0]}),
        one("irregularity", cite=cite, by=by, present=by),
        st.tuples(one("step", cite=cite, by=by), extra).map(lambda pair: {**pair[1], **pair[0]}),
        one("repaired", device=device, by=by),
        one("choose", seat=seat, choice=choice, cents=CENTS | st.just(0)),
        one("choose", by=by, choice=choice),
        one("open"),
        st.tuples(st.integers(0, 30), one("close", by=by)).map(lambda pair: pair[1] if not pair[0] else {"do": "open"}),
        st.dictionaries(st.sampled_from(("do", "seat", "id", "cents", "by")), PLAIN, max_size=4),
    )


def made_real(table: Table, command: Command) -> Command:
    """The command with details that only the table knows: a draw, the next step, an open choice, the stopped device."""
    match command.get("do"), table.due:
        case "usual-step", _ if steps := table.steps(optional=True):
            data = {**table.game.law.normal_notes(table.rules, table.state, steps[0]), **command.get("data", {})}
            return {**data, "do": "step", "cite": steps[0].cite, "item": steps[0].item, "by": steps[0].by}
        case "result" | "what-is-due", Chance() as due if command.get("draw") or "number" in command:
            return DRAW if Random(str(command)).random() < 0.7 else {"do": "result", **seen_by_hand(table, due)}
        case "what-is-due", Choices(open=asked):
            rng = Random(command["number"])
            one = rng.choice(asked)
            option = rng.choice(one.options)
            who = {"by": one.who} if one.who in ROLES else {"seat": int(one.who.removeprefix("seat:"))}
            cents = rng.choice((option.low_cents, option.high_cents, option.high_cents + 1))
            return {"do": "choose", **who, "choice": option.choice, "cents": cents}
        case "what-is-due", Stopped(device=device):
            return {"do": "repaired", "device": device, "by": "floorperson"}
        case "usual-step" | "what-is-due", _:
            return {"do": "no-more-bets"}
    return command


def _play_on(table: Table, rng: Random) -> None:
    """A few lawful commands, so that the next command can come anywhere in a round."""
    palette = palette_of(table.game, table.rules, rng)
    for _ in range(rng.randint(0, 7)):
        carry_out(table, next_command(table, rng, palette))


@EVERY
@given(data=st.data())
@bounded(max_examples=sized(day=3, night=20))
def test_any_commands_conserve_money_and_replay_equals_live(game: AnyGame, rules: Rules, data: st.DataObject) -> None:
    any_commands(game, rules, data)


@pytest.mark.nightly
@EVERY
@given(data=st.data())
@bounded(max_examples=60)
def test_many_commands_conserve_money_and_replay_equals_live(game: AnyGame, rules: Rules, data: st.DataObject) -> None:
    any_commands(game, rules, data)


def any_commands(game: AnyGame, rules: Rules, data: st.DataObject) -> None:
    """One session of them, checked after each command and as a whole."""
    table = Table(game, rules, SeededSource("sessions"), clock=ticking())
    table.open(data.draw(MODES), data.draw(st.sampled_from((0, 10_000_000))))
    table.buy_in(1, 50_000)
    table.buy_in(2, 700)
    live = checks.LiveFold()
    turns = st.lists(st.tuples(st.integers(0, 10**6), commands(game, rules)), min_size=4, max_size=10)
    for seed, command in data.draw(turns):
        if not table.closed:
            _play_on(table, Random(seed))
        before = canonical(table.plain)
        wanted = made_real(table, command)
        try:
            read_command(game, rules, wanted)
        except BadInput:
            with pytest.raises(BadInput):
                table.do(wanted)
            assert canonical(table.plain) == before
            continue
        assert carry_out(table, wanted)
        assert live.differs(table) == []
    assert checks.conservation(game, table.events) == []
    assert checks.events_cite(rules, table.events) == []
    assert checks.audit_is_live(game, rules, table.events) == []


@pytest.mark.parametrize(("game", "rules"), by_edition())
def test_what_a_command_says_of_itself_cannot_take_the_place_of_what_happened(game: AnyGame, rules: Rules) -> None:
    """Fields that a command brings along never stand where an event has its own."""
    forged = dict.fromkeys(RESERVED, "forged")
    table = Table(game, rules, SeededSource("sessions"), clock=ticking())
    opened = table.open("by-hand")
    cite, step = rules.paragraphs[0].cite, table.steps(optional=True)[0]
    data = game.law.normal_notes(rules, table.state, step)
    acts: list[Command] = [
        {**forged, "do": "irregularity", "cite": cite, "by": "dealer"},
        {**forged, "do": "step", "cite": cite, "by": "player"},
        {**forged, **data, "do": "step", "cite": step.cite, "item": step.item, "by": step.by},
        {**forged, "do": "choose", "seat": 1, "choice": "stand"},
    ]
    for command in acts:
        with suppress(BadInput):
            table.do(command)
    assert len(table.events) >= len(opened)
    for event in table.events:
        public = event.seen_by("house")
        assert (public["event"], public["seq"], public["round"]) == (event.event, event.seq, event.round)
        assert public["cites"] == list(event.cites)
        assert "forged" not in (public.get("reason"), public.get("do"), public.get("procedure"), public.get("by"))


@READING
@given(command=PLAIN | st.dictionaries(st.text(max_size=6), PLAIN, max_size=4))
@bounded(max_examples=sized(day=25, night=80))
def test_nonsense_is_bad_input_and_nothing_else(game: AnyGame, rules: Rules, command: Any) -> None:
    with suppress(BadInput):
        read = read_command(game, rules, command)
        assert DO[type(read)] == command["do"] or command["do"] == "reduce"


@READING
@given(data=st.data())
@bounded(max_examples=sized(day=8, night=60))
def test_fields_of_the_wrong_kind_are_bad_input_and_nothing_else(
    game: AnyGame, rules: Rules, data: st.DataObject
) -> None:
    command = dict(data.draw(commands(game, rules)))
    for name in data.draw(st.lists(st.sampled_from(sorted(command)), max_size=2)) if command else ():
        if name != "do":
            command[name] = data.draw(PLAIN)
    with suppress(BadInput):
        read_command(game, rules, command)
