"""tantivy: a search engine in the manner of Lucene; Korean in bigrams, as Lucene has it."""

import re
from collections.abc import Iterator
from pathlib import Path

import tantivy

from matching.engines.engine import STOP_WORDS, Search, TextEngine, read_ids
from matching.texts import CaseText

_FIELDS = ("title", "seen", "told", "tags")
"""Without boosts: all that were tried (title up to 3, seen and told up to 2) found less."""
_HANGUL = re.compile(r"[가-힣]+")
_BIGRAMS = "bigrams"
_INDEX = "tantivy"
_HEAP = 256_000_000


class Tantivy(TextEngine):
    """A field for the Latin words of a part, and one for its Hangul."""

    name = "tantivy"
    settings = (
        "English stems and stop words for Latin words, bigrams for Hangul, in the fields title, "
        "seen, told, tags without boosts (all that were tried did worse); a query is all of its "
        "terms in all fields, any of which may be there"
    )

    def __init__(self) -> None:
        super().__init__()
        self._words = _word_analyzer()
        self._grams = _gram_analyzer()

    def index(self, folder: Path) -> None:
        """Write everything with one commit and wait for the merges."""
        path = folder / _INDEX
        path.mkdir()
        index = self._registered(tantivy.Index(_schema(), path=str(path)))
        writer = index.writer(heap_size=_HEAP)
        for place, case in enumerate(self._cases):
            document = tantivy.Document(place=place)
            for name, text in _parts(case):
                document.add_text(f"{name}_words", _HANGUL.sub(" ", text))
                document.add_text(f"{name}_grams", " ".join(_HANGUL.findall(text)))
            writer.add_document(document)
        writer.commit()
        writer.wait_merging_threads()

    def open(self, folder: Path) -> Search:
        """Open the files."""
        ids = read_ids(folder)
        index = self._registered(tantivy.Index.open(str(folder / _INDEX)))

        def search(text: str, limit: int) -> list[str]:
            clauses = [(tantivy.Occur.Should, query) for query in self._queries(text, index.schema)]
            if not clauses:
                return []
            searcher = index.searcher()
            hits = searcher.search(tantivy.Query.boolean_query(clauses), limit).hits
            return [ids[searcher.doc(at)["place"][0]] for _, at in hits]

        return search

    def _queries(self, text: str, schema: tantivy.Schema) -> Iterator[tantivy.Query]:
        """Each term in each field, weighted."""
        words = self._words.analyze(_HANGUL.sub(" ", text))
        grams = [gram for run in _HANGUL.findall(text) for gram in self._grams.analyze(run)]
        for kind, terms in (("words", words), ("grams", grams)):
            for term in dict.fromkeys(terms):
                for name in _FIELDS:
                    yield tantivy.Query.term_query(
                        schema, f"{name}_{kind}", term, index_option="freq"
                    )

    def _registered(self, index: tantivy.Index) -> tantivy.Index:
        index.register_tokenizer("words", self._words)
        index.register_tokenizer(_BIGRAMS, self._grams)
        return index


def _word_analyzer() -> tantivy.TextAnalyzer:
    return (
        tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
        .filter(tantivy.Filter.remove_long(40))
        .filter(tantivy.Filter.lowercase())
        .filter(tantivy.Filter.custom_stopword(sorted(STOP_WORDS)))
        .filter(tantivy.Filter.stemmer("english"))
        .build()
    )


def _gram_analyzer() -> tantivy.TextAnalyzer:
    grams = tantivy.Tokenizer.ngram(min_gram=2, max_gram=2, prefix_only=False)
    return tantivy.TextAnalyzerBuilder(grams).build()


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field("place", stored=True)
    for name in _FIELDS:
        for kind, tokenizer in (("words", "words"), ("grams", _BIGRAMS)):
            builder.add_text_field(
                f"{name}_{kind}", stored=False, tokenizer_name=tokenizer, index_option="freq"
            )
    return builder.build()


def _parts(case: CaseText) -> Iterator[tuple[str, str]]:
    for name in ("title", "seen", "told"):
        yield name, "\n".join(getattr(case, name).values())
    yield "tags", case.tags
