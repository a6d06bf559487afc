"""Structured logs: one JSON object per line, with only the fields listed here, so that no secret is logged."""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Any, TextIO

NAME = "houseway.service"
LIBRARIES = ("uvicorn.error", "asyncio", "websockets")  # loggers of the libraries that the service runs on
DENIED = "ASGI callable returned without completing handshake."  # uvicorn, after a socket that the service refused and logged
REQUEST = ("method", "route", "status", "ms", "address")  # no bodies, no query strings, no headers
ALLOWED = frozenset(
    (
        *REQUEST,
        "account",
        "table",
        "session",
        "do",
        "code",
        "owner",
        "port",
        "error",
        "place",
        "tables",
        "kind",
        "guests",
    )
)


class JsonLines(logging.Formatter):
    """A log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line of JSON."""
        return _line(record, record.getMessage(), getattr(record, "fields", {}))


def _line(record: logging.LogRecord, says: str, fields: dict[str, Any]) -> str:
    at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    told: dict[str, Any] = {"at": at, "level": record.levelname.lower(), "says": says}
    return json.dumps(told | fields, ensure_ascii=True, default=str)


class LibraryLines(logging.Formatter):
    """A warning or error of a library: its first line without the values in it, which may come from a client."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line of JSON."""
        error = record.exc_info[1] if record.exc_info else None
        fields: dict[str, Any] = {"kind": record.name} | ({} if error is None else _kind_and_place(error))
        says = re.sub(r"%[a-z]", "…", str(record.msg).partition("\n")[0])
        return _line(record, says, fields)


def log(says: str, level: int = logging.INFO, **fields: Any) -> None:
    """Log an event of the service; only the fields in ALLOWED may be used."""
    strange = fields.keys() - ALLOWED
    assert not strange, f"{strange} may not be logged"
    logging.getLogger(NAME).log(level, says, extra={"fields": fields})


def log_defect(error: BaseException, **fields: Any) -> None:
    """Log a defect by its type and place. Its message may contain what a client sent, so it is left out."""
    log("defect", logging.ERROR, **_kind_and_place(error), **fields)


def _kind_and_place(error: BaseException) -> dict[str, Any]:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "" if trace is None else f"{trace.tb_frame.f_code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}"
    return {"error": type(error).__name__, "place": place}


def start_logs(stream: TextIO | None = None, level: int = logging.INFO) -> None:
    """Write the logs of the service, and warnings and errors of its libraries, to a stream, standard error by default."""
    for name, form in ((NAME, JsonLines()), *((library, LibraryLines()) for library in LIBRARIES)):
        handler = logging.StreamHandler(stream if stream is not None else sys.stderr)
        handler.setFormatter(form)
        handler.addFilter(lambda record: record.msg != DENIED)
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level if name == NAME else max(level, logging.WARNING))
        logger.propagate = False
