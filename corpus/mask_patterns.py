"""The patterns of masking: how secrets and personal data are written.

Each looks at a bounded stretch of text, so that none takes more than linear time. What is done with
a match is `corpus.mask_rules`.
"""

import re

KEY_BEGIN = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
KEY_END = re.compile(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
KEY_LINE = re.compile(
    r"(?:[\s>|]|\\n|\\r){0,8}(?:[A-Za-z0-9+/=]{12,200}|[A-Za-z-]{1,30}: [^\n]{0,200})"
)
JWT = re.compile(r"(?<![\w-])eyJ[\w-]{8,2000}\.[\w-]{4,2000}(?:\.[\w-]{0,2000}){1,3}", re.ASCII)

PREFIXED = re.compile(
    r"""(?<![A-Za-z0-9])(?:
    gh[oprsu]_[A-Za-z0-9]{20,255} | github_pat_\w{20,255}
    | gl(?:pat|ptt|dt|rt|ft|soat|cbt|imt|agent|oas)-[\w.-]{16,255}
    | xox[a-z]-[\w-]{10,255} | xoxe\.xox[a-z]-[\w-]{10,255} | xapp-[\w-]{10,255}
    | (?:sk|rk|pk)_(?:live|test)_\w{10,255} | whsec_[\w+/=]{16,255}
    | sk-(?:proj|ant|or|svcacct|admin)-[\w-]{16,255} | sk-[A-Za-z0-9]{32,255}
    | AIza[\w-]{30,60} | ya29\.[\w-]{20,255} | GOCSPX-[\w-]{20,64} | 1//0[\w-]{30,255}
    | SG\.[\w-]{16,64}\.[\w-]{16,64} | SK[0-9a-f]{32} | key-[0-9a-f]{32}
    | npm_[A-Za-z0-9]{30,64} | pypi-[\w-]{16,255} | rubygems_[0-9a-f]{40,64} | oy2[a-z0-9]{43}
    | do[opr]_v1_[0-9a-f]{40,80} | hv[bsr]\.[\w-]{20,255} | [A-Za-z0-9]{14}\.atlasv1\.[\w-]{40,255}
    | NR(?:AK|II|JS|AL)-[\w-]{16,64} | gl(?:sa|c)_[\w=+/]{20,255} | sntry[su]_[\w=+/]{20,255}
    | shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32} | sq0[a-z]{3}-[\w-]{20,64} | dapi[0-9a-f]{32}
    | hf_[A-Za-z]{30,64} | dckr_(?:pat|oat)_[\w-]{20,64} | lin_api_\w{30,64} | ntn_\w{30,64}
    | PMAK-[0-9a-f-]{30,80} | ATATT3[\w=-]{20,255} | ATCTT3[\w=-]{20,255} | figd_[\w-]{20,64}
    | dp\.(?:pt|st|ct|sa)\.[\w.-]{20,80} | pscale_(?:tkn|pw|oauth)_[\w-]{20,64}
    | sbp_[0-9a-f]{30,64}
    | tskey-[a-z]{2,10}-[\w-]{16,80} | pul-[0-9a-f]{40} | rnd_[A-Za-z0-9]{24,64} | nfp_\w{30,64}
    | ops_eyJ[\w-]{20,4000} | phc_\w{30,64} | phx_\w{30,64} | xkeysib-[0-9a-f]{40,80}[\w-]{0,20}
    | r8_\w{30,64} | gsk_\w{30,80} | pplx-\w{30,80} | secret_[A-Za-z0-9]{40,64} | fo1_[\w-]{30,80}
    | CCIPAT_\w{20,120} | bkua_[0-9a-f]{30,64} | PRT-[\w-]{30,80} | EAA[A-Za-z0-9]{40,255}
    | [0-9]{8,10}:AA[\w-]{30,40} | [MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,45}
    | (?:test|live)_(?:g?sk|ck)_\w{16,255} | AAAA[\w-]{7}:[\w-]{100,255} | [0-9a-f]{32}-us[0-9]{1,2}
    | dt0[a-z]01\.[A-Z0-9]{20,30}\.[A-Z0-9]{50,80} | xai-\w{40,100} | HRKU-[\w-]{30,80}
    | [\w~.-]{3}[78]Q~[\w~.-]{31,34} | essu_[\w=+/]{20,255}
    | A3-[A-Z0-9]{6}-(?:[A-Z0-9]{5,11}-){3}[A-Z0-9]{5}
    )""",
    re.ASCII | re.VERBOSE,
)
"""Tokens that say by their first letters whose they are."""

KEYED = re.compile(
    r"(?<![A-Za-z0-9])(?:(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Z0-9])"
    r"|AGE-SECRET-KEY-1[A-Z0-9]{40,70}|(?:LTAI|AKID)[A-Za-z0-9]{12,40}(?![A-Za-z0-9]))"
)
HOOK = re.compile(
    r"(?:hooks\.slack\.com/(?:services|workflows|triggers)|discord(?:app)?\.com/api/webhooks"
    r"|\.webhook\.office\.com/webhookb2|chat\.googleapis\.com/v1/spaces|api\.telegram\.org"
    r"|hooks\.zapier\.com/hooks/catch)"
    r"/([\w/@?&=%.:-]{16,400})",
    re.ASCII,
)
"""Addresses that are the permission to post."""

URL_USER = re.compile(
    r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,30}://"
    r"([^\s/@:\"'<>]{0,256})(?::(?!\d{1,5}/)([^\s\"'<>]{1,256}))?@"
)

