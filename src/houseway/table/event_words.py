"""Events in words: a round for a reader who was not there, each line with the section that decided it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from houseway.core import EVERYBODY, HOUSE, INVENTORY, AnyGame, Event, may_see
from houseway.core.who import in_words, with_article
from houseway.law import Rules
from houseway.law.fields import NOTE
from houseway.law.inputs import quoted, visible
from houseway.law.roles import ROLES
from houseway.money import dollars
from houseway.table.house_figures import for_reader

Names = Callable[[str], str]
WORD = re.compile(r"[\w:.-]+( [\w:.-]+)?", re.ASCII)
PLAYED = (
    "wager-placed",
    "wager-refused",
    "no-more-bets",
    "result",
    "round-voided",
)  # a round has at least one of these


def tell(game: AnyGame, rules: Rules, event: Event, who: str = HOUSE) -> str:
    """One event as a sentence on one line, without its citations, as one reader may see it."""
    event = for_reader(event, who)
    if event.sealed or not may_see(event.to, who):
        return f"(Something for {with_article(event.to)} alone: {event.event.replace('-', ' ')}.)"
    return visible(_told(game, rules, event))


def _told(game: AnyGame, rules: Rules, event: Event) -> str:
    offers = game.law.catalogue(rules)
    teller = TELLERS.get(event.event)
    if teller is None:
        text = str(event.fields.get("text") or event.event.replace("-", " ") + ".")
        about = _noted(event.fields.get("about", {}))
        return f"{text} ({about})" if about else text
    fields = event.fields
    if event.role and event.role not in ROLES and "by" in fields:  # a manufacturer, who acts as maintenance does
        fields = {**fields, "by": event.role}
    return teller(fields, lambda wager: offers[wager].name if wager in offers else wager)


def section_marks(event: Event) -> str:
    """The citations behind a sentence: "[§ 625a.3(6), § 625a.6(a)]"."""
    return f"[{', '.join(f'§ {cite}' for cite in event.cites)}]" if event.cites else ""


def transcript(
    game: AnyGame,
    rules: Rules,
    events: Iterable[Event],
    who: str = HOUSE,
    stamped: bool = False,
    lead: Callable[[Event], str] = lambda event: "  ",
) -> str:
    """Events as text, one per line, with a heading for each round, as one reader may see them.

    `stamped`: with the time (UTC) and the number of each event, and a line for each new day. `lead`: the beginning of each line.
    """
    events = [for_reader(event, who) for event in events]
    played = {event.round for event in events if event.event in PLAYED}
    closing = {event.round for event in events if event.event == "table-closed"} - played
    digits = len(str(max((event.seq for event in events), default=0)))
    lines: list[str] = []
    current: int | None = None
    day = ""
    for event in events:
        if event.round != current:
            current = event.round
            heading = "Closing" if current in closing else f"Round {current}" if current else "Opening"
            lines += [*([""] if lines else []), heading]
        if stamped and _clock(event, "%Y-%m-%d") != day:
            day = _clock(event, "%Y-%m-%d")
            lines.append(f"  {day}, times in UTC")
        stamp = f"{_clock(event, '%H:%M:%S')}  #{event.seq:<{digits}}  " if stamped else ""
        lines.append(f"{lead(event)}{stamp}{_line(game, rules, event, who)}")
    return "\n".join(lines) + "\n"


def _line(game: AnyGame, rules: Rules, event: Event, who: str) -> str:
    """An event in a transcript: its sentence, who may see it, and its citations."""
    shown = may_see(event.to, who) and not event.sealed
    mark = section_marks(event) if shown else ""  # the citations may give away what is hidden
    alone = f"  (for {in_words(event.to)} alone)" if event.to != EVERYBODY and shown else ""
    return f"{tell(game, rules, event, who)}{alone}" + (f"  {mark}" if mark else "")


def _clock(event: Event, form: str) -> str:
    return datetime.fromtimestamp(event.at, UTC).strftime(form)


def practice_words(seeded: bool, outstanding: int, opened: bool = False) -> str:
    """Why a table is a practice table, as a sentence; empty if it is none."""
    approvals = f"{outstanding} approval{'s are' if outstanding > 1 else ' is'} outstanding" if outstanding else ""
    reasons = [*(["its results come from a seed"] if seeded else []), *([approvals] if approvals else [])]
    if opened and not reasons:
        reasons = ["it was opened as one"]
    return f"A practice table: {' and '.join(reasons)}." if reasons else ""


def _opened(f: Mapping[str, Any], name: Names) -> str:
    inventory = f", with {dollars(f['inventory_cents'])} in its inventory" if "inventory_cents" in f else ""
    set_up = f"The table is set up for {f['game']} under {f['edition']}{inventory}."
    return f"{set_up} {practice_words(f['source'] == 'seeded', len(f.get('outstanding', ())), f['practice'])}".rstrip()


def _settled(f: Mapping[str, Any], name: Names) -> str:
    if f.get("reversed"):
        return f"Seat {f['seat']}: {name(f['wager'])}, {dollars(-f['cents'])}, is back on the layout: its settlement is undone."
    at = f" at {f['number']}" if "number" in f else ""  # a wager that had moved to a number
    head = f"Seat {f['seat']}: {name(f['wager'])}{at}, {dollars(f['cents'])},"
    if f["result"] == "won":
        vigorish = f", less {dollars(f['vigorish_cents'])} vigorish" if f["vigorish_cents"] else ""
        return f"{head} wins {dollars(f['returned_cents'] - f['cents'])} and takes back {dollars(f['returned_cents'])}{vigorish}."
    if f["result"] == "lost" and f["returned_cents"]:
        back = f["returned_cents"]
        return f"{head} loses {dollars(f['cents'] - back)} and takes back {dollars(back)}."
    return f"{head} loses." if f["result"] == "lost" else f"{head} is returned."


def _step(f: Mapping[str, Any], name: Names) -> str:
    noted = _noted(f.get("noted", {}))
    return f"{_role(f['by'])} [{f['procedure']}]: {f['text']}" + (f" ({noted})" if noted else "")


def _refused(f: Mapping[str, Any], name: Names) -> str:
    who = f" by {with_article(f['by'])}" if "by" in f else f" by seat {f['seat']}" if "seat" in f else ""
    if "who" in f:  # a choice: a seat or a role
        who = f" {f['choice']} by {with_article(str(f['who']))}"
    return f"Refused: {f['do']}{who}: {f['reason'].rstrip('.')}."


def _refused_wager(f: Mapping[str, Any], name: Names) -> str:
    """Name the wager only if the reason does not."""
    reason, wager_name = f["reason"].rstrip("."), name(f["wager"])
    named = re.search(rf"(?<![\w-]){re.escape(wager_name)}(?![\w-])", reason, re.IGNORECASE)
    on = "" if named else f" on {wager_name}"
    return f"Refused: seat {f['seat']}, {dollars(f['cents'])}{on}: {reason}."


def _result(f: Mapping[str, Any], name: Names) -> str:
    source = f["source"]
    if source == "observed":
        return f"{f['text']} (entered by {with_article(f['by'])})"
    return f"{f['text']} (seal {source['seal']})" if "seal" in source else str(f["text"])


def _closed(f: Mapping[str, Any], name: Names) -> str:
    closed = f"The table is closed after {f['rounds']} round{'' if f['rounds'] == 1 else 's'}"
    if "inventory_cents" not in f:  # for a reader who may not see the house's money
        return f"{closed}."
    vigorish = f", {dollars(f['vigorish_cents'])} of vigorish" if f["vigorish_cents"] else ""
    tips = f", {dollars(f['tips_cents'])} in the tip box" if f.get("tips_cents") else ""
    recorded = f.get("count_room_cents")
    counted = f", {dollars(recorded)} recorded as gone to the count room" if recorded else ""
    return (
        f"{closed}: {dollars(f['inventory_cents'])} in the inventory, "
        f"{dollars(f['drop_cents'])} in the drop box, {dollars(f['seats_cents'])} with the players{vigorish}{tips}{counted}."
    )


def _filled(f: Mapping[str, Any], name: Names) -> str:
    slip = f" (slip {quoted(f['slip'])}, {_role(f['by']).lower()})" if "slip" in f else ""
    amount = f" with {dollars(f['cents'])}" if "cents" in f else ""  # for a reader who may not see the house's money
    return f"The table inventory is filled{amount} from the cage{slip}."


def _credited(f: Mapping[str, Any], name: Names) -> str:
    amount = dollars(f["cents"]) if "cents" in f else "Chips"
    return f"{amount} of the table inventory go back to the cage (slip {quoted(f['slip'])}, {_role(f['by']).lower()})."


def _drop_counted(f: Mapping[str, Any], name: Names) -> str:
    difference = f["difference_cents"]
    found = (
        f"{dollars(abs(difference))} {'more' if difference > 0 else 'less'} than recorded"
        if difference
        else "as recorded"
    )
    return f"The drop box is counted: {dollars(f['counted_cents'])}, {found} ({_role(f['by']).lower()})."


def _corrected(f: Mapping[str, Any], name: Names) -> str:
    places = (f"the {each}" if each == INVENTORY else in_words(each) for each in (f["taken_from"], f["given_to"]))
    moved = "{} go from {} to {}".format(dollars(f["cents"]), *places)
    who = f"proposed by {with_article(f['proposed_by'])}, confirmed by {with_article(f['confirmed_by'])}"
    return f"Correction of event {f['corrects']}: {moved}, {who}: {quoted(f['why'])}."


def _noted(noted: Mapping[str, Any]) -> str:
    told = {key: value for key, value in noted.items() if value not in ([], (), {})}
    return "; ".join(
        f"{key.replace('_', ' ')} {quoted(str(value)) if key == NOTE else _shown(value)}" for key, value in told.items()
    )


def _role(role: str) -> str:
    return role.replace("-", " ").capitalize()


def _shown(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {inner}" for name, inner in value.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(_shown, value)) if isinstance(value, list | tuple) else _worded(value)


def _worded(value: Any) -> str:
    """Put free text (names and notes) in quotation marks, but not one of several fixed choices."""
    text = str(value)
    return quoted(text) if isinstance(value, str) and not WORD.fullmatch(text) else text


TELLERS: Mapping[str, Callable[[Mapping[str, Any], Names], str]] = {
    "table-opened": _opened,
    "table-closed": _closed,
    "table-filled": _filled,
    "table-credited": _credited,
    "drop-counted": _drop_counted,
    "tipped": lambda f, name: f"Seat {f['seat']} puts {dollars(f['cents'])} into the tip box.",
    "corrected": _corrected,
    "bought-in": lambda f, name: f"Seat {f['seat']} buys in for {dollars(f['cents'])}.",
    "chips-brought": lambda f, name: f"Seat {f['seat']} comes with {dollars(f['cents'])} in chips.",
    "cashed-out": lambda f, name: f"Seat {f['seat']} takes {dollars(f['cents'])} in chips away.",
    "wager-placed": lambda f, name: (
        f"Seat {f.get('player', f['seat'])} wagers {dollars(f['cents'])} on {name(f['wager'])}"
        + (f" in box {f['seat']}." if "player" in f else ".")
    ),
    "wager-refused": _refused_wager,
    "wager-removed": lambda f, name: f"Seat {f['seat']} takes {name(f['wager'])} down, {dollars(f['cents'])}.",
    "wager-reduced": lambda f, name: f"Seat {f['seat']} lowers {name(f['wager'])} to {dollars(f['left_cents'])}.",
    "wager-working": lambda f, name: f"Seat {f['seat']} calls {name(f['wager'])} {'on' if f['on'] else 'off'}.",
    "wager-settled": _settled,
    "act-refused": _refused,
    "step-done": _step,
    "chosen": lambda f, name: (
        f"{in_words(str(f['who'])).capitalize()} chooses {f['choice']}"
        + (f" ({dollars(f['cents'])})." if f["cents"] else ".")
    ),
    "result": _result,
    "illuminated": lambda f, name: f"Lit: {', '.join(name(area) for area in f['areas']) or 'nothing'}.",
}
