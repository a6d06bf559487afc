"""The pages: one document, and its modules, styles and fonts under a path with their digest, so that they never go stale."""

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
    """Every file of the pages by its name, and the fonts."""
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
    """The document of every page, leading to the present assets."""
    text = (files("houseway.service") / "pages" / "index.html").read_text(encoding="utf-8")
    return re.sub(r"/assets/[^/\"]*/", f"/assets/{digest()}/", text).encode()


def _page(status: int = 200) -> Response:
    headers = {"Content-Security-Policy": POLICY, "Cache-Control": "no-cache"}
    return Response(document(), status, media_type="text/html; charset=utf-8", headers=headers)


def missing_page(request: Request) -> Response | None:
    """A browser that asks for an address without a page gets a page that says so; everybody else a problem."""
    html = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    return _page(404) if html and not request.url.path.startswith(("/v1/", "/assets/")) else None


PLACES = (
    "/", "/tables/{table_id}", "/tables/{table_id}/dealer", "/tables/{table_id}/replay", "/rules", "/rules/{game}", "/odds",
    "/odds/{game}", "/papers", "/people", "/first",
)  # fmt: skip


async def page() -> Response:
    """The document; the address decides what it shows."""
    return _page()


for _place in PLACES:
    router.get(_place)(page)


@router.get("/assets/{version}/{name}")
async def asset(version: str, name: str) -> Response:
    """A module, style or font; of another version, nothing: a page of that version loads itself again."""
    content = assets().get(name) if version == digest() else None
    if content is None:
        raise not_found()
    return Response(content, media_type=_kind(name), headers={"Cache-Control": FOREVER})


@router.get("/favicon.ico")
async def favicon() -> Response:
    """A chip."""
    return Response(assets()["chip.svg"], media_type="image/svg+xml", headers={"Cache-Control": "max-age=86400"})
