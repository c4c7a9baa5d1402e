"""What in a bot's post is furniture: labels, key fields, link rows, form questions, activity lines.

Works on the mrkdwn lines of one message, by structure and by short general word lists in several
languages; it knows no bot by name. What says that trouble is over is never furniture.
"""

import itertools
import re
from collections.abc import Iterator, Sequence


def _labels(*rows: str) -> frozenset[str]:
    return frozenset(label for row in rows for label in row.split("|"))


_CONTENT_LABELS = _labels(
    "summary|description|message|details|detail|title|name|subject|annotation|text|alert|alertname",
    "incident|issue|problem|what|요약|설명|내용|제목|메시지|상세|概要|説明|内容|タイトル|件名",
)
"""Labels whose value is what the bot wants to say: the label goes, the value stays."""

_KEPT_LABELS = _labels(
    "impact|affected|symptom|symptoms|service|services|component|components|error|reason|observed",
    "users|customers|영향|서비스|증상|컴포넌트|오류|에러|원인|影響|サービス|症状|エラー",
)
"""Labels that belong to what they introduce."""

_STATE_LABELS = _labels("status|state|stage|phase|상태|状態|ステータス")

_FURNITURE_LABELS = _labels(
    "severity|sev|priority|urgency|assignee|assigned to|owner|lead|incident lead|commander",
    "incident commander|ic|reporter|reported by|opened by|created by|submitted by|declared by",
    "author|responder|responders|roles|team|teams|routed teams|on-call|on call|environment|env",
    "region|cluster|namespace|started|started at|starts at|ends at|created|created at|opened",
    "opened at|duration|time|date|timestamp|updated|last updated|updated at|first seen|last seen",
    "next update|channel|slack channel|document|doc|docs|links|link|url|runbook|dashboard|silence",
    "graph|source|generator|tags|labels|type|issue type|incident type|project|release|version",
    "short id|id|incident id|key|number|ticket|jira|meeting|video call|zoom|bridge|call|events",
    "policy|escalation policy|resolved|resolved at|acknowledged by|users affected|hostname",
    "심각도|우선순위|담당자|담당|보고자|작성자|등록자|환경|발생 시각|발생시각|시작 시각|채널",
    "링크|문서|유형|팀|등급|重要度|優先度|担当|担当者|報告者|環境|発生時刻|チャンネル|リンク|種別",
)
"""Labels that, with their value, describe the ticket rather than the trouble."""

_KNOWN_LABELS = _CONTENT_LABELS | _KEPT_LABELS | _STATE_LABELS | _FURNITURE_LABELS

_OVER = re.compile(
    r"\b(?:resolved|closed|recovered|ok|fixed|completed?|done|mitigated|cancell?ed|false alarm"
    r"|scheduled|maintenance|monitoring)\b|해결|종료|복구|완료|정상|점검|解決|復旧|完了|終了|正常",
    re.IGNORECASE,
)
_NOTHING = re.compile(
    r"\W*(?:n/?a|none|unassigned|unknown|pending|tbd|없음|미정|なし|未定)?\W*", re.IGNORECASE
)
_YES = re.compile(r"\W*(?:yes|y|true|네|예|맞습니다|はい)\W*", re.IGNORECASE)
_NO = re.compile(r"\W*(?:no|n|false|아니오|아니요|아뇨|いいえ)\W*", re.IGNORECASE)

