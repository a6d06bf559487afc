"""A sealed order: the house commits to an order of cards with a salted hash before the first card is drawn, and reveals the
order later. The hash does not give the order away, and the house can no longer change it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any


def commitment(salt: str, faces: Sequence[Any]) -> str:
    """The hash of a salt and an order: SHA-256 of {"faces":[…],"salt":"…"} as compact UTF-8 JSON. Anybody can recompute it."""
    text = json.dumps({"faces": list(faces), "salt": salt}, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()