_PASSWORDS = (
    r"pass(?:word|wd|phrase|code|wort)?|pswd|pwd|pw|p/w|otp"
    r"|비밀\s?번호|비번|패스워드|암호|인증번호|contraseña|パスワード|密码"
)
_TOKENS = (
    r"token|secret|credentials?|creds?|access[_ -]?key(?:[_ -]?id)?|secret[_ -]?access[_ -]?key"
    r"|(?:api|secret|private|encryption|signing|account|app(?:lication)?|auth|license|shared"
    r"|master|integration|routing|storage|service|webhook)[_ -]?key"
    r"|토큰|시크릿|(?:api|인증|액세스|비밀|접속)\s?키"
)
_WEAK = r"key|sig|signature|session(?:[_-]?id)?|sessid|sid|cookie|auth|x-amz-signature|csrf|키"

_FIRST_LETTERS = "acekilmoprstwxACEIKLMOPRSTWX비패암인パ密토시액접키"
"""What any of these names begins with; asked first, as most places of a text begin none."""

_WHOSE = r"(?:for|of|on|in) [\w.@'%-]{1,40}"
_FILLERS = (
    "is|was|are|now|still|to|had|has|got|value|reset|changed|set|rotated|updated|called|be|header"
)
NAMED = re.compile(
    rf"(?=[{_FIRST_LETTERS}])(?:(?P<password>{_PASSWORDS})|(?P<token>{_TOKENS})|(?P<weak>{_WEAK}))"
    r"(?:[_-]?(?:prod|production|stag(?:e|ing)|dev|live|test|new|old|value|값|b64|base64"
    r"|[0-9]{1,2}))?"
    rf"(?P<after>[\\\"'`*]{{0,4}}\]?(?: (?:{_WHOSE})| \([^()\n]{{1,30}}\)){{0,2}}"
    r"\s{0,4}(?:=>|->|:=|==?|:|→|(?<=\S)>|\s[\u2013\u2014-]\s)\s{0,4}"
    rf"|[\"'`]?(?: (?:{_WHOSE})){{0,2}}(?:\s?[은는이가을를도]|으로|로)?"
    rf"(?: (?:{_FILLERS})){{0,3}}\s{{1,3}}| ?\()",
    re.IGNORECASE | re.ASCII,
)
"""A name that announces a secret, with what stands between the two: a sign, a word or a space."""

HEADER = re.compile(
    r"authorization[\\\"'`]{0,3}\s{0,3}[:=]\s{0,3}[\\\"'`]{0,3}"
    r"(?:[A-Za-z][\w-]{1,30}\s{1,3})?(?:token=)?[\"']?([\w.~+/=:-]{6,2000})"
    r"|\bbearer[\s:]{1,3}([\w.~+/=-]{16,2000})"
    r"|(?<![\w-])(?:x-[a-z-]{0,30}(?:key|token|secret))[\"'`]{0,2}\s{0,3}[:=]\s{0,3}[\"'`]?"
    r"([\w.~+/=-]{8,2000})",
    re.IGNORECASE | re.ASCII,
)
BASIC = re.compile(r"\bbasic\s{1,3}([A-Za-z0-9+/]{8,400}={0,2})", re.IGNORECASE | re.ASCII)
COMMAND = re.compile(
    r"\b(?:curl|wget|http|httpie)\b[^\n]{0,200}?\s(?:-u|--user)[\s=]{1,2}[\"']?[\w.@-]{1,64}"
    r":([^\s\"']{3,200})"
    r"|\bmysql(?:dump|admin)?\b[^\n]{0,120}?\s-p[\"']?([^\s\"'-][^\s\"']{2,200})"
    r"|\b(?:sshpass|docker login)\b[^\n]{0,120}?\s-p[\s\"']{1,2}([^\s\"']{3,200})"
    r"|\bredis-cli\b[^\n]{0,120}?\s-a[\s\"']{1,2}([^\s\"']{3,200})"
    r"|\b(?:add_user|change_password|net user|adduser)\s{1,3}[\w.@-]{1,64}\s{1,3}([^\s\"']{4,200})"
    r"|\bhtpasswd\b[^\n]{0,80}?\s-\w{0,4}b\w{0,4}\s\S{1,200}\s[\w.@-]{1,64}\s{1,3}"
    r"([^\s\"']{3,200})"
    r"|\b(?:IDENTIFIED BY|identified by|PASSWORD|password)\s{1,3}'([^'\n]{1,200})'"
    r"|\b(?:use|try|with|using)\s{1,3}([!-~]{4,80})\s{1,3}as (?:the |a )?(?:new )?"
    r"(?:password|passphrase|pw)\b"
    r"|\b(?:conn|connect|sqlplus)\s{1,3}[\w.]{1,64}/([^\s\"'@/]{3,100})@"
    r"|\bkubectl\b[^\n]{0,200}?--from-literal[= ][\"']?[\w.-]{0,60}=([^\s\"']{3,200})",
    re.ASCII,
)
PAIR = re.compile(
    r"(?:creds?|credentials?|login|log in|sign in|account|basic auth|계정|로그인"
    r"|접속\s?(?:정보|계정)"
    r"|(?:id|user(?:name)?|아이디)\s?/\s?(?:pw|pass(?:word)?|비번|비밀번호|패스워드))(?![A-Za-z])"
    r"(?: (?:is|with|as|using))?\s?[:=은는]?\s{0,2}"
    r"[\"'`]?[\w.@-]{2,64}\s?(?:/|:|,| and | with )\s?[\"'`]?([!-~]{4,80})",
    re.IGNORECASE | re.ASCII,
)
"""A user and what logs them in: `creds: admin / …`."""

