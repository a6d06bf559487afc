"""The layout as a schematic for filing: the felt to scale and in outline, its wheels, and the law's requirements for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from houseway import __version__
from houseway.core.felt import Felt, Required, Ring, holders_name, missing
from houseway.core.felt_svg import svg
from houseway.core.game import AnyGame
from houseway.documents.dimensions import Scale, cut_out, dimensioned, measured, parts_for, scale_for
from houseway.documents.felt_checks import LEAST_LETTERS, problems
from houseway.documents.logo import Logo, with_logo
from houseway.documents.paper import (
    Block,
    Check,
    Checklist,
    Column,
    Columns,
    Group,
    Heading,
    Paper,
    ParagraphBlock,
    PictureBlock,
    Points,
    TableBlock,
    cited,
    sections,
)
from houseway.documents.paper_facts import standing_of
from houseway.documents.ring_svg import ring_svg
from houseway.documents.typeset import set_paper, typeset
from houseway.documents.typst_source import string
from houseway.law import BadInput, Rules

WIDTHS_MM: Final = {"letter": 243, "a4": 261}  # text width on landscape paper
PICTURE_MM: Final = 128  # height for the felt on the first page
OUTLINE_MM: Final = 155  # height for an outline on a separate page
SMALLEST_POINTS: Final = 6.0  # the smallest type on paper; a felt with smaller letters is drawn again in parts
RING_MM: Final = 140
PICTURE_WIDTH_MM: Final = 260
MANY_CHECKS: Final = 30  # checklists with more lines are set in two columns
LISTED: Final = 6  # the most texts repeated in a line of the checklist


def felt_of_rules(game: AnyGame, rules: Rules, logo: Logo | None = None) -> Felt:
    """The felt of a submission, with the logo if there is one; a name that would be unreadable on it is refused."""
    felt = game.present.drawn_felt(rules)
    if logo is not None and felt.logo is None:
        raise BadInput(f"the layout of {felt.title} has no room for a logo; leave it out")
    if logo is not None:
        return with_logo(felt, logo)
    if any(each.size < LEAST_LETTERS for each in holders_name(felt)):
        raise BadInput(
            f"holder: {len(felt.holder)} characters do not fit on the layout in letters that can be read; "
            "write a shorter name, or give a logo"
        )
    return felt


def layout_paper(game: AnyGame, rules: Rules, felt: Felt, size: str = "letter") -> Paper:
    """All pages."""
    scale = scale_for(felt, WIDTHS_MM[size], PICTURE_MM)
    return Paper(
        f"{felt.title}: schematic of the layout",
        felt.holder,
        (("Edition", rules.edition.title), ("Text", standing_of(rules)), ("Scale", _scaled(felt, scale)), *_approval(rules)),
        (
            _felt(felt, scale, ink_saving=False),
            *_outlined(felt, size),
            *(block for ring in game.present.rings(rules) for block in _ring(ring)),
            *_wanted(felt),
            *_equipment(felt),
            *_sizes(felt),
            *_signs(game, rules),
        ),
        foot=f"houseway {__version__}, submission {rules.digest}",
        across=True,
    )  # fmt: skip


def _approval(rules: Rules) -> tuple[tuple[str, str], ...]:
    """The layout's approval, as named in the submission."""
    named = rules.approvals.get("layout")
    if not named:
        return (("Approval", "none named yet"),)
    return (("Approval", ", ".join(str(named[key]) for key in ("by", "number", "date") if named.get(key))),)


def _wanted(felt: Felt) -> tuple[Block, ...]:
    if not felt.required:
        return ()
    checks = tuple(_check(each, felt) for each in felt.required)
    listed = Checklist(checks) if len(checks) <= MANY_CHECKS else Columns((Checklist(checks, small=True),))
    return Heading("What the law requires on the layout", new_page=True), listed


def _scaled(felt: Felt, scale: Scale) -> str:
    return f"{scale.text}; the felt is {measured(felt.width)} by {measured(felt.height)}"


def _felt(felt: Felt, scale: Scale, ink_saving: bool) -> PictureBlock:
    alt = f"The layout of {felt.title} to the scale {scale.text}, with {len(felt.bettings)} places for wagers."
    return PictureBlock(dimensioned(felt, scale, ink_saving), alt, height_mm=scale.height_mm)


def _outlined(felt: Felt, size: str) -> Iterator[Block]:
    """The felt in outline, as large as the page allows, and in parts if its smallest letters would be unreadable."""
    scale = scale_for(felt, WIDTHS_MM[size], OUTLINE_MM)
    yield Heading(f"In outline, to save ink ({scale.text})", new_page=True)
    yield _felt(felt, scale, ink_saving=True)
    n, parts = parts_for(felt, WIDTHS_MM[size], OUTLINE_MM, SMALLEST_POINTS)
    for number, part in enumerate(parts if len(parts) > 1 else (), 1):
        title = f"In detail (1 : {n}), part {number} of {len(parts)} from the left"
        yield Heading(title, new_page=True)
        yield PictureBlock(cut_out(felt, part), f"{felt.title}. {title}.", height_mm=round(felt.height / 10 / n, 3))


