"""Bytes of a page → text, whatever its encoding: UTF-8 and 16, EUC-KR and CP949, Latin-1, others.

What cannot be text is told, not guessed at.
"""

import codecs
import re

from charset_normalizer import from_bytes

from corpus.errors import InvalidCaseError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_GUESSED = ["cp949", "cp1252", "shift_jis", "gb18030"]
"""What is tried where nothing says which; CP949 holds all of EUC-KR, and cp1252 of Latin-1."""

_DECLARED = re.compile(
    rb"""<(?:meta|\?xml)[^>]{0,200}(?:charset|encoding)\s*=\s*["']?([\w-]+)""", re.IGNORECASE
)
_HEAD = 2048
_SAMPLE = 65_536
_MAGIC = (
    b"%PDF",
    b"PK\x03\x04",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"\x1f\x8b",
    b"\x7fELF",
    b"{\\rtf",
)
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\ufffe\uffff]")


def decode(data: bytes) -> str:
    r"""The text of a page, with `\n` as its line ends.

    Raises:
        InvalidCaseError: it is empty or no text.
    """
    if data.startswith(_MAGIC):
        raise InvalidCaseError("", "is not a text file")
    text = _decode(data).replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise InvalidCaseError("", "is empty")
    if _CONTROLS.search(text) is not None:
        raise InvalidCaseError("", "is not a text file")
    return text


def _decode(data: bytes) -> str:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _strictly(data, encoding)
    wide = _wide(data)
    if wide is not None:
        try:
            return data.decode(wide)
        except UnicodeDecodeError as error:
            raise InvalidCaseError("", "is not a text file") from error
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    declared = _DECLARED.search(data[:_HEAD])
    if declared is not None:
        try:
            return data.decode(_widened(declared[1].decode("ascii")))
        except (UnicodeDecodeError, LookupError):
            pass
    return _guess(data)


def _strictly(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise InvalidCaseError("", f"is not {encoding} text (byte {error.start + 1})") from error


def _wide(data: bytes) -> str | None:
    """UTF-16 without a mark: every other byte of its spaces and line ends is zero."""
    sample = data[:_SAMPLE]
    if b"\x00" not in sample or len(data) % 2:
        return None
    little, big = sample.count(b"\n\x00"), sample.count(b"\x00\n")
    if little == big:
        little, big = sample[1::2].count(0), sample[::2].count(0)
    return "utf-16-le" if little > big else "utf-16-be"


def _widened(name: str) -> str:
    """Pages that say EUC-KR are written in its superset, those that say Latin-1 likewise."""
    lower = name.lower().replace("_", "-")
    if lower in ("euc-kr", "ks-c-5601-1987", "ksc5601"):
        return "cp949"
    return "cp1252" if lower in ("iso-8859-1", "latin-1", "latin1") else name


def _guess(data: bytes) -> str:
    found = from_bytes(data[:_SAMPLE], cp_isolation=_GUESSED).best()
    for encoding in (found.encoding if found else "cp1252", "cp1252", "latin-1"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise InvalidCaseError("", "is not a text file")
