"""The form that edits a case: what it carries along, and what is wrong with a submission."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from corpus import Case, CaseNotFoundError, InvalidCaseError
from handlers.capture import entry_mistakes
from handlers.case_entry import Entered, changes_of
from handlers.payload import part_of, user_of
from handlers.services import Services
from handlers.views.case_form import DATE, TITLE


@dataclass(frozen=True, slots=True)
class Carried:
    """What a form carries along.

    Attributes:
        seen: the digest of the case that its author read.
        channel_id: where Details was opened; empty where nobody knows.
        under: the view of Details below the form; empty where the form took its place.
        lang: the language in which the texts are shown.
    """

    case_id: str
    seen: str
    channel_id: str
    under: str
    lang: str

    @classmethod
    def read(cls, body: Mapping[str, Any]) -> "Carried | None":
        """Read it from a submission; None where the view carries none, as the skeleton does."""
        try:
            return cls(**json.loads(str(part_of(body, "view").get("private_metadata"))))
        except (ValueError, TypeError):
            return None


def find_mistakes(body: Mapping[str, Any], services: Services) -> dict[str, str]:
    """What is wrong with an edit: blank, no date, or somebody else was faster; asks the corpus."""
    words = services.words(services.directory.known_lang(user_of(body)))
    said = Entered.read(body, services.vocabulary, services.masker)
    mistakes = entry_mistakes(said, words)
    carried = Carried.read(body)
    if carried is None or mistakes:
        return mistakes
    try:
        case = services.store.get(carried.case_id)
    except CaseNotFoundError:
        return {TITLE[0]: words("no-such-case", case=carried.case_id)}
    if case.digest != carried.seen:
        return {TITLE[0]: words("case-changed", case=case.id)}
    changes = changes_of(said, case, services.vocabulary, carried.lang)
    try:
        Case.from_document({**case.document, **changes})
    except InvalidCaseError as error:
        is_date = error.field == "date"
        return (
            {DATE[0]: words("case-form-date-wrong")}
            if is_date
            else {TITLE[0]: words("capture-invalid")}
        )
    return {}
