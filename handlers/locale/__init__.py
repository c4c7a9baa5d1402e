"""The interface's words: one Fluent catalogue for each language, `en.ftl` and `ko.ftl`.

Owns which languages exist and how a message id becomes a sentence. Does not know Slack: the
catalogues hold plain words, and `handlers.views` adds the mark-up.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources

from fluent.runtime import FluentBundle, FluentResource

LANGUAGES = ("en", "ko")
"""The languages of the interface; the first one is used where a reader's own is missing."""


_LONGEST = 1000
"""Characters of a text that is put into a message; well below what Fluent refuses."""


class MissingWordsError(LookupError):
    """A catalogue lacks a message, or a message lacks a variable: a mistake in the program."""

    def __init__(self, lang: str, message_id: str, problem: str) -> None:
        super().__init__(f"{lang}.ftl: {message_id}: {problem}")
        self.message_id = message_id


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language; call it with a message id.

    >>> Catalogue.load().words("en-GB")("button-details")
    'Details'
    """

    lang: str
    bundle: FluentBundle

    def __call__(self, message_id: str, /, **args: str | int) -> str:
        """Word a message; numbers choose the plural form, texts are put in as they are.

        A text may be anything that somebody typed; a long one is cut, as Fluent would refuse it.

        Raises:
            MissingWordsError: there is no such message, or it uses a variable that is not given.
        """
        if not self.bundle.has_message(message_id):
            raise MissingWordsError(self.lang, message_id, "no such message")
        pattern = self.bundle.get_message(message_id).value
        if pattern is None:
            raise MissingWordsError(self.lang, message_id, "has no text")
        sentence, errors = self.bundle.format_pattern(pattern, _cut(args))
        if errors:
            raise MissingWordsError(self.lang, message_id, str(errors[0]))
        return str(sentence)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Every language's words. Load it once, when the program starts."""

    languages: Mapping[str, Words]

    @classmethod
    def load(cls) -> "Catalogue":
        """Read the catalogues that ship with the package."""
        return cls({lang: Words(lang, _load_bundle(lang)) for lang in LANGUAGES})

    def words(self, lang: str) -> Words:
        """The words for a language code or a Slack locale (`ko`, `ko-KR`); English if unknown."""
        language = lang.replace("_", "-").partition("-")[0].lower()
        return self.languages.get(language, self.languages[LANGUAGES[0]])


def _cut(args: Mapping[str, str | int]) -> dict[str, str | int]:
    return {
        name: f"{value[: _LONGEST - 1]}…"
        if isinstance(value, str) and len(value) > _LONGEST
        else value
        for name, value in args.items()
    }


def _load_bundle(lang: str) -> FluentBundle:
    source = resources.files(__name__).joinpath(f"{lang}.ftl").read_text(encoding="utf-8")
    # Isolation marks are invisible characters; they would end up in ids that people copy.
    bundle = FluentBundle([lang], use_isolating=False)
    bundle.add_resource(FluentResource(source))
    return bundle