SLASH_PAIR = re.compile(r"\b[A-Za-z][\w.@-]{1,31} / ([!-~]{6,64})(?!\S)", re.ASCII)
PLAIN_PAIR = re.compile(
    r"(?<![\w.:/@-])(?!mailto:)[A-Za-z][\w.-]{0,31}:([^\s:@/\"'<>]{4,64})@(?!sha\d)[A-Za-z0-9]",
    re.ASCII,
)
"""`ops:…@bastion`, without a scheme before it."""

EMAIL = re.compile(
    r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9_%+-][A-Za-z0-9._%+'-]{0,63}@"
    r"(?:[A-Za-z0-9-]{1,63}\.){1,8}([A-Za-z]{2,24})(?![A-Za-z0-9])"
)

PHONES = (
    re.compile(r"(?<![\w+.])\+[1-9]\d{9,14}(?![\w.])", re.ASCII),
    re.compile(
        r"(?<![\w+.])\+[1-9]\d{0,2}[ .-]\(?\d{1,5}\)?(?:[ .-]\(?\d{1,8}\)?){0,5}(?![\w-])", re.ASCII
    ),
    re.compile(r"(?<![\w.-])\(?01[016-9]\)?[ .-]?\d{3,4}[ .-]?\d{4}(?![\w-])", re.ASCII),
    re.compile(r"(?<![\w.-])\(?0(?:2|[3-6]\d|70|50\d|80)\)?[ .-]?\d{3,4}-\d{4}(?![\w-])", re.ASCII),
    re.compile(
        r"(?<![\w.+-])(?:1[ .-])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[-.])[2-9]\d{2}[-.]\d{4}"
        r"(?![\w-]|\.\d)",
        re.ASCII,
    ),
    re.compile(r"(?<![\w.-])0[1-9](?:([ .])\d{2})(?:\1\d{2}){3}(?![\w-]|[ .]\d)", re.ASCII),
    re.compile(r"(?<![\w.-])0[1-9]\d{0,3} \d{3,4} ?\d{3,4}(?![\w-]|[ .]\d)", re.ASCII),
    re.compile(
        r"(?:\btel|\bphone|\bmobile|\bcell|\bfax|전화|휴대폰|핸드폰|연락처)"
        r"(?:\s?(?:no|number|번호))?[.]?\s?(?:[:=#은는가]|is)?\s{0,2}"
        r"(?P<number>\(?0?\d[\d .()-]{6,20}\d)(?![\w-])",
        re.IGNORECASE | re.ASCII,
    ),
)

CARD = re.compile(
    r"(?<![\w.-])(?:\d{4}([ -])\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|\d{4}([ -])\d{6}\2\d{4,5}|\d{13,16})"
    r"(?![\w-]|\.\d)",
    re.ASCII,
)
CARD_CODE = re.compile(r"\bcv[vc]2?\s?[:=#]?\s?(\d{3,4})(?!\w)", re.IGNORECASE | re.ASCII)

RESIDENT = re.compile(r"(?<![\w.-])(\d{6})\s?[-\u2013]\s?([1-8])\d{6}(?![\w-])", re.ASCII)
RESIDENT_NAMED = re.compile(
    r"(?:주민(?:등록)?\s?번호|외국인\s?등록\s?번호|\brrn"
    r"|resident (?:registration )?(?:no|number))\.?"
    r"\s?[:=은는]?\s{0,2}((\d{6})([1-8])\d{6})(?![\w-])",
    re.IGNORECASE | re.ASCII,
)

PATTERNS = (
    *(KEY_BEGIN, KEY_END, KEY_LINE, JWT, PREFIXED, KEYED, HOOK, URL_USER, NAMED, HEADER, BASIC),
    *(COMMAND, PAIR, SLASH_PAIR, PLAIN_PAIR, EMAIL, *PHONES, CARD, CARD_CODE),
    *(RESIDENT, RESIDENT_NAMED),
)
"""All of them, for the test that none looks further than a bounded stretch."""
