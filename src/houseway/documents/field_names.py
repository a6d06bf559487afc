"""Names of noted fields in papers, and the American spelling that papers use."""

from __future__ import annotations

from typing import Final

UNITS: Final = {
    "sixteenths": "sixteenths of an inch",
    "inches": "inches",
    "feet": "feet",
    "hours": "hours",
}
MONEY: Final = "_cents"  # such fields hold cents; papers show dollars
NAMES: Final = {  # for fields with names too short for a form
    "min_cents": "Least wager posted",
    "max_cents": "Largest wager posted",
    "wagered_cents": "Amount wagered",
    "paytable": "Pay table",
    "rack": "Height of the discard rack: equal to the decks, or taller and marked",
    "lit": "Areas that lit up",
    "values": "Die values that were entered",
    "order": "Order, clockwise",
    "colours": "Colors as required",
    "signed": "Signed by",
    "table": "Table number",
    "of": "Tiles in each stack",
    "high": "High hand",
    "low": "Low hand",
    "style": "Style of delivery",
    "present": "Supervisor who was present",
    "between": "The two sections",
    "complies": "In an automated shaker: the dice comply with § 603a.12(c)",
}
SPELLINGS: Final = (("colour", "color"), ("Colour", "Color"), ("centre", "center"), ("Centre", "Center"))


def american(words: str) -> str:
    """The words of an id in American spelling; the id keeps its spelling in files."""
    for british, here in SPELLINGS:
        words = words.replace(british, here)
    return words


def label(name: str) -> str:
    """The name of a field in words."""
    if name in NAMES:
        return NAMES[name]
    what, _, unit = name.removesuffix(MONEY).rpartition("_")
    words = f"{what}, in {UNITS[unit]}" if what and unit in UNITS else name.removesuffix(MONEY)
    words = american(words.replace("_", " "))
    return words[:1].upper() + words[1:]


def named(name: str) -> str:
    """The name of a procedure or a role with a capital letter."""
    return american(name.replace("-", " ")).capitalize()