_LABELLED = re.compile(r"[^\w*]*\*?([^\W\d][\w /#&-]{0,40}?)\s*(?::\s*\*|\*\s*:|:(?=\s|$))\s*(.*)")
_BOLD_QUESTION = re.compile(r"\W*\*[^*\n]{1,200}[?\uff1f]\s*\*\W*")
_LINK = r"<(?:https?|mailto|slack|#)[^<>\n]*>"
_LINK_ROW = re.compile(
    rf"(?:[^<>\n]{{0,40}}:\W*)?(?:[\s|·•/,\-]*{_LINK}){{2,}}[\s|·•/,\-]*", re.IGNORECASE
)
_LINK_ALONE = re.compile(
    r"\W*<https?:[^<>|\n]*\|\W*(?:runbook|dashboard|silence|graph|source|panel|logs?|details|more"
    r"|런북|대시보드|보기|자세히[^<>\n]*|詳細[^<>\n]*"
    r"|(?:view|open|see|show|go to|click)\b[^<>\n]*)\W*>\W*",
    re.IGNORECASE,
)
_ACTIVITY = re.compile(
    r"[^.:!?\n]{0,60}\b(?:created|opened|declared|reported|updated|commented on|assigned|edited) "
    r"(?:an?|the|this) (?:new )?\W?(?:bug|task|issue|story|epic|incident|ticket|alert|report"
    r"|request|comment|page)\b[^.:!?\n]{0,20}"
    r"|.{0,40}님이 .{0,20}(?:생성|등록|수정|할당)(?:했습니다|하였습니다|함)\W*",
    re.IGNORECASE,
)
_ANNOUNCEMENT = re.compile(
    r"\W*(?:(?:a )?new (?:alert|incident|issue|problem|event|ticket|page)(?: report)?"
    r"(?: (?:created|opened|declared|triggered|received))?(?: (?:via|by|from|in|on) .{0,40})?"
    r"|(?:incident|alert) (?:triggered|created|opened|declared|reported|notification)"
    r"|no preview available|this content can't be displayed\.?"
    r"|새(?:로운)? (?:알림|인시던트|장애|이슈)(?: ?(?:발생|접수|보고))?"
    r"|新しい(?:アラート|インシデント))"
    r"(?:\s*\[?p\d\]?)?\W*",
    re.IGNORECASE,
)
_BYLINE = re.compile(
    r"\s{0,3}\(?\b(?:reported|opened|created|submitted|declared|raised|filed|triggered|sent|posted)"
    r" by:?\s*(?:<@\w+(?:\|[^<>]*)?>|$)\)?",
    re.IGNORECASE,
)


def content_lines(lines: Sequence[str]) -> list[str]:
    """The lines of a bot's post that say something about the world, as mrkdwn.

    A form's question goes and its answer stays; a question answered "no" goes with the answer, one
    answered "yes" stays with it. Where nothing would be left, the lines are given back as they are.
    """
    kept: list[str] = []
    skip_answer = False
    lines = _join_labels(lines)
    for line, following in itertools.zip_longest(lines, lines[1:], fillvalue=""):
        if skip_answer:
            skip_answer = False
            continue
        if _BOLD_QUESTION.fullmatch(line) and following:
            skip_answer = bool(_YES.fullmatch(following) or _NO.fullmatch(following))
            kept += [f"{line} {following}"] if _YES.fullmatch(following) else []
            continue
        kept += _line_content(line)
    return kept or [line for line in lines if not _ANNOUNCEMENT.fullmatch(line)]


def _join_labels(lines: Sequence[str]) -> list[str]:
    """Put a known label that has a line of its own before the value on the next line."""
    joined: list[str] = []
    waiting = ""
    for line in lines:
        label = _label_alone(line)
        joined += [f"*{waiting}:* {line}"] if waiting and not label else [] if label else [line]
        waiting = label
    return joined


def _label_alone(line: str) -> str:
    """The known label that is all of this line, `""` for any other line."""
    label = line.strip(" \t*_:-")
    marked = "*" in line or line.rstrip().endswith(":")
    return label if marked and label.lower() in _KNOWN_LABELS else ""


def _line_content(line: str) -> Iterator[str]:
    """What is left of one line; a line of several labelled values is taken apart first."""
    line = _BYLINE.sub("", line)
    if _is_furniture(line):
        return
    parts = [part for part in re.split(r"\s{2,}|\s+[|·•]\s+", line.strip()) if part]
    if len(parts) > 1 and all(_LABELLED.match(part) for part in parts):
        for part in parts:
            yield from _labelled_content(part)
    else:
        yield from _labelled_content(line)


def _is_furniture(line: str) -> bool:
    patterns = (_LINK_ROW, _LINK_ALONE, _ACTIVITY, _ANNOUNCEMENT)
    return any(pattern.fullmatch(line.strip()) for pattern in patterns) or not line.strip()


def _labelled_content(line: str) -> Iterator[str]:
    """A line `Label: value` by what its label is for; any other line as it is."""
    found = _LABELLED.match(line)
    if not found:
        yield line
        return
    label, value = found[1].strip().lower(), found[2].strip()
    if label in _CONTENT_LABELS:
        yield value
    elif label in _STATE_LABELS:
        yield from [f"{found[1].strip()}: {value}"] if _OVER.search(value) else []
    elif label in ("resolved", "resolved at"):
        yield from [] if _NOTHING.fullmatch(value) else [f"Resolved: {value}"]
    elif label not in _FURNITURE_LABELS:
        yield from [] if label in _KEPT_LABELS and _NOTHING.fullmatch(value) else [line]
