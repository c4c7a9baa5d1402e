"""How JSON is written into the ledger: whatever Slack sent, as text that SQLite can keep."""

import json
from collections.abc import Mapping
from typing import Any


def to_json(document: Mapping[str, Any]) -> str:
    """The document as JSON with its keys in order.

    JSON may spell half of a surrogate pair, which is no character; it becomes a question mark.
    """
    text = json.dumps(document, ensure_ascii=False, sort_keys=True)
    return text.encode("utf-8", "replace").decode("utf-8")
