"""How what people said changes a ranking: verdicts on earlier evidence, and answers on this one.

Both only reorder what the library found; a workspace hears of nobody else's verdicts.
"""

from collections.abc import Sequence
from dataclasses import replace

from corpus import (
    Answered,
    Audience,
    Band,
    CaseNotFoundError,
    Findings,
    Question,
    find_check,
    find_facets,
    find_question,
    learn,
    narrow,
    read_question,
    ruled_out,
    sketch_text,
)
from handlers.ledger import Lookup
from handlers.services import Services
from handlers.views.apart import Apart, Asked, Told

WIDE = 6
"""Suspects looked at where the order may change, so that one from below can come up."""


def is_weighed(services: Services, lookup: Lookup) -> bool:
    """Whether anything was said that may change the order of a lookup's matches."""
    ledger = services.ledger
    return bool(ledger.answers.of(lookup.id)) or ledger.pairs.any(lookup.team_id)


def weigh(
    services: Services, lookup: Lookup, text: str, findings: Findings, limit: int
) -> Findings:
    """The best of what was found, in the order that verdicts and answers make of it."""
    ledger, twins = services.ledger, services.library.twins
    ids = {case_id for match in findings.matches for case_id in twins(match.case.id)}
    said = ledger.pairs.experiences(lookup.team_id, sorted(ids), lookup.id)
    if said:
        sketch = sketch_text(text, services.vocabulary)
        findings = learn(findings, sketch, said, twins)
    findings = narrow(findings, ledger.answers.of(lookup.id))
    return replace(findings, matches=findings.matches[:limit])


def remember_evidence(services: Services, lookup: Lookup, text: str) -> None:
    """Keep the sketch of what a verdict was given on; the words themselves are not kept for it."""
    sketch = sketch_text(text, services.vocabulary)
    if sketch:
        services.ledger.pairs.keep_sketch(lookup.id, lookup.team_id, sketch)


def apart_of(services: Services, lookup: Lookup, findings: Findings, audience: Audience) -> Apart:
    """What is asked about these findings, and what was answered so far."""
    answers = services.ledger.answers.of(lookup.id)
    question = _next_question(services, lookup, findings, answers)
    told = tuple(
        Told(asked, each.answer)
        for each in answers
        if each.answer != "skip" and (asked := _read(services, each.key, audience))
    )
    left_out = (each for each in ruled_out(answers) if services.library.exists(each, audience))
    shown = {match.case.id for match in findings.matches}
    return Apart(
        asked=_read(services, question.key, audience, question) if question else None,
        told=told,
        left_out=tuple(each for each in left_out if each not in shown),
    )


def _next_question(
    services: Services, lookup: Lookup, findings: Findings, answers: Sequence[Answered]
) -> Question | None:
    """What to ask next: nothing once somebody said which it is; the dismissed are no suspects.

    Suspects are the matches. Where somebody asked and none is strong, so are the nearest: which of
    them comes closer is then the question.
    """
    verdicts = services.ledger.conversation.verdicts(lookup.id)
    if "confirmed" in verdicts.values():
        return None
    matched = [match for match in findings.matches if match.band is not Band.NONE]
    is_open = len(matched) < 2 and findings.band is not Band.STRONG
    among = findings.matches if is_open else matched
    suspects = [match.case for match in among if match.case.id not in verdicts]
    if len(suspects) < 2:
        return None
    checking = bool(matched) and suspects[0].id == findings.matches[0].case.id
    said = {hit.slug for hit in find_facets(findings.query, services.vocabulary)}
    asked = [each.key for each in answers]
    return find_question(suspects, said, asked, checking=checking)


def _read(
    services: Services, key: str, audience: Audience, question: Question | None = None
) -> Asked | None:
    """A question with what it asks for; None where its case is gone, or its check rewritten."""
    question = question or read_question(key)
    if question is None or question.kind == "facet":
        return Asked(question) if question else None
    try:
        check = find_check(services.library.get(question.of, audience), question.what)
    except CaseNotFoundError:
        return None
    return Asked(question, check) if check else None
