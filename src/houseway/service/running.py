"""Runs the service in this process: its ports, its signals, and an orderly shutdown."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from houseway.law import BadInput
from houseway.law.inputs import visible
from houseway.service.app import make_app
from houseway.service.guard import LARGEST_BODY
from houseway.service.logs import log
from houseway.service.request_limits import bounded
from houseway.service.serving import Service

LOOPBACK = ("127.0.0.1", "::1", "localhost")
STARTING_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Listening:
    """The address where the service listens, and how the connection is protected."""

    host: str = "127.0.0.1"
    port: int = 0
    tls_cert: Path | None = None
    tls_key: Path | None = None
    behind_proxy: bool = False

    @property
    def protected(self) -> bool:
        """Whether passwords and cards are protected in transit: by loopback, by TLS, or by a proxy's TLS."""
        return self.host in LOOPBACK or self.tls_cert is not None or self.behind_proxy

    @property
    def scheme(self) -> str:
        """`http` or `https`."""
        return "http" if self.tls_cert is None else "https"


def check_certificate(certificate: Path, key: Path) -> None:
    """Refuse a TLS certificate or key that the server could not use; uvicorn would only say "PEM lib", or ask for a password."""
    for file in (certificate, key):
        try:
            file.open("rb").close()
        except OSError as error:
            raise BadInput(f"{visible(str(file))}: cannot be read ({error.strerror})") from None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_verify_locations(certificate)
    except ssl.SSLError:
        right = "name the file with the certificate, which begins with -----BEGIN CERTIFICATE-----"
        raise BadInput(f"{visible(str(certificate))}: is not a certificate in PEM form; {right}") from None
    try:
        context.load_cert_chain(certificate, key, password=_no_password)
    except _EncryptedKeyError:
        right = "write the key without one, in a file that only this user can read"
        raise BadInput(f"{visible(str(key))}: this key is encrypted with a password; {right}") from None
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            wrong = f"is not the key of {visible(str(certificate))}; name the key that the certificate was made for"
        else:
            wrong = "is not a private key in PEM form; name the file that begins with -----BEGIN PRIVATE KEY-----"
        raise BadInput(f"{visible(str(key))}: {wrong}") from None


class _EncryptedKeyError(Exception):
    """OpenSSL asked for the password of a key."""


def _no_password() -> str:
    raise _EncryptedKeyError


def new_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The event loop factory of a service: uvloop's if it is installed, otherwise None."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


class _Server(uvicorn.Server):
    """A server that does not handle signals; `run` does."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture no signals."""
        yield


def bound(host: str, port: int) -> socket.socket:
    """A socket bound to this address; raises BadInput if that fails."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
    except OSError as error:
        found.close()
        raise BadInput(f"port {port} at {host}: cannot be used ({error.strerror}); choose another port") from None
    except OverflowError:
        found.close()
        raise BadInput(f"port {port}: is not a port; write 0 to 65535") from None
    return found


def _config(app: Any, **more: Any) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        lifespan="off",
        http=bounded(AutoHTTPProtocol),
        ws="websockets-sansio",
        ws_max_size=2 * LARGEST_BODY,  # more ends the socket; more than LARGEST_BODY gets an answer
        ws_per_message_deflate=False,  # the size of a compressed frame would depend on earlier frames
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=5,
        **more,
    )


Ready = Callable[[str], Awaitable[None] | None]


async def run(
    service: Service, listening: Listening, ready: Ready, outside: socket.socket, ends: asyncio.Event | None = None
) -> None:
    """Serve until a signal arrives or `ends` is set; `ready` is called with the address once the service answers requests.

    `outside` is the socket from `bound` for this address.
    """
    if not listening.protected:
        raise BadInput(f"{listening.host}: to listen beyond this machine, the service needs TLS, its own or a proxy's")
    between = bound("127.0.0.1", 0)
    more: dict[str, Any] = {"proxy_headers": listening.behind_proxy}
    if listening.behind_proxy:
        more["forwarded_allow_ips"] = "127.0.0.1,::1"
    if listening.tls_cert is not None:
        more |= {"ssl_certfile": str(listening.tls_cert), "ssl_keyfile": str(listening.tls_key)}
    servers = [_Server(_config(make_app(service), **more)), _Server(_config(service.forwarding.app()))]
    stopping = ends if ends is not None else asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):  # not in the main thread
            loop.add_signal_handler(number, stopping.set)
    serving = [
        asyncio.create_task(server.serve(sockets=[each]))
        for server, each in zip(servers, (outside, between), strict=True)
    ]
    try:
        await _started(servers, serving)
        await asyncio.to_thread(service.forwarding.register, f"http://127.0.0.1:{between.getsockname()[1]}")
        await service.start()
        port = outside.getsockname()[1]
        host = f"[{listening.host}]" if ":" in listening.host else listening.host
        log("listening", port=port)
        told = ready(f"{listening.scheme}://{host}:{port}")
        if told is not None:
            await told
        await stopping.wait()
    finally:
        await service.drain()
        for server in servers:
            server.should_exit = True
        await asyncio.gather(*serving, return_exceptions=True)
        for each in (outside, between):
            each.close()


async def _started(servers: list[_Server], serving: list[asyncio.Task[None]]) -> None:
    async with asyncio.timeout(STARTING_SECONDS):
        while not all(server.started for server in servers):
            for task in serving:
                if task.done():
                    task.result()
                    raise BadInput("the service could not start")
            await asyncio.sleep(0.01)
