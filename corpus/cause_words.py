"""Words of a case's symptoms that give its root cause away.

`symptoms_text` is what a responder compares with the screen in front of them; who reads the cause
there learns nothing, and a search for symptoms would be measured on the answer. The rule is one
table: `cause_words.toml` lists the key terms of each root cause, and a text is at fault when it has
one of those of its own case's cause. The causes of other cases do not matter: "the certificate had
not expired" is an observation where the cause was something else. Nor does what is quoted: an error
text is what was seen, whatever its author knew.

It cannot see a cause that is told in words of its own ("every pod takes an address of the subnet"):
of the titles, summaries and lessons of the shipped cases, which do tell the cause, it knows about a
third. It is a net for the plain words, not a reader.
"""

import re
from collections.abc import Mapping
from functools import cache

from corpus.tables import read_table

_QUOTED = re.compile(r'"[^"\n]{1,200}"|“[^”\n]{1,200}”|「[^」\n]{1,200}」')


def find_cause_words(text: str, root_cause: str, lang: str) -> tuple[str, ...]:
    """The words of a text that are key terms of a root cause, as the text has them.

    Args:
        text: the symptoms of a case.
        root_cause: a slug; one that the table does not have gives nothing away.
        lang: the language of the text, `en` or `ko`.

    Returns:
        Each word once, in the order of the text.

    >>> find_cause_words("TLS fails, the certificate had expired.", "expired-credential", "en")
    ('expired',)
    """
    pattern = _patterns().get((root_cause, lang))
    if pattern is None:
        return ()
    plain = _QUOTED.sub(" ", text)
    return tuple(dict.fromkeys(found.group() for found in pattern.finditer(plain)))


def causes_with_words() -> frozenset[str]:
    """The root causes that the table has terms for."""
    return frozenset(cause for cause, _ in _patterns())


@cache
def _patterns() -> Mapping[tuple[str, str], re.Pattern[str]]:
    """One pattern for each root cause and language."""
    ways = {"en": _english, "ko": _korean}
    return {
        (cause, lang): re.compile("|".join(map(ways[lang], terms)))
        for cause, table in read_table("cause_words.toml").items()
        for lang, terms in table.items()
    }


def _english(term: str) -> str:
    """Whole words; `*` is the rest of one."""
    written = (
        re.escape(term).replace(r"\*", r"\w*").replace(r"\ ", r"\s+").replace(r"\-", r"[-\s]?")
    )
    return rf"(?i:(?<![\w-]){written}(?!\w))"


def _korean(term: str) -> str:
    """The beginning of a word, with or without the spaces inside; particles and endings follow."""
    return r"(?<![가-힣])" + re.escape(term).replace(r"\ ", r"\s*")
