"""Reads shares as people write them: 15%, 1.5%, 1/7."""

from __future__ import annotations

import re
from fractions import Fraction

from houseway.law import BadInput
from houseway.law.inputs import shown

_SHARE = re.compile(r"([+-]?[0-9]{1,9}(?:\.[0-9]{1,18})?)%|([+-]?[0-9]{1,9}/[1-9][0-9]{0,8})")
RIGHT = "write a percentage or a fraction, like 15%, 1.5% or 1/7, with at most 18 decimals"


def read_share(text: str, where: str) -> Fraction:
    """A percentage or a fraction, exactly."""
    found = _SHARE.fullmatch(text.strip())
    if found is None:
        raise BadInput(f"{where}: {shown(text)} is not a share; {RIGHT}")
    return Fraction(found[1]) / 100 if found[1] else Fraction(found[2])
