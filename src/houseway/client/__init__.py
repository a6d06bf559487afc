"""A typed client for the table service: sign in, view tables, send commands once, watch events without gaps or duplicates.

>>> with Client("http://127.0.0.1:8625") as client:          # doctest: +SKIP
...     client.sign_in("anna", "…")
...     table = client.table("roulette-1")
...     client.command(table.id, {"do": "buy-in", "seat": 1, "cents": 10_000})

`AsyncClient` has the same methods as coroutines. The client needs the packages of `houseway[service]`.
"""

from __future__ import annotations

from houseway.client.answers import Carried, EventPage, Frame, Me, Refused, Round, ServiceProblem, TableView
from houseway.client.asynchronous import AsyncClient
from houseway.client.synchronous import Client

__all__ = [
    "AsyncClient", "Carried", "Client", "EventPage", "Frame", "Me", "Refused", "Round", "ServiceProblem", "TableView",
]  # fmt: skip
