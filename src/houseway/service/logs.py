"""Structured logs: one JSON object per line, with only the fields listed here, so that no secret is logged."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any, TextIO

NAME = "houseway.service"
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
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        told: dict[str, Any] = {"at": at, "level": record.levelname.lower(), "says": record.getMessage()}
        told.update(getattr(record, "fields", {}))
        return json.dumps(told, ensure_ascii=True, default=str)


def log(says: str, level: int = logging.INFO, **fields: Any) -> None:
    """Log an event of the service; only the fields in ALLOWED may be used."""
    strange = fields.keys() - ALLOWED
    assert not strange, f"{strange} may not be logged"
    logging.getLogger(NAME).log(level, says, extra={"fields": fields})


def log_defect(error: BaseException, **fields: Any) -> None:
    """Log a defect by its type and place. Its message may contain what a client sent, so it is left out."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "" if trace is None else f"{trace.tb_frame.f_code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}"
    log("defect", logging.ERROR, error=type(error).__name__, place=place, **fields)


def start_logs(stream: TextIO | None = None, level: int = logging.INFO) -> None:
    """Write the logs of the service to a stream, standard error by default."""
    handler = logging.StreamHandler(stream if stream is not None else sys.stderr)
    handler.setFormatter(JsonLines())
    logger = logging.getLogger(NAME)
    logger.handlers = [handler]
    logger.setLevel(level)
    logger.propagate = False
