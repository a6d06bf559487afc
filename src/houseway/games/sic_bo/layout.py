"""625a.1(c): the betting areas, one for each wager, and the payout odds on the layout or on a sign."""

from __future__ import annotations

from houseway.core import Area, Layout
from houseway.core.layout import odds_on_sign
from houseway.games.sic_bo.wagers import EACH_FACE, PAIRS, TOTALS, WAGERS
from houseway.law import Rules

WIDTH, ROW = 210, 18  # 210 is divisible by 6, 14 and 15, the numbers of areas in a row


def draw_layout(rules: Rules) -> Layout:
    """Five rows: the small, big and triple areas; pairs; totals; combinations; single numbers."""
    side, pair = 51, 26
    triples = [(f"three-of-a-kind:{f}", (WIDTH - 2 * side) // 6, (f"{f} {f} {f}",)) for f in EACH_FACE]
    pairs = [(f"two-of-a-kind:{f}", pair, (f"{f} {f}",)) for f in EACH_FACE]
    rows: list[list[tuple[str, int, tuple[str, ...]]]] = [
        [("small", side, ("SMALL", "4 to 10")), *triples, ("big", side, ("BIG", "11 to 17"))],
        [*pairs, ("any-three-of-a-kind", WIDTH - 6 * pair, ("ANY THREE OF A KIND",))],
        [(f"total-value:{t}", WIDTH // 14, (t,)) for t in TOTALS],
        [(f"two-dice-combination:{p}", WIDTH // 15, (p,)) for p in PAIRS],
        [(f"one-of-a-kind:{f}", WIDTH // 6, (f"ONE {f}",)) for f in EACH_FACE],
    ]
    offers = WAGERS.catalogue(rules)
    areas: list[Area] = []
    for number, row in enumerate(rows):
        x = 0
        for wager, width, lines in row:
            areas.append(Area(wager, x, number * ROW, width, ROW, lines, offers[wager].pays))
            x += width
    layout = Layout("Sic Bo", str(rules.option("holder")), tuple(areas))
    return layout if rules.option("payout_odds") == "layout" else odds_on_sign(layout, odds_by_kind(rules))


def odds_by_kind(rules: Rules) -> dict[str, str]:
    """625a.6: the payout odds of each kind of wager, each total by itself."""
    offers = WAGERS.catalogue(rules)
    kinds = {wager if wager.startswith("total-value:") else wager.partition(":")[0]: wager for wager in offers}
    words = {kind.replace("-", " ").replace(":", " "): offers[wager] for kind, wager in kinds.items()}
    odds = {kind: offer.pays for kind, offer in words.items() if len(offer.payouts) == 1}
    several = {kind: offer for kind, offer in words.items() if len(offer.payouts) > 1}
    dice = ("one die", "two dice", "three dice")
    return odds | {f"{kind}, {shown}": str(line.odds) for kind, offer in several.items()
                   for shown, line in zip(dice, offer.payouts, strict=True)}  # fmt: skip
