"""The index of the shipped cases, made when the program is installed.

Owns where it lies. With it the first start need not cut 309 cases into terms; without it, or when
it was made by another version, the library makes its own as ever.

    python -m corpus.prebuilt
"""

from pathlib import Path

from corpus.case import Visibility
from corpus.entry import prepare
from corpus.saved_index import IndexFile
from corpus.segment import Segment
from corpus.shipped import load_shipped_cases
from corpus.vocabulary import Vocabulary

PREBUILT = Path(__file__).with_name("shipped.index")

_READ_BY_ALL = 0o644


def build_index(path: Path = PREBUILT) -> None:
    """Write the index of the shipped cases; whoever runs the program may read it."""
    vocabulary = Vocabulary.load()
    public = (case.with_visibility(Visibility.PUBLIC) for case in load_shipped_cases())
    IndexFile(path).save(Segment.build([prepare(case, vocabulary) for case in public]))
    if path.exists():
        path.chmod(_READ_BY_ALL)


if __name__ == "__main__":
    build_index()
