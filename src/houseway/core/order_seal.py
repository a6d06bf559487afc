"""A sealed order: the house commits itself to an order of cards by a salted hash before the first is drawn, and shows it
afterwards. Nobody can tell the order from the hash, and the house cannot change it any more."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any


def commitment(salt: str, faces: Sequence[Any]) -> str:
    """The hash of a salt and an order. Anybody can compute it: SHA-256 of {"faces":[…],"salt":"…"} as compact UTF-8 JSON."""
    text = json.dumps({"faces": list(faces), "salt": salt}, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()
