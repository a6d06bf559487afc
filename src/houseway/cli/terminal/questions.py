"""The verbs that ask and change nothing: odds, hint, why, wagers, help."""

from __future__ import annotations

from houseway.cli.terminal.betting import bet
from houseway.cli.terminal.seat import SEAT, TerminalSeat
from houseway.core import Asked, Role, awaited, in_words, seat_account
from houseway.core.typed_wagers import amount_cents, split_amount, wagers_called
from houseway.core.who import with_article
from houseway.law import BadInput
from houseway.table.event_words import tell

ODDS = "odds"  # the verb, and at Craps also the name of the supplemental wager
HELP = """\
  {bet:<19} put $5 on a wager, by id, name or nickname
  {take:<19} take it down; clear: take all down; again: bet the same
  {go:<19} or just Enter: no more bets, then the result
  (a choice)          the beginning of its name, when you are asked to choose
  {other:<19} play another seat: a wager or a choice
  odds [wager]        the exact odds of a wager
  hint                best play for the open choice, and its value
  why                 how the last round was decided, with its sections
  wagers, chips       all wagers with their ids; your chips
  layout, layout all  the layout to fit the window, or all of it
  buy 100, tip 5      buy in for $100; put $5 into the tip box
  steps, next         list the next steps; do the first as usual
  do CITE [ROLE] [field=value …]        do a step of a procedure
  report [CITE] [ROLE] [field=value …]  report an irregularity; alone: list them
  repaired DEVICE [ROLE]                a device works again
  fill 500 SLIP [ROLE], credit 500 SLIP [ROLE], count 500 [ROLE]
                      chips from the cage and back; the drop box is counted
  {{"do": …}}           any command as JSON
  quit                leave the table"""


def show_help(seat: TerminalSeat, words: list[str]) -> None:
    """`help`: every verb, and what the game adds for a choice that is open."""
    first = next(iter(seat.offers))
    go = seat.game.present.chance_word
    seat.out.print(HELP.format(go=go, bet=f"{first} 5", take=f"take {first}", other=f"seat 2 {first} 5"))
    for asked in seat.asked():
        for line in seat.game.present.help_lines(seat.rules, seat.table.state, asked):
            seat.say(line, "bold")


def list_wagers(seat: TerminalSeat, words: list[str]) -> None:
    """`wagers`: every wager with its id and payout."""
    from rich.columns import Columns

    seat.out.print(Columns([f"{offer.id} ({offer.pays})" for offer in seat.offers.values()], padding=(0, 3)))


def why(seat: TerminalSeat, words: list[str]) -> None:
    """`why`: how the last round was decided, with the paragraphs in our words."""
    if not seat.decided:
        raise BadInput("no round has been decided yet")
    paragraphs = {p.cite: p.says for p in seat.rules.paragraphs}
    for event in seat.decided:
        seat.say(tell(seat.game, seat.rules, event))
        for cite in event.cites:
            seat.say(f"§ {cite}: {paragraphs.get(cite, '')}", "cyan", indent="      ")


def odds(seat: TerminalSeat, words: list[str]) -> None:
    """`odds small`: the odds of a wager; alone, of the seat's wagers. `odds pass 10` is a wager at Craps."""
    named, cents = split_amount(words)
    backed = wagers_called(seat.game, seat.rules, ODDS)
    if backed:
        if len(words) == 1 and amount_cents(words[0]) is not None:
            named, cents = [_backed_wager(seat, backed, words[0])], amount_cents(words[0])
        if cents is not None:  # with an amount it is the supplemental wager, not the question
            bet(seat, [ODDS, *named, words[-1]])
            return
    wagers = [seat.wager(named)] if named else [wager for wager, _ in seat.mine()]
    if not wagers:
        raise BadInput("odds of which wager? Type for example: odds " + next(iter(seat.offers)))
    for wager in wagers:
        _tell_odds(seat, wager)


def _backed_wager(seat: TerminalSeat, backed: tuple[str, ...], amount: str) -> str:
    """The one wager of the seat that an amount of odds can be for."""
    mine = [wager for wager, _ in seat.mine() if wager in backed]
    if len(mine) != 1:
        raise BadInput(f"{amount} in odds on which wager? Type for example: {ODDS} {(mine or backed)[0]} {amount}")
    return mine[0]


def _tell_odds(seat: TerminalSeat, wager: str) -> None:
    from houseway.cli.long_work import showing
    from houseway.odds import percent
    from houseway.odds.sheet import rows_of

    if wager not in seat.game.priced(seat.rules):
        raise BadInput(f"the odds of {wager} take too long to compute; ask: houseway strategy {seat.game.id}")
    if wager in seat.game.walk.takes_long:
        seat.out.print("  Computing the odds: this takes up to a minute the first time …", style="dim")
    with showing():
        rows = list(rows_of(seat.game, seat.rules, wager))
    for row in rows:
        named = [each for each in (row.strategy, row.situation) if each]
        strategy = f" ({', '.join(named)})" if named else ""
        wins = f"wins {row.figure('win')} ({percent(row.win)})"
        edge = f"house edge {row.figure('house_edge')} ({percent(row.house_edge)})"
        marks = ", ".join(f"§{cite}" for cite in row.cites)
        seat.say(f"{row.id}{strategy}: pays {row.pays}, {wins}, {edge}", marks=f"[{marks}]")


def hint(seat: TerminalSeat, words: list[str]) -> None:
    """`hint`: best play for the first open choice that the game has advice on, this seat's before other seats'."""
    from houseway.cli.long_work import showing

    asked, advise = seat.asked(), seat.game.advise
    for each in asked:
        with showing():
            lines = (
                advise.hint(seat.rules, seat.table.state, each)
                if advise is not None and advise.hint is not None
                else ()
            )
        if lines:
            who = "" if each.who == seat_account(SEAT) else f"{in_words(each.who).capitalize()}: "
            seat.say(f"{who}{lines[0]}", "bold")
            for line in lines[1:]:
                seat.say(line)
            return
    raise BadInput(_no_hint(seat, asked))


def _no_hint(seat: TerminalSeat, asked: list[Asked]) -> str:
    """The reason why there is no hint now."""
    if not any(seat.game.walk.strategies(seat.rules, wager) for wager in seat.offers):
        right = f"for the value of a wager type: odds {next(iter(seat.offers))}"
        return f"no choice at {seat.game.title} changes the value of a wager; {right}"
    if not asked:
        return f"no choice is open now: {awaited(seat.table.due)}"
    staff = dict.fromkeys(with_article(each.who) for each in asked if isinstance(each.who, Role))
    if len(staff) == len(asked):
        return f"no choice of a player is open now, only of {' and '.join(staff)}"
    options = " or ".join(dict.fromkeys(option.choice for each in asked for option in each.options))
    return f"there is no advice on {options}"
