"""Checks players' commands: for their own seats or a free seat. Dealers enter cash and chips that players bring."""

from __future__ import annotations

from houseway.core import Role, Seat
from houseway.core.wagering import find
from houseway.law import ProcedureStep
from houseway.law.roles import LADDER
from houseway.law.submission import SUBMISSION
from houseway.numerics.sources import ManualSource
from houseway.service.access import PRACTICE_DEALER, Forbidden, held
from houseway.service.permit_case import Case, Permitted
from houseway.table import commands as asked
from houseway.table.reader import VERBAL


def walk_ins(case: Case) -> bool:
    """Whether a player without an account sits at the table."""
    return any(not case.hosted.holder(seat) for seat in case.hosted.seats())


def by_hand(case: Case) -> str | None:
    """The role in which a sender may act for players without an account, at a table where results are entered; else None."""
    return case.first(LADDER) if isinstance(case.hosted.table.source, ManualSource) else None


def at_seat(case: Case) -> Permitted:
    """A player's command: for the player's own seat, or for a free seat to buy in. A dealer may enter those of walk-ins."""
    read = case.read_plain()
    seat, box = _whose(case, read)
    holder = case.hosted.holder(seat)
    if holder and holder == case.principal.account and case.first((Role.PLAYER,)) is not None:
        _refuse_claims(case, read, box)
        return case.sent(Role.PLAYER)
    if isinstance(read, asked.PlaceWager) and _confirmed_with_cash(read) and (role := case.first(LADDER)) is not None:
        return case.sent(role)  # a verbal wager with cash, which the dealer confirms
    if case.principal.account == PRACTICE_DEALER and (role := case.first(LADDER)) is not None:
        return case.sent(role)  # for a player who has left a practice table (`practice_dealer.py`)
    if holder:
        raise case.forbidden(f"act for seat {seat}, which another player holds", "its player", kind="foreign-seat")
    if isinstance(read, asked.BuyChips) and case.first((Role.PLAYER,)) is not None and _free(case, seat):
        return case.sent(Role.PLAYER)
    if (role := by_hand(case)) is not None:
        return case.sent(role)
    raise case.forbidden(f"act for seat {seat}", f"the player who buys in at seat {seat}", kind="foreign-seat")


def buy_in(case: Case) -> Permitted:
    """Cash for chips. The house takes the cash, so a dealer or above enters the buy-in with the player's account.

    At a practice table, no cash changes hands and players buy in themselves.
    """
    read = case.read_plain()
    assert isinstance(read, asked.BuyChips)
    own, role = read.account in ("", case.principal.account), case.first(LADDER)
    if read.account and role is not None and not (own and case.hosted.practice):
        return _seated(case, read, role, "take your own cash")
    if role is not None and by_hand(case) is not None and not case.hosted.holder(read.seat):
        return case.sent(role)  # somebody without an account
    if not own:
        raise case.forbidden("buy in for somebody else", "a dealer or above", (SUBMISSION,), kind="claimed-role")
    if not case.hosted.practice:
        right = 'a dealer or above enters the buy-in, with "account" and the name of the player'
        detail = (
            "The dealer takes the cash" if role is None else "A buy-in at this table names the account of the player"
        )
        raise Forbidden(detail, right, (SUBMISSION,), "cash")
    return at_seat(case)


def _seated(case: Case, read: asked.BuyChips | asked.BringChips, role: str, own: str) -> Permitted:
    """A dealer or above enters cash or chips for a player with an account, at a free seat or at the player's own."""
    if read.account == case.principal.account:
        raise case.forbidden(own, "another dealer or above", (SUBMISSION,), kind="own-table")
    holder = case.hosted.holder(read.seat)
    if holder == read.account or (not holder and _free(case, read.seat)):
        return case.sent(role)
    right = "name a free seat, or the seat where this player already has chips"
    raise Forbidden(f"Seat {read.seat} is not free, and not this player's", right, kind="foreign-seat")


def chips_in(case: Case) -> Permitted:
    """Chips that a player brings: only a dealer or above can see and enter them."""
    read, role = case.read_plain(), case.first(LADDER)
    assert isinstance(read, asked.BringChips)
    if role is None:
        raise case.forbidden("enter chips that a player brings", "a dealer or above", (SUBMISSION,))
    if read.account:
        return _seated(case, read, role, "enter your own chips")
    if by_hand(case) is not None and not case.hosted.holder(read.seat):
        return case.sent(role)  # somebody without an account
    right = 'add "account", the name of the player'
    raise Forbidden("The command does not name the player who brings the chips", right, (SUBMISSION,), "cash")


def _whose(case: Case, read: asked.Command) -> tuple[int, int]:
    """The seat that acts, and the box that the command concerns. A wager in a box belongs to the player who made it."""
    hosted, state = case.hosted, case.state
    placed = () if state is None else hosted.game.law.placed(state)
    match read:
        case asked.PlaceWager(seat=box, player=player):
            return player or box, box
        case asked.TakeDown(seat=box, id=wager) | asked.CallWager(seat=box, id=wager):
            there = None if state is None else find(placed, box, hosted.game.law.meant(state, box, wager))
            return (box if there is None else there.player or there.seat), box
        case asked.MakeChoice(who=Seat() as who):
            return (who.number if state is None else hosted.game.law.purse(state, who.number)), who.number
    seat = getattr(read, "seat", None)  # buy-in, cash-out, tip
    assert isinstance(seat, int), f"{read} is not a player's command"
    return seat, seat


def _refuse_claims(case: Case, read: asked.Command, box: int) -> None:
    """Refuse a player who confirms a verbal wager, or who wagers in another player's box."""
    if isinstance(read, asked.PlaceWager) and read.confirmed:
        raise case.forbidden("confirm a verbal wager", "the dealer", kind="claimed-role")
    if isinstance(read, asked.PlaceWager) and case.hosted.holder(box) not in ("", case.principal.account):
        raise case.forbidden(f"wager in box {box}, which another player holds", "its player", kind="foreign-seat")


def _confirmed_with_cash(read: asked.PlaceWager) -> bool:
    return read.how == VERBAL and read.confirmed and read.cash_cents >= read.cents


def _free(case: Case, seat: int) -> bool:
    """Whether a seat is free: without chips and wagers."""
    placed = () if case.state is None else case.hosted.game.law.placed(case.state)
    return not case.hosted.chips(seat) and all(seat not in (each.seat, each.player) for each in placed)


def refuse_seats_of_others(case: Case, step: ProcedureStep, read: asked.DoStep) -> None:
    """Refuse a player's step by an account without a seat, or one that names another player's seat."""
    named = [
        read.data[each.name] for each in step.fields.values() if each.kind.startswith("seat") and each.name in read.data
    ]
    seats = [seat for seat in named if isinstance(seat, int) and not isinstance(seat, bool)]
    if case.first((Role.PLAYER,)) is None:
        if any(case.hosted.holder(seat) for seat in seats):
            raise case.forbidden("act for a seat that another player holds", "its player", kind="foreign-seat")
        return
    mine = held(case.principal, case.hosted)
    if not mine or any(seat not in mine for seat in seats):
        raise case.forbidden("do a player's step at a seat that you do not hold", "its player", kind="foreign-seat")
