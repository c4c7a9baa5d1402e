"""Pages → cases: Markdown and HTML postmortems, and case files that were exported as Markdown.

Owns reading one file to a case that may land: its id where it is known, its readers and its state.
Where cases go is `paths`'.
"""

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from corpus.case import Case, Document, Visibility
from corpus.case_markdown import read_case
from corpus.case_values import CASE_ID_PATTERN
from corpus.denials import find_denied
from corpus.facets import find_facets
from corpus.front_matter import split_front_matter
from corpus.importers.decoding import decode
from corpus.importers.front import split_front
from corpus.importers.headings import Headings
from corpus.importers.html_page import read_html
from corpus.importers.identity import ORIGIN_KEY, Origin
from corpus.importers.markdown_page import read_markdown
from corpus.importers.masking import mask_document
from corpus.importers.page import Page, Section
from corpus.importers.postmortem import build_document, language, short_title
from corpus.mask import Masker
from corpus.vocabulary import Vocabulary

PAGE_LIMIT = 8 * 1024 * 1024
"""Bytes of one page; what is larger holds pictures or logs."""

INFERRED_KEY = "inferred"
"""The key of a case that names the facets its words gave; a person's choice takes them out."""

_INFERRED = ("symptoms", "components", "domain")
_HTML = re.compile(
    r"\s*(?:<!--.*?-->\s*)*<(?:!doctype html|html|head|body|\?xml)", re.IGNORECASE | re.DOTALL
)


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page as a case without an id, unless the page itself gives one.

    Attributes:
        document: the case; sound but for the id.
        case_id: the id that the page gives.
        origin: where it was read; None for a case file of ours.
        found: secrets and personal data, by field and kind.
        is_masked: whether the document holds dots in their place.
    """

    document: Document
    case_id: str | None
    origin: Origin | None
    found: Counter[tuple[str, str]]
    is_masked: bool


class PageReader:
    """Reads pages; one for an import.

    Args:
        masker: masks what pages hold.
        vocabulary: the terms that are looked for in them.
        today: the day of the import, `YYYY-MM-DD`.
    """

    def __init__(self, masker: Masker, vocabulary: Vocabulary, today: str) -> None:
        self._masker = masker
        self._vocabulary = vocabulary
        self._headings = Headings.load()
        self._today = today

    def read(self, data: bytes, file: Path, root: Path, *, mask_cases: bool) -> ReadPage:
        """Read the bytes of a file.

        Args:
            data: all of it.
            file: its name tells HTML from Markdown where its first words do not.
            root: the folder that is imported, or the file.
            mask_cases: whether case files of ours are masked, too.

        Raises:
            InvalidCaseError: it is no text, or no case can be made of it.
        """
        text = unicodedata.normalize("NFC", decode(data))
        ours = read_case(text)
        if ours is not None:
            return self._read_case(*ours, mask_cases=mask_cases)
        document, case_id = self._read_page(text, file)
        masked, found = mask_document(document, self._masker)
        title = next(iter(masked["title"].values()))
        origin = Origin.of(file, root, data, title)
        masked |= self._inferred(masked)
        masked.setdefault("visibility", str(Visibility.TEAM))
        masked |= {
            "draft": True,
            ORIGIN_KEY: origin.to_json() | {"path": self._masker(origin.path)},
        }
        Case.from_document({"id": "CASE-1", "channel_id": "C1", **masked})
        return ReadPage(masked, case_id, origin, found, is_masked=True)

    def _read_case(self, document: Document, is_whole: bool, *, mask_cases: bool) -> ReadPage:  # noqa: FBT001 - unpacked
        """A case file of ours: as it was written it is case JSON, changed it is somebody's page."""
        masked, found = mask_document(document, self._masker)
        is_masked = mask_cases or not is_whole
        kept = masked if is_masked else document
        case = Case.from_document(kept)
        return ReadPage(kept, case.id, None, found, is_masked)

    def _read_page(self, text: str, file: Path) -> tuple[Document, str | None]:
        front, body = split_front_matter(text)
        is_html = _HTML.match(body) is not None or file.suffix.lower() in (".html", ".htm")
        page = read_html(body) if is_html else read_markdown(body)
        page = replace(page, title=page.title or str(front.get("title", "")))
        lang = language(page)
        given, lines = split_front(front, lang)
        if lines:
            page = replace(page, sections=(Section("", 0, tuple(lines)), *page.sections))
        built = build_document(
            Page(page.title, page.sections),
            name=file.stem.encode("utf-8", "surrogateescape").decode("utf-8", "replace"),
            headings=self._headings,
            today=self._today,
        )
        if "title" in given:
            titles = {key: short_title(each) or each for key, each in given["title"].items()}
            given |= {"title": titles}
        docs = [*built.get("docs", ()), *given.get("docs", ())]
        document = built | given | ({"docs": docs} if docs else {})
        wanted = str(front.get("id", ""))
        return document, wanted if re.fullmatch(CASE_ID_PATTERN, wanted) else None

    def _inferred(self, document: Document) -> Document:
        """The facets that title and symptoms name, where the page gives none, and their names."""
        said = [document.get("title"), document.get("symptoms_text") or document.get("summary")]
        text = "\n\n".join(each for value in said if value for each in value.values())
        hits = find_facets(text, self._vocabulary)
        denied = find_denied(text, hits)
        inferred: Document = {}
        for facet in _INFERRED:
            slugs = [hit.slug for hit in hits if hit.facet == facet and hit not in denied]
            if slugs and not document.get(facet):
                inferred[facet] = slugs
        return inferred | {INFERRED_KEY: list(inferred)} if inferred else {}
