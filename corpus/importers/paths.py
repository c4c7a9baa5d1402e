"""Importing files and folders of any kind: case JSON in one step, pages in steps of a few.

Owns what lands, what is skipped and in which steps. An import that was stopped is taken up by
starting it again: pages that landed are known by their bytes and are not read anew.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from corpus.case import Case, Document, Visibility
from corpus.errors import InvalidCaseError
from corpus.importers import ImportReport, LandingCase, MaskedPlace, SkippedCase
from corpus.importers.files import CASE_SUFFIXES, PAGE_SUFFIXES, find_files, is_page, read_bytes
from corpus.importers.identity import ORIGIN_KEY, Known, digest_of
from corpus.importers.incidentlib import FoundCase, read_file
from corpus.importers.masking import mask_document, places
from corpus.importers.pages import INFERRED_KEY, PAGE_LIMIT, PageReader, ReadPage
from corpus.mask import Masker
from corpus.store import Store
from corpus.vocabulary import Vocabulary

_STEP = 25
"""Pages that land together; a stopped import loses no more."""

_MADE_BY_IMPORT = (
    *("title", "org", "date", "date_kind", "impact", "symptoms_text", "severity", "timeline"),
    *("detection", "remediation", "action_items", "lessons", "summary", "dead_ends", "checks"),
    *("docs", "symptoms", "components", "domain", "draft", "visibility", INFERRED_KEY, ORIGIN_KEY),
)
"""What a changed page replaces in its case; what others added to the case stays."""

_NOT_READ = ("id", "docs", "visibility", "draft")
"""Fields that no page is recognised by."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Masking:
    """How secrets and personal data are dealt with.

    Attributes:
        masker: finds and masks them, in pages always.
        cases: whether case JSON is masked, too, and not only reported on.
    """

    masker: Masker = field(default_factory=Masker)
    cases: bool = False


def import_paths(
    store: Store,
    paths: Iterable[Path],
    *,
    visibility: Visibility | None = None,
    dry_run: bool = False,
    masking: Masking | None = None,
    progress: Progress = lambda _done, _all: None,
) -> ImportReport:
    """Import the case files and pages at these paths, and those in the folders among them.

    Case JSON lands in one transaction, pages in steps. Skipped and named: whatever is no sound
    case, ids of the shipped library, and an id that came before in the same import.

    Args:
        store: where the cases go.
        paths: files and folders.
        visibility: who may see them, whatever the files say.
        dry_run: write nothing, report the same.
        masking: how secrets are dealt with.
        progress: told after each file how many are done, and of how many.

    Raises:
        DatabaseError: the database could not be written; what landed before stays.
    """
    run = _Import(store, visibility, masking or Masking(), dry_run=dry_run)
    files = list(run.find(paths))
    pages = [each for each in files if is_page(each.file)]
    cases = [each for each in files if not is_page(each.file)]
    for done, each in enumerate(cases, 1):
        run.take_cases(each)
        progress(done, len(files))
    run.land_cases()
    for done, each in enumerate(pages, 1 + len(cases)):
        run.take_page(each)
        progress(done, len(files))
    run.land_pages()
    return run.report()


@dataclass(frozen=True, slots=True)
class _File:
    """A file, its place among all, and the folder it was found in."""

    place: int
    file: Path
    root: Path

    @property
    def shown(self) -> str:
        return SkippedCase.of(self.file, InvalidCaseError("", "")).path


@dataclass(slots=True)
class _Waiting:
    """A page that lands with the next step; `case_id` is None for a new case."""

    where: _File
    page: ReadPage
    case_id: str | None


