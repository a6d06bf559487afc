"""The pages: one HTML document, and its modules, styles and fonts under a path that contains their digest."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from fastapi import APIRouter, Request
from fastapi.responses import Response

from houseway.service.problems import not_found

router = APIRouter(include_in_schema=False)

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
}
FONTS = ("SourceSansPro-Regular.ttf", "SourceSansPro-Semibold.ttf", "SourceSansPro-Bold.ttf")
FOREVER = "public, max-age=31536000, immutable"


@lru_cache(maxsize=1)
def assets() -> dict[str, bytes]:
    """All files of the pages and the fonts, by name."""
    found = {each.name: each.read_bytes() for each in _files(files("houseway.service") / "pages") if _kind(each.name)}
    fonts = files("font_source_sans_pro") / "files"
    return {**found, **{name: (fonts / name).read_bytes() for name in FONTS}}


def _files(folder: Traversable) -> list[Traversable]:
    return sorted((each for each in folder.iterdir() if each.is_file()), key=lambda each: each.name)


def _kind(name: str) -> str | None:
    return KINDS.get(name[name.rfind(".") :])


@lru_cache(maxsize=1)
def digest() -> str:
    """A short digest of all assets."""
    found = hashlib.sha256()
    for name, content in sorted(assets().items()):
        found.update(f"{name} {len(content)}\n".encode() + content)
    return found.hexdigest()[:16]


@lru_cache(maxsize=1)
def document() -> bytes:
    """The HTML document of every page, with links to the current assets."""
    text = (files("houseway.service") / "pages" / "index.html").read_text(encoding="utf-8")
    return re.sub(r"/assets/[^/\"]*/", f"/assets/{digest()}/", text).encode()


def _page(status: int = 200) -> Response:
    headers = {"Content-Security-Policy": POLICY, "Cache-Control": "no-cache"}
    return Response(document(), status, media_type="text/html; charset=utf-8", headers=headers)


def missing_page(request: Request) -> Response | None:
    """The answer to a browser that asks for a missing page; None for other clients, which get a problem document."""
    html = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    return _page(404) if html and not request.url.path.startswith(("/v1/", "/assets/")) else None


PLACES = (
    "/", "/tables/{table_id}", "/tables/{table_id}/dealer", "/tables/{table_id}/replay", "/rules", "/rules/{game}", "/odds",
    "/odds/{game}", "/papers", "/people", "/first",
)  # fmt: skip


async def page() -> Response:
    """The HTML document; its scripts show what the address asks for."""
    return _page()


for _place in PLACES:
    router.get(_place)(page)


@router.get("/assets/{version}/{name}")
async def asset(version: str, name: str) -> Response:
    """A module, style or font of the current version; a page of another version gets 404 and reloads itself."""
    content = assets().get(name) if version == digest() else None
    if content is None:
        raise not_found()
    return Response(content, media_type=_kind(name), headers={"Cache-Control": FOREVER})


@router.get("/favicon.ico")
async def favicon() -> Response:
    """The icon: a chip."""
    return Response(assets()["chip.svg"], media_type="image/svg+xml", headers={"Cache-Control": "max-age=86400"})
