"""The certificate holder's logo: a PNG or SVG file, checked before drawing, and placed where a felt has room for it."""

from __future__ import annotations

import base64
import re
import struct
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from houseway.core.felt import Felt, Ink, Mark, Required, holders_name, rectangle
from houseway.law import BadInput
from houseway.law.inputs import quoted

MOST_BYTES: Final = 2_000_000
MOST_PIXELS: Final = 40_000_000
SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
SHOWN: Final = "the holder's logo"
RIGHT: Final = "give a PNG or SVG file of at most 2 MB"
OUTSIDE: Final = re.compile(r"""(?:href\s*=\s*["'](?!#|data:image/)|url\(\s*["']?(?!#)|@import)""", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Logo:
    """A picture that can be embedded."""

    kind: str  # image/png, image/svg+xml
    content: bytes

    @property
    def address(self) -> str:
        """The picture as a data URL."""
        return f"data:{self.kind};base64,{base64.b64encode(self.content).decode()}"


def read_logo(path: Path, where: str = "logo") -> Logo:
    """Read a logo; the error for a bad file says what is wrong with it."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadInput(f"{where} {path}: the file is larger than 2 MB; {RIGHT}")
        content = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{where} {path}: cannot be read ({error.strerror}); {RIGHT}") from error
    if content.startswith(SIGNATURE):
        _check_png(content, f"{where} {path}")
        return Logo("image/png", content)
    if b"<svg" in content[:4096]:
        _check_svg(content, f"{where} {path}")
        return Logo("image/svg+xml", content)
    raise BadInput(f"{where} {path}: is not a PNG or SVG image; {RIGHT}")


def _check_png(content: bytes, named: str) -> None:
    """Check every chunk's checksum, the sizes, and that the pixels can be unpacked."""
    place, data, ended, pixels = len(SIGNATURE), b"", False, 0
    while place + 12 <= len(content) and not ended:
        length, kind = struct.unpack(">I4s", content[place : place + 8])
        body = content[place + 8 : place + 8 + length]
        check = content[place + 8 + length : place + 12 + length]
        if len(check) != 4 or zlib.crc32(kind + body) != int.from_bytes(check, "big"):
            raise BadInput(f"{named}: the PNG image is damaged; save it again")
        if kind == b"IHDR" and length == 13:
            pixels = int.from_bytes(body[:4], "big") * int.from_bytes(body[4:8], "big")
        data += body if kind == b"IDAT" else b""
        ended = kind == b"IEND"
        place += 12 + length
    if not ended or not 0 < pixels <= MOST_PIXELS:
        raise BadInput(f"{named}: the PNG image is damaged or too large; save it again with fewer pixels")
    try:
        unpacked = zlib.decompressobj().decompress(data, 8 * MOST_PIXELS)
    except zlib.error as error:
        raise BadInput(f"{named}: the PNG image is damaged; save it again") from error
    if not unpacked:
        raise BadInput(f"{named}: the PNG image is empty; save it again")


def _check_svg(content: bytes, named: str) -> None:
    """Check that the XML is well formed, has an `svg` root, and contains no scripts or external references."""
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise BadInput(f"{named}: the SVG image is not UTF-8 text; save it again") from error
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise BadInput(f"{named}: the SVG image has a document type; save it as plain SVG")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise BadInput(f"{named}: is no well formed SVG image ({error}); save it again") from error
    if root.tag.rpartition("}")[2] != "svg":
        raise BadInput(f"{named}: its first element is {quoted(root.tag)} and not svg; {RIGHT}")
    tags = {element.tag.rpartition("}")[2] for element in root.iter() if isinstance(element.tag, str)}
    if tags & {"script", "foreignObject"} or OUTSIDE.search(text):
        raise BadInput(f"{named}: the SVG image has scripts or addresses of other files; save it as plain SVG")
    if not (root.get("viewBox") or (root.get("width") and root.get("height"))):
        raise BadInput(f"{named}: the SVG image says no size; give it a viewBox")


def with_logo(felt: Felt, logo: Logo) -> Felt:
    """The felt with the logo instead of the holder's name, as the chapters allow."""
    assert felt.logo is not None
    name = (felt.holder,)
    replaced = holders_name(felt)
    words = tuple(each for each in felt.inscriptions if each not in replaced)
    required = tuple(
        Required(each.what, each.cites, (SHOWN,), each.by_sign) if each.shown == name else each
        for each in felt.required
    )
    mark = Mark(rectangle(*felt.logo), Ink.NONE, Ink.NONE, name=SHOWN)
    return replace(felt, inscriptions=words, required=required, marks=(*felt.marks, mark), picture=logo.address)
