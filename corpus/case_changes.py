"""Changes to single facts of an own case: what it is a recurrence of, which action item is done.

Owns what a change does to the document. Writing it, and who did it, is the store's.
"""

from corpus.case import Case, Document, kept_entries
from corpus.errors import CaseNotFoundError, InvalidCaseError
from corpus.store import Store


def set_recurrence(store: Store, case_id: str, earlier_id: str | None, *, actor: str) -> Case:
    """Say which earlier case this own case is a recurrence of, or of none; returns it as stored.

    Raises:
        CaseNotFoundError: there is no such case.
        InvalidCaseError: it is public, or the earlier case leads back to this one.
    """
    if earlier_id is not None:
        _check_chain(store, case_id, earlier_id)

    def edit(document: Document) -> None:
        document["recurrence_of"] = earlier_id

    return store.change(case_id, edit, actor=actor, action="link" if earlier_id else "unlink")


def mark_action_item(
    store: Store, case_id: str, number: int, *, done_at: str | None, actor: str
) -> Case:
    """Say when an action item of an own case was done, or that it is open; returns it as stored.

    Args:
        store: the library.
        case_id: the case.
        number: the item's place in `Case.action_items`, from 0.
        done_at: an ISO 8601 date; None opens the item again.
        actor: who says so, such as a Slack user id.

    Raises:
        CaseNotFoundError: there is no such case.
        InvalidCaseError: it is public, or has no such item.
    """

    def edit(document: Document) -> None:
        items = document.get("action_items")
        places = [at for at, _ in kept_entries("action_items", items or [])]
        if not isinstance(items, list) or not 0 <= number < len(places):
            raise InvalidCaseError("action_items", f"has no item {number}")
        item = items[places[number]]
        if item.get("done_at") != done_at:
            item["done_at"] = done_at

    return store.change(case_id, edit, actor=actor, action="done" if done_at else "reopen")


def _check_chain(store: Store, case_id: str, earlier_id: str) -> None:
    """Refuse a circle: a case cannot come back before it happened."""
    seen = {case_id}
    each: str | None = earlier_id
    while each is not None:
        if each in seen:
            raise InvalidCaseError("recurrence_of", f"{earlier_id} leads back to {case_id}")
        seen.add(each)
        try:
            each = store.get(each).recurrence_of
        except CaseNotFoundError:
            return