class _Import:
    """One import."""

    def __init__(
        self, store: Store, visibility: Visibility | None, masking: Masking, *, dry_run: bool
    ) -> None:
        self._store = store
        self._visibility = visibility
        self._masking = masking
        self._dry_run = dry_run
        self._accepted: dict[str, Case] = {}
        self._taken: dict[str, str] = {}
        self._waiting: list[_Waiting] = []
        self._skipped: list[tuple[int, SkippedCase]] = []
        self._imported: list[str] = []
        self._updated: list[str] = []
        self._unchanged: list[str] = []
        self._masked: list[MaskedPlace] = []
        self._landing: list[LandingCase] = []
        self._known = Known(())
        self._reader: PageReader | None = None
        self._found = 0

    def find(self, paths: Iterable[Path]) -> Iterable[_File]:
        """The files at the paths, in order; a path that gives none is named."""
        for path in paths:
            try:
                for file in find_files(path, (*CASE_SUFFIXES, *PAGE_SUFFIXES)):
                    self._found += 1
                    yield _File(self._found, file, path)
            except InvalidCaseError as error:
                self._found += 1
                self._skip(_File(self._found, path, path), error)

    def take_cases(self, where: _File) -> None:
        """Read a file of case JSON."""
        for found in read_file(where.file):
            if isinstance(found, SkippedCase):
                self._skipped.append((where.place, found))
                continue
            try:
                case = self._store.resolve(self._check_secrets(found, where), self._visibility)
                self._claim(case.id, where)
                self._accepted[case.id] = case
            except InvalidCaseError as error:
                self._skip(where, error, found.place)

    def land_cases(self) -> None:
        """Write the cases of all case JSON in one transaction."""
        outcome = self._store.import_cases(
            list(self._accepted.values()), visibility=self._visibility, dry_run=self._dry_run
        )
        self._imported += outcome.added
        self._updated += outcome.updated
        self._known = Known(self._store.origins())

    def take_page(self, where: _File) -> None:
        """Read a page, unless it is one that landed before; a step of them lands together."""
        try:
            data = read_bytes(where.file, PAGE_LIMIT)
            known = self._known.unchanged(digest_of(data))
            if known is not None and self._visibility is None:
                self._claim(known, where)
                self._updated.append(known)
                self._unchanged.append(known)
                return
            self._waiting.append(self._read(data, where))
        except InvalidCaseError as error:
            self._skip(where, error)
            return
        if len(self._waiting) >= _STEP:
            self.land_pages()

    def land_pages(self) -> None:
        """Write the pages that wait, in one transaction."""
        waiting, self._waiting = self._waiting, []
        if not waiting:
            return
        with nullcontext() if self._dry_run else self._store.together():
            ids = self._free_ids(sum(each.case_id is None for each in waiting))
            cases = [self._finished(each, each.case_id or next(ids)) for each in waiting]
            outcome = self._store.import_cases(
                cases, visibility=self._visibility, dry_run=self._dry_run
            )
        self._imported += outcome.added
        self._updated += outcome.updated
        for each, case in zip(waiting, cases, strict=True):
            self._taken[case.id] = each.where.shown
            self._note(each, case)

    def _free_ids(self, count: int) -> Iterator[str]:
        """New ids that no file of this import has, nor will have once it landed."""
        ids = self._store.new_ids(count + len(self._taken))
        return (each for each in ids if each not in self._taken)

    def report(self) -> ImportReport:
        """What was done."""
        skipped = sorted(self._skipped, key=lambda each: each[0])
        return ImportReport(
            tuple(self._imported),
            tuple(self._updated),
            tuple(each for _, each in skipped),
            tuple(self._unchanged),
            tuple(self._masked),
            tuple(self._landing),
        )

    def _check_secrets(self, found: FoundCase, where: _File) -> Case:
        """The case, masked where that was asked for; what it holds is told either way."""
        document, secrets = mask_document(found.case.document, self._masking.masker)
        self._masked += places(secrets, where.shown, masked=self._masking.cases)
        return Case.from_document(document) if secrets and self._masking.cases else found.case

    def _read(self, data: bytes, where: _File) -> _Waiting:
        if self._reader is None:
            today = self._store.now()[:10]
            self._reader = PageReader(self._masking.masker, Vocabulary.load(), today)
        page = self._reader.read(data, where.file, where.root, mask_cases=self._masking.cases)
        case_id = page.case_id
        if case_id is None and page.origin is not None:
            known = self._known.find(page.origin)
            case_id = known if known not in self._taken else None
        if case_id is not None:
            self._resolve(page.document | {"id": case_id})
            self._claim(case_id, where)
        elif page.origin is not None:
            self._claim(f"\n{page.origin.digest}", where)
        return _Waiting(where, page, case_id)

    def _resolve(self, document: Document) -> Case:
        return self._store.resolve(Case.from_document(document), self._visibility)

    def _finished(self, waiting: _Waiting, case_id: str) -> Case:
        """The case of a page: of a known one, with what others added to it."""
        page = waiting.page
        document = {"id": case_id} | {
            key: each for key, each in page.document.items() if key != "id"
        }
        if page.origin is not None and self._store.exists(case_id):
            document |= _kept(self._store.get(case_id), document)
        return self._resolve(document if page.origin is not None else page.document)

    def _note(self, waiting: _Waiting, case: Case) -> None:
        page = waiting.page
        self._masked += places(page.found, waiting.where.shown, masked=page.is_masked)
        if page.origin is not None:
            self._known.add(case.id, page.origin.to_json())
        document = case.document
        fields = [key for key in document if key in Case.model_fields and key not in _NOT_READ]
        self._landing.append(
            LandingCase(
                waiting.where.shown,
                case.id,
                case.title.get("en"),
                tuple(fields),
                tuple(document.get(INFERRED_KEY) or ()),
                tuple(str(each.get("title", "")) for each in document.get("docs") or ()),
            )
        )

    def _claim(self, name: str, where: _File) -> None:
        before = self._taken.setdefault(name, where.shown)
        if before == where.shown and name not in self._accepted:
            return
        if name.startswith("\n"):
            raise InvalidCaseError("", f"has the same content as {before}")
        raise InvalidCaseError("id", f"{name} came before in the same import")

    def _skip(self, where: _File, error: InvalidCaseError, place: str = "") -> None:
        self._skipped.append((where.place, SkippedCase.of(where.file, error, place)))


def _kept(before: Case, document: Mapping[str, object]) -> Document:
    """What a case keeps when its page was changed: what the page never says, and what is done."""
    stored = before.document
    kept = {
        key: value
        for key, value in stored.items()
        if key not in document and key not in _MADE_BY_IMPORT
    }
    kept["visibility"] = str(before.visibility)
    done = {item.text: item.done_at for item in before.action_items if item.done_at}
    items = document.get("action_items")
    if done and isinstance(items, list):
        texts = Case.from_document(dict(document)).action_items
        kept["action_items"] = [
            item if text.done_at or text.text not in done else item | {"done_at": done[text.text]}
            for item, text in zip(items, texts, strict=True)
        ]
    return kept
