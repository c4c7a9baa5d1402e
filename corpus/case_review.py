"""The life of an own case after it was captured: reviewed, edited, outdated, current again.

Owns what each step does to the document. Each can be told what the case looked like when its author
read it (`Case.digest`), and is then refused where somebody else changed it since. Writing it, and
who did it, is the store's.
"""

from collections.abc import Callable, Mapping
from typing import Any

from corpus.case import Case, Document
from corpus.errors import CaseChangedError
from corpus.store import Store


def mark_reviewed(store: Store, case_id: str, *, seen: str | None = None, actor: str) -> Case:
    """Say that somebody read a draft and vouches for it; returns the case as stored.

    Raises:
        CaseNotFoundError: there is no such case.
        CaseChangedError: it is not what was read.
        InvalidCaseError: it is public.
    """

    def edit(document: Document) -> None:
        review = document.get("review")
        document["review"] = {
            **(review if isinstance(review, dict) else {}),
            "reviewed_at": store.now(),
            "reviewed_by": actor,
        }
        document["draft"] = False

    return _change(store, case_id, edit, seen=seen, actor=actor, action="review")


def mark_outdated(
    store: Store, case_id: str, reason: str, *, seen: str | None = None, actor: str
) -> Case:
    """Say that a case no longer applies, and why; returns the case as stored.

    Raises:
        CaseNotFoundError: there is no such case.
        CaseChangedError: it is not what was read.
        InvalidCaseError: it is public.
    """

    def edit(document: Document) -> None:
        document["outdated"] = {"at": store.now(), "reason": reason}

    return _change(store, case_id, edit, seen=seen, actor=actor, action="outdate")


def mark_current(store: Store, case_id: str, *, actor: str) -> Case:
    """Say that a case applies after all; returns it as stored.

    Raises:
        CaseNotFoundError: there is no such case.
        InvalidCaseError: it is public.
    """

    def edit(document: Document) -> None:
        document.pop("outdated", None)

    return _change(store, case_id, edit, seen=None, actor=actor, action="restore")


def edit_case(
    store: Store, case_id: str, changes: Mapping[str, Any], *, seen: str, actor: str
) -> Case:
    """Give fields of a case other values; returns it as stored.

    Args:
        store: the library.
        case_id: the case.
        changes: the new value of each field; None takes it away.
        seen: the `digest` of the case that the author read.
        actor: who did it, such as a Slack user id.

    Raises:
        CaseNotFoundError: there is no such case.
        CaseChangedError: it is not what was read.
        InvalidCaseError: it is public, or the changes broke it.
    """

    def edit(document: Document) -> None:
        for name, value in changes.items():
            if value is None:
                document.pop(name, None)
            else:
                document[name] = value

    return _change(store, case_id, edit, seen=seen, actor=actor, action="edit")


def _change(
    store: Store,
    case_id: str,
    edit: Callable[[Document], None],
    *,
    seen: str | None,
    actor: str,
    action: str,
) -> Case:
    """Change a case and say when; who read something else is told instead."""

    def checked(document: Document) -> None:
        if seen is not None and store.get(case_id).digest != seen:
            raise CaseChangedError(case_id)
        before = Case.from_document(document).json_text
        edit(document)
        if Case.from_document(document).json_text != before:
            document["updated_at"] = store.now()

    return store.change(case_id, checked, actor=actor, action=action)
