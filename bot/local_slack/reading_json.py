"""JSON as it comes in from outside: read once, here, so that no half character gets further.

JSON can spell half of a surrogate pair, and nothing can encode that as UTF-8 later on.
Slack shows U+FFFD in its place, and so does the stand-in.
"""

import json
import re
from typing import Any

_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def read_json(text: str | bytes) -> Any:  # noqa: ANN401 - any JSON
    """The value of a JSON text; bytes that are not UTF-8 become U+FFFD.

    Raises:
        ValueError: it is not JSON.
    """
    decoded = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    value = json.loads(decoded)
    return _mended(value) if _SURROGATE.search(decoded) else value


def _mended(value: Any) -> Any:  # noqa: ANN401 - any JSON
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_mended(item) for item in value]
    if isinstance(value, dict):
        return {_mended(key): _mended(item) for key, item in value.items()}
    return value
