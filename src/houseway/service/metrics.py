"""Counters, gauges and histograms of the service, in the Prometheus text format."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
Labels = tuple[str, ...]


@dataclass(slots=True)
class Counter:
    """A counter with labels."""

    name: str
    says: str
    labels: tuple[str, ...] = ()
    values: dict[Labels, int] = field(default_factory=dict)

    def add(self, *labels: str, count: int = 1) -> None:
        """Add to the count for these label values."""
        self.values[labels] = self.values.get(labels, 0) + count

    def lines(self) -> Iterable[str]:
        """The lines of the counter in the text format."""
        yield from _head(self.name, self.says, "counter")
        for labels, value in sorted(self.values.items()):
            yield f"{self.name}{_labels(self.labels, labels)} {value}"


@dataclass(slots=True)
class Gauge:
    """A number that is computed when the metrics are read."""

    name: str
    says: str
    value: Callable[[], float]

    def lines(self) -> Iterable[str]:
        """The lines of the gauge in the text format."""
        yield from _head(self.name, self.says, "gauge")
        yield f"{self.name} {self.value():g}"


@dataclass(slots=True)
class Histogram:
    """A histogram of durations in seconds."""

    name: str
    says: str
    bounds: tuple[float, ...] = SECONDS
    counts: list[int] = field(default_factory=list)
    total: float = 0.0

    def __post_init__(self) -> None:
        self.counts = [0] * (len(self.bounds) + 1)

    def add(self, seconds: float) -> None:
        """Add a duration."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.total += seconds

    def lines(self) -> Iterable[str]:
        """The lines of the histogram in the text format: buckets, sum and count."""
        yield from _head(self.name, self.says, "histogram")
        so_far = 0
        for bound, count in zip((*self.bounds, float("inf")), self.counts, strict=True):
            so_far += count
            text = "+Inf" if bound == float("inf") else f"{bound:g}"
            yield f'{self.name}_bucket{{le="{text}"}} {so_far}'
        yield f"{self.name}_sum {self.total:.6f}"
        yield f"{self.name}_count {so_far}"


@dataclass(slots=True)
class Metrics:
    """All metrics of one process."""

    requests: Counter = field(
        default_factory=lambda: Counter("houseway_requests_total", "HTTP requests by status.", ("method", "status"))
    )
    commands: Counter = field(
        default_factory=lambda: Counter("houseway_commands_total", "Commands by their outcome.", ("do", "outcome"))
    )
    events: Counter = field(default_factory=lambda: Counter("houseway_events_total", "Recorded events."))
    frames: Counter = field(default_factory=lambda: Counter("houseway_frames_total", "Frames sent to sockets."))
    slow: Counter = field(
        default_factory=lambda: Counter("houseway_slow_sockets_total", "Sockets closed because they read too slowly.")
    )
    request_seconds: Histogram = field(
        default_factory=lambda: Histogram("houseway_request_seconds", "Time to answer an HTTP request.")
    )
    command_seconds: Histogram = field(
        default_factory=lambda: Histogram("houseway_command_seconds", "Time to decide and record a command.")
    )
    frame_seconds: Histogram = field(
        default_factory=lambda: Histogram("houseway_frame_seconds", "Time from a durable command to its frame.")
    )
    gauges: list[Gauge] = field(default_factory=list)

    def text(self) -> str:
        """All metrics in the Prometheus text format."""
        every: tuple[Counter | Histogram | Gauge, ...] = (
            self.requests, self.commands, self.events, self.frames, self.slow, self.request_seconds,
            self.command_seconds, self.frame_seconds, *self.gauges,
        )  # fmt: skip
        return "\n".join(line for each in every for line in each.lines()) + "\n"


def _head(name: str, says: str, kind: str) -> Iterable[str]:
    yield f"# HELP {name} {says}"
    yield f"# TYPE {name} {kind}"


def _labels(names: tuple[str, ...], values: Labels) -> str:
    if not names:
        return ""
    escapes: Mapping[str, str] = {"\\": "\\\\", '"': '\\"', "\n": "\\n"}
    told = ("".join(escapes.get(letter, letter) for letter in value) for value in values)
    return "{" + ",".join(f'{name}="{value}"' for name, value in zip(names, told, strict=True)) + "}"
