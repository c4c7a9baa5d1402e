"""rapidfuzz: `token_set_ratio` between the query and every case."""

import json
from pathlib import Path

import numpy as np
from rapidfuzz import fuzz, process, utils

from matching.engines.engine import Search, TextEngine, read_ids
from matching.texts import LANGUAGES

_FILE = "folded.json"


class RapidfuzzAll(TextEngine):
    """Nothing is indexed: each lookup compares with everything."""

    name = "rapidfuzz over all"
    settings = (
        "`token_set_ratio` with the whole text of each language, case and punctuation folded by "
        "the library's default processor, on all cores; the better language counts"
    )

    def index(self, folder: Path) -> None:
        """Fold every text once."""
        texts = {
            lang: [utils.default_process(case.in_language(lang)) for case in self._cases]
            for lang in LANGUAGES
        }
        (folder / _FILE).write_text(json.dumps(texts, ensure_ascii=False), encoding="utf-8")

    def open(self, folder: Path) -> Search:
        """Read the folded texts."""
        ids = read_ids(folder)
        texts = json.loads((folder / _FILE).read_text(encoding="utf-8"))

        def search(text: str, limit: int) -> list[str]:
            query = utils.default_process(text)
            ratios = [
                process.cdist([query], texts[lang], scorer=fuzz.token_set_ratio, workers=-1)[0]
                for lang in LANGUAGES
            ]
            order = np.argsort(-np.maximum(*ratios), kind="stable")[:limit]
            return [ids[place] for place in order]

        return search
