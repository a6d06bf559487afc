"""`replay --as ROLE` without the packages of the service: the crew has its view; others get a message."""

from __future__ import annotations

import sys

import pytest

from houseway.cli.replay import _viewer
from houseway.games import load
from houseway.law import BadInput


def test_without_the_service_only_the_crew_is_shown_its_view(monkeypatch: pytest.MonkeyPatch) -> None:
    _, rules = load("sic-bo")
    assert (_viewer(rules, "dealer"), _viewer(rules, "surveillance")) == ("dealer", "house")
    monkeypatch.setitem(sys.modules, "houseway.service.access", None)
    assert _viewer(rules, "dealer") == "dealer"
    with pytest.raises(BadInput, match=r"--as surveillance: .* pip install 'houseway\[service\]'"):
        _viewer(rules, "surveillance")