def _ring(ring: Ring) -> tuple[Block, ...]:
    order = ", ".join(sector.label for sector in ring.sectors)
    across = f" At least {measured(ring.across)} across ({sections(ring.across_cites)})." if ring.across else ""
    built = f" {ring.built}" if ring.built else ""
    return (
        Heading(ring.title, new_page=True),
        ParagraphBlock(cited(f"Clockwise: {order}.{across}{built}", ring.cites)),
        PictureBlock(
            ring_svg(ring), f"{ring.title}: {len(ring.sectors)} equal places, clockwise {order}.", height_mm=RING_MM
        ),
    )


def _check(each: Required, felt: Felt) -> Check:
    done = each not in missing(felt)
    shown = shown_by(each, felt)
    where = "on a sign: " if each.by_sign else ""
    return Check(
        f"{each.what[:1].upper()}{each.what[1:]}. {('Shown: ' + where + shown) if done else 'Missing'}.",
        done,
        each.cites,
    )


def shown_by(each: Required, felt: Felt) -> str:
    """How the felt meets a requirement: quoted text, or the number of places."""
    wagers = {wager for place in felt.bettings for wager in place.wagers}
    names = {mark.name for mark in felt.marks}
    marked = [text for text in each.shown if text in names]
    texts = [text for text in each.shown if text not in wagers and text not in names]
    places = sum(1 for place in felt.bettings if set(place.wagers) & set(each.shown))
    said = [f"“{text}”" for text in texts[:LISTED]]
    more = [f"{len(texts) - LISTED} more"] if len(texts) > LISTED else []
    counted = [f"{places} {'place' if places == 1 else 'places'} for chips"] if places else []
    twice = [f"{name}, twice" if marked.count(name) == 2 else name for name in dict.fromkeys(marked)]
    counted += [f"{len(marked)} marked places"] if len(marked) > 2 else twice
    return ", ".join((*counted, *said, *more)) or "by the layout itself"


def _equipment(felt: Felt) -> tuple[Block, ...]:
    """Equipment on the table that a paragraph mentions; the drawing shows it with dashed lines."""
    found = [mark for mark in felt.marks if mark.stands and mark.cites]
    if not found:
        return ()
    rows = tuple((mark.name, mark.place or "the law names no place", sections(mark.cites)) for mark in found)
    return (
        Heading("What stands on the table"),
        ParagraphBlock("Dashed in the drawing, at the places that the holder proposes.", lead=True),
        TableBlock(
            (Column("Thing", share=2), Column("Its place", share=5), Column("Paragraph", share=1)), rows, small=True
        ),
    )


def _sizes(felt: Felt) -> tuple[Block, ...]:
    if not felt.measures:
        return ()
    rows = tuple(
        (each.what, measured(each.size), sections(each.cites) if each.cites else "customary, ours")
        for each in felt.measures
    )
    columns = (Column("Size", share=2), Column("Measure", share=2), Column("By", share=2))
    return Heading("Sizes"), TableBlock(columns, rows, small=True)


def _signs(game: AnyGame, rules: Rules) -> tuple[Block, ...]:
    """Every sign that the table needs, with its text."""
    lines = [
        cited(f"{sign.title}, {sign.where}: {sign.told}.", sign.cites)
        for sign in game.present.signs(rules)
        if sign.needed
    ]
    return (Group((Heading("On signs at the table"), Points(tuple(lines)))),) if lines else ()


def layout_pdf(game: AnyGame, rules: Rules, size: str = "letter", felt: Felt | None = None) -> bytes:
    """The schematic as PDF; `felt` if it has been drawn already."""
    drawn = felt_of_rules(game, rules) if felt is None else felt
    return set_paper(layout_paper(game, rules, drawn, size), size)[0]


def picture_of(felt: Felt, form: str, ink_saving: bool = False) -> bytes:
    """The felt alone, as SVG or PNG."""
    drawn = svg(felt, ink_saving=ink_saving)
    return drawn.encode() if form == "svg" else typeset(page_of(felt, drawn), form)[0]


def page_of(felt: Felt, drawn: str) -> str:
    """A Typst page with the proportions of the felt."""
    high = round(PICTURE_WIDTH_MM * felt.height / felt.width, 3)
    return (
        f"#set page(width: {PICTURE_WIDTH_MM}mm, height: {high}mm, margin: 0mm)\n"
        f'#image(bytes({string(drawn)}), format: "svg", width: 100%, height: 100%)'
    )


def layout_json(game: AnyGame, rules: Rules, felt: Felt) -> dict[str, Any]:
    """The felt, its wheels, and the checklist as plain values."""
    absent = missing(felt)
    return {
        "game": game.id,
        "edition": rules.edition.id,
        "submission": rules.digest,
        "layout": felt.as_json(),
        "wheels": [
            {
                "title": ring.title,
                "cites": list(ring.cites),
                "sectors": [{"label": s.label, "ink": s.ink, "wager": s.wager, "under": s.under} for s in ring.sectors],
            }
            for ring in game.present.rings(rules)
        ],
        "required": [
            {
                "what": each.what, "cites": list(each.cites), "shown": list(each.shown), "by_sign": each.by_sign,
                "met": each not in absent,
            }
            for each in felt.required
        ],
        "measures": [{"what": each.what, "tenths_mm": each.size, "cites": list(each.cites)} for each in felt.measures],
        "problems": list(problems(felt, game.law.catalogue(rules))),
    }  # fmt: skip
