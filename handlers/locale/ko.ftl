### 봇이 한국어로 하는 말. 차분하고 짧고 구체적으로: 새벽 3시에 휴대폰으로 읽는다.
### 서식은 여기 쓰지 않는다(views 가 붙인다). en.ftl 과 같은 메시지, 같은 변수를 갖는다. 해요체로 통일한다.

## 카드

card-heading-strong = 비슷한 과거 장애가 { $count }건 있어요
card-heading-possible = 비슷할 수 있는 과거 장애가 { $count }건 있어요
card-heading-none = 비슷한 사례를 찾지 못했어요
card-query = “{ $query }” 검색 결과
card-weaker = 그다음으로 가깝지만 비슷하다고 하긴 어려운 사례예요:
card-nearest = 비슷하다고 하긴 어렵지만 가장 가까운 사례예요:
card-would-help = 증상(“p99는 정상인데 최대 5초”), 컴포넌트(“etcd”), 에러 메시지 원문 중 하나를 더 적어 주시면 찾기 쉬워요.
card-changed = { $case } 사례가 1순위로 올라왔어요
card-changed-because = “{ $added }” 내용이 추가되어 { $case } 사례가 1순위로 올라왔어요
card-matched-on = 메시지 { $count }건으로 찾음 · 우리 팀 { $own } / 공개 { $public }
band-strong = 유력
band-possible = 가능성 있음
reason-id = 직접 지정한 사례

## 사례 소개

whose-public = 다른 회사 장애
whose-team = 우리 팀 장애
whose-channel = 우리 팀 장애, 이 채널에서만 보임
case-why = 근거:
case-cause = 원인
case-fixed-by = 해결
case-check-now = 지금 확인할 것
case-dead-ends = 해 봐도 소용없던 것
case-outdated = 더는 해당하지 않음
case-outdated-since = { $date }부터 해당하지 않음
case-applies-to = 해당 범위
case-draft = 초안, 아직 검토 전
date-year = { $year }년
month-name = { $month }월
date-month = { $year }년 { month-name }
date-short = { month-name } { $day }일
date-day = { date-month } { $day }일
date-published = { $date } 공개
weekday = { $day ->
    [mon] 월요일
    [tue] 화요일
    [wed] 수요일
    [thu] 목요일
    [fri] 금요일
    [sat] 토요일
   *[sun] 일요일
}
span-days = { $n }일
span-hours = { $n }시간
span-minutes = { $n }분
span-seconds = { $n }초

## 버튼과 판정

button-this-is-it = 이거예요
button-not-this = 아니에요
button-details = 자세히
button-undo = 되돌리기
button-share = 채널에 공유
button-link = 연결
button-link-again = 다시 연결
button-unlink = 연결 해제
button-mark-done = 완료로 표시
button-reopen = 다시 열기
verdict-confirmed = ✓ 이 장애가 맞다고 표시했어요
verdict-dismissed = 이 장애가 아니라고 표시했어요

## 사례 상세

details-title = 과거 장애
details-close = 닫기
details-loading = 여는 중이에요…
details-only-en = 영어로 쓰인 사례예요. 한국어 글은 없어요.
details-only-ko = 한국어로 쓰인 사례예요. 영어 글은 없어요.
details-page = { $pages }쪽 중 { $page }쪽
details-previous = ← 이전 쪽
details-next = 다음 쪽 →
details-seen = 겪은 증상
details-summary = 요약
details-impact = 영향
details-scope = 범위
details-users = 사용자
details-region = 지역
details-severity = 심각도
details-trigger = 계기
details-contributing = 기여 요인
details-timeline = 경과
details-detected-after = { $span } 뒤 감지
details-resolved-after = { $span } 뒤 해결
details-detection = 감지 경위
details-action-items = 후속 조치
details-done = { $date } 완료
details-open = 미완료
details-lessons = 교훈
details-symptoms = 증상
details-components = 컴포넌트
details-domain = 분야
details-sources = 출처
details-archived = 보관본
details-documents = 문서
details-review = 검토
details-written-by = 작성 { $who }
details-reviewed = 검토함
details-reviewed-by = 검토 { $who }
details-reviewed-on = { $date }
details-not-reviewed = 아직 검토 전
details-recurrence-of = 이전에 난 같은 장애
details-related = 관련 사례
details-similar = 비슷한 사례

details-threads = 스레드
details-thread = #{ $channel } 스레드
details-thread-unnamed = 스레드
details-private-thread = 비공개 스레드

## 스레드와 사례의 연결

link-linked = 연결했어요:
link-unlinked = 연결을 해제했어요:
link-suggestions = 비슷한 과거 장애예요. 맞는 것을 연결해 주세요:
link-more = 그 밖에:
link-kind = 종류
link-as = 종류 골라 연결…
link-kind-same-cause = 원인이 같음
link-kind-same-symptoms = 증상이 같음
link-kind-recurrence = 재발
link-kind-reference = 참고
link-wrote = { $writeup } 사례를 { $earlier }의 재발로 적어 두었어요.
links-gone = 이 사례들은 더는 여기서 보여 드릴 수 없어요.
links-none = 이 스레드에 연결된 사례가 아직 없어요. 저를 멘션하고 “연결”과 사례 번호를 적어 주세요.
links-heading = 이 스레드에 연결된 사례 { $count }건
link-removed = { $case } 연결을 해제했어요.
link-not-linked = 이 스레드에는 { $case } 사례가 연결되어 있지 않아요.
link-kind-unknown = “{ $kind }”라는 연결 종류는 없어요. 같은-원인, 같은-증상, 재발, 참고 중에서 골라 주세요.
link-own-only = 재발은 우리 팀 장애에만 쓸 수 있어요. { $case }에는 다른 종류를 골라 주세요.
link-not-here = 연결은 채널의 스레드에만 할 수 있어요. 원하는 스레드에서 저를 멘션해 주세요.
link-view-title = 지난 사례 연결
link-view-submit = 연결
link-view-cancel = 취소
link-view-case = 지난 사례
link-view-case-hint = 사례 번호나 제목의 단어
link-view-kind = 어떤 관계인가요?
link-view-note = 메모
link-view-note-hint = 이 채널에서만 보여요.

## 다시 난 장애

recurrence-time = { $count ->
    [0] { $days }일 동안 첫 번째
    [1] { $days }일 동안 첫 번째
    [2] { $days }일 동안 두 번째
    [3] { $days }일 동안 세 번째
    [4] { $days }일 동안 네 번째
    [5] { $days }일 동안 다섯 번째
    [6] { $days }일 동안 여섯 번째
   *[other] { $days }일 동안 { $count }번째
}
recurrence-next-time = { $count ->
    [2] 이 장애가 맞다면 { $days }일 동안 두 번째
    [3] 이 장애가 맞다면 { $days }일 동안 세 번째
    [4] 이 장애가 맞다면 { $days }일 동안 네 번째
    [5] 이 장애가 맞다면 { $days }일 동안 다섯 번째
    [6] 이 장애가 맞다면 { $days }일 동안 여섯 번째
   *[other] 이 장애가 맞다면 { $days }일 동안 { $count }번째
}
recurrence-before = 전에 재발한 적 있음
recurrence-items = { $open ->
    [0] 후속 조치 { $count }건 모두 완료
   *[other] 후속 조치 { $count }건 중 { $open }건이 아직 미완료
}
recurrence-with-items = { $told } · { $items }
recurrence-more-items = 외 { $count }건

## 비슷하다고 보는 이유

similar-related = 관련 사례로 적혀 있음
similar-earlier = 이후 { $case } 사례로 재발
similar-recurrence = { $case }의 재발
similar-again = 같은 장애의 재발
similar-cause = 근본 원인이 같음({ $facets })
similar-shared = { $facets } 공통

## 도움말

help-heading = 증상이 비슷했던 과거 장애를 찾아 원인, 해결 방법, 지금 확인할 것을 알려 드려요.
help-search = 보이는 증상을 적어 주세요. 답은 나만 볼 수 있고, ‘{ button-share }’를 누르면 모두에게 보여요.
help-search-example = p99는 정상인데 몇 분마다 최대 지연이 튄다
help-case = 사례 하나를 열어요.
help-mention = 제가 있는 채널에서 멘션하거나 DM을 보내면 언제나 스레드로 답해요.
help-link = 아무 스레드에서나 저를 멘션하며 이렇게 적으면 지난 사례를 연결해요. “연결해제 PUB-0001”로 되돌리고 “연결목록”으로 볼 수 있어요.
help-link-example = 연결 PUB-0001 같은-원인
help-card = 장애 채널에서는 낯익은 증상이 보이면 카드 하나를 올리고, 내용이 바뀌면 그 카드를 고쳐요.
help-digest = 이 채널에 주간 소식을 올려요. 설정하고 바꾸고 멈출 수 있어요. 뒤에 ‘preview’를 붙이면 다음 소식을 나만 볼 수 있어요.
help-filters = 글 어디에든 필터를 넣어 좁힐 수 있어요. 콜론 바로 뒤에 값을 붙여 주세요:
help-filters-example = 백업 때마다 지연이 튐 component:redis since:2020
help-filters-more = 날짜는 2024, 2024-03, 2024-03-18, 90d처럼 적어요.

## 주간 소식

digest-heading = { $week }주 차 장애 소식
digest-days = { $first } – { $last }
digest-late = 늦게 올려요. 원래 { weekday } { $time }에 올렸어야 했어요.
digest-recurrences = 다시 일어난 장애
digest-new = 새 사례
digest-helped = 도움이 된 사례
digest-gaps = 찾지 못한 검색
digest-drafts = 검토를 기다리는 초안
digest-more = 외 { $count }건
digest-now-reviewed = 검토 완료
digest-library = 공개 사례 { $count }건이 라이브러리에 새로 들어왔어요.
digest-confirmed = “{ button-this-is-it }” { $count }번
digest-gaps-count = 비슷한 사례를 찾지 못한 검색이 { $count }건 있었어요. 어떻게 해결됐는지 알면 사례로 남겨 주세요.
digest-gaps-about = 관련: { $facets }
digest-gaps-here = 이 채널의 질문: { $queries }
digest-foot = { $command } 명령으로 설정을 바꾸거나 멈출 수 있어요
digest-count-recurrences = 재발 { $count }건
digest-count-new = 새 사례 { $count }건
digest-count-helped = 도움이 된 사례 { $count }건
digest-count-gaps = 찾지 못한 검색 { $count }건
digest-count-drafts = 검토할 초안 { $count }건
digest-nothing = { $week }주 차에는 전할 소식이 없어요. 이런 주에는 아무것도 올리지 않아요.
digest-paused = { $reason ->
    [archived] { $channel } 채널이 보관되어 주간 소식을 잠시 멈췄어요. 채널이 돌아오면 거기서 { $command } 명령을 열어 저장하면 다시 보내 드려요.
    [private] { $channel } 채널이 비공개로 바뀌어 주간 소식을 잠시 멈췄어요. 계속 받으려면 거기서 { $command } 명령을 열어 저장해 주세요.
    [removed] 제가 { $channel } 채널에서 나가게 되어 주간 소식을 잠시 멈췄어요. 다시 초대한 뒤 거기서 { $command } 명령을 열어 저장하면 다시 보내 드려요.
   *[refused] { $channel } 채널에 글을 올릴 수 없어 주간 소식을 잠시 멈췄어요. 해결되면 거기서 { $command } 명령을 열어 저장하면 다시 보내 드려요.
}
digest-title = 주간 장애 소식
digest-weekday = 요일
digest-time = 시각
digest-zone = 시간대
digest-zone-hint = Seoul, New York처럼 도시 이름을 영어로 적어 주세요.
digest-language = 언어
digest-cases = 사례 범위
digest-side = { $side ->
    [own] 우리 팀 사례만
    [public] 다른 회사 사례만
   *[all] 우리 팀과 다른 회사 모두
}
digest-facets = 이 주제만
digest-facets-all = 전체
digest-facets-hint = 컴포넌트, 증상, 분야를 적어 보세요. 비워 두면 전체를 받아요.
digest-save = 저장
digest-saved = 저장했어요.
digest-next = 다음 소식은 { $date } { $weekday } { $time }({ $zone })에 올려요. { $week }주 차 이야기예요.
digest-preview-hint = 지난주 월요일부터 일요일까지의 소식이에요. { $command } 명령으로 혼자 미리 볼 수 있어요.
digest-is-paused = { $reason ->
    [archived] 멈춤: 채널이 보관되었어요. 저장하면 다시 시작해요.
    [private] 멈춤: 채널이 비공개로 바뀌었어요. 저장하면 다시 시작해요.
    [removed] 멈춤: 제가 채널에서 나가 있었어요. 저장하면 다시 시작해요.
   *[refused] 멈춤: 여기에 글을 올릴 수 없었어요. 저장하면 다시 시작해요.
}
digest-stopped = 이 채널에는 이제 주간 소식을 올리지 않아요.
digest-members-only = 주간 소식은 이 워크스페이스의 멤버만 설정할 수 있어요. 멤버에게 부탁해 주세요.
digest-channels-only = 주간 소식은 채널에서 쓸 수 있어요. 채널에서 명령을 입력해 주세요.
digest-cannot = { $reason ->
    [archived] 보관된 채널이라 소식을 올릴 수 없어요.
   *[removed] 제가 이 채널에 없어요. 먼저 /invite @incident-lookup 명령으로 초대한 뒤 다시 시도해 주세요.
}
digest-zone-unknown = 목록에서 시간대를 골라 주세요.
digest-time-unknown = 09:00처럼 시각을 골라 주세요.
digest-no-week = “{ $week }”는 주가 아니에요. 2026-W48처럼 적어 주세요.
button-stop-digest = 그만 받기
button-show-cases = 모두 보기

## 안내: 한 문장과 다음에 할 일

busy-try-again = 지금은 바빠서 처리하지 못했어요. 잠시 뒤에 다시 시도해 주세요.
try-again = 여는 데 너무 오래 걸렸어요. 다시 눌러 주세요.
nothing-given = 보이는 증상, 컴포넌트, 에러 메시지 중 하나를 적어 주세요.
no-such-case = 여기서 볼 수 있는 { $case } 사례가 없어요.
no-such-case-but = 여기서 볼 수 있는 { $case } 사례가 없어요. 혹시 { $suggestions }인가요?
filter-unknown = { $key }에 “{ $value }” 값은 없어요.
filter-unknown-but = { $key }에 “{ $value }” 값은 없어요. 혹시 { $suggestions }인가요?
filter-date = { $key }의 “{ $value }”를 날짜로 읽을 수 없어요. 2024, 2024-03, 2024-03-18, 90d처럼 적어 주세요.
filtered-out = 이 필터를 통과하는 사례가 없어요.
not-in-channel = 제가 이 비공개 채널에 없어요. 먼저 { $command } 명령으로 초대한 뒤 다시 시도해 주세요.
cannot-post = 이 채널에는 글을 올릴 수 없어요. 보관되었거나 읽기 전용일 수 있어요.
shared = 채널에 공유했어요.
expired = 이 검색 내용이 더는 남아 있지 않아요. 다시 검색해 주세요.
old-button = 이전 버전의 버튼이에요. 다시 검색해 주세요.
something-went-wrong = 제 쪽에서 문제가 생겼어요. 다시 시도해 보고, 계속되면 { $id } 번호를 알려 주세요.

## 명령줄

cli-show-more = { $command } 명령으로 사례 전체를 볼 수 있어요.
cli-filed-under = 분류
cli-similar = { $case } 사례와 함께 읽어 볼 만한 사례 { $count }건
cli-similar-none = 함께 읽어 볼 만큼 { $case } 사례와 비슷한 사례가 없어요.
cli-valid = 모든 사례 파일이 올바르게 작성되어 있어요.
cli-imported = 새로 { $imported }건, 갱신 { $updated }건, 건너뜀 { $skipped }건
cli-would-import = 실제로 가져오면 새로 { $imported }건, 갱신 { $updated }건, 건너뜀 { $skipped }건
cli-importing = 가져오는 중
cli-import-stopped = 멈췄습니다. 이미 들어온 사례는 그대로 있습니다. 같은 명령을 다시 실행하면 이어서 합니다.
cli-unchanged = 갱신 가운데 { $count }건은 바뀐 것이 없어 다시 쓰지 않았습니다
cli-from = 파일
cli-recognised = 알아본 항목
cli-inferred = 추정한 분류
cli-kept-as-docs = 문서로 보관
cli-masked = { $path }: { $field }: { $count }건 가림 ({ $kind })
cli-not-masked = { $path }: { $field }: { $count }건 있음 ({ $kind }), 가리지 않음. --mask 를 쓰면 가립니다
cli-exported = 사례 { $count }건을 { $folder }에 썼어요
cli-symptom = 지금 일어나는 증상이에요
cli-no-symptom = 지금 일어나는 증상이 아니에요
cli-ok = 정상
cli-problem = 문제
check-database-sound = { $path } 파일에 이상이 없고 사례 { $count }건이 들어 있어요
check-database-damaged = { $path } 파일이 손상되었어요({ $problem }). 백업을 복원하거나 다른 파일을 쓰세요
check-library-valid = 함께 배포된 사례가 모두 올바르게 작성되어 있어요
check-bot-token-missing = 설정되지 않았어요. xoxb-로 시작하는 앱의 봇 토큰이어야 해요
check-bot-token-works = 작동해요: { $team }의 { $user }
check-bot-token-copy = 앱의 OAuth and Permissions 화면에서 Bot User OAuth Token을 다시 복사하세요
check-bot-token-install = 앱이 워크스페이스에서 제거되었거나 토큰이 폐기되었어요. 다시 설치하고 새 토큰을 복사하세요
check-app-token-missing = 설정되지 않았어요. connections:write 권한이 있고 xapp-로 시작하는 앱 레벨 토큰이어야 해요(HTTP 모드라면 { $other } 설정)
check-app-token-copy = 앱의 Basic Information 화면, App-Level Tokens에서 토큰을 다시 복사하세요
check-app-token-kind = 앱 레벨 토큰이 아니에요. 앱의 Basic Information 화면에서 connections:write 권한으로 만드세요
check-app-token-scope = 앱 레벨 토큰에 connections:write 권한을 주세요
check-app-token-team = 다른 워크스페이스의 토큰이에요
check-signing-secret-set = HTTP 모드용으로 설정되어 있어요. 맞는지는 Slack의 첫 요청으로만 알 수 있어요
check-refused = Slack이 거절했어요({ $error }): { $advice }
check-see-app = 앱 설정을 확인하세요
check-no-answer = 확인할 수 없어요. { $url } 주소에서 쓸 수 있는 답이 오지 않았어요({ $error })
check-scopes-granted = 모두 허용됨: { $scopes }
check-scopes-missing = 허용되지 않음: { $scopes }. manifest.yml대로 추가하고 앱을 다시 설치하세요
check-events-needed = 어떤 이벤트를 받는지는 Slack에 물어볼 방법이 없어요. 앱이 구독해야 하는 이벤트: { $events }
check-channels-none = 아직 들어가 있는 채널이 없어요. 장애 채널에서 { $command } 명령으로 초대하세요
check-channels-watched = 채널 { $count }개에 들어가 있고, 자동 카드를 올리는 채널: { $watched }
check-channels-unwatched = 채널 { $count }개에 들어가 있지만 자동 카드를 올리는 채널이 없어요({ $patterns })
check-socket-open = 연결됐어요. 지금 이 앱의 소켓: { $count }개
check-socket-none = Slack과 소켓을 열지 못했어요({ $error }). 프록시나 방화벽이 WebSocket을 막고 있을 수 있어요
check-socket-silent = { $seconds }초 안에 Slack의 hello가 오지 않았어요. 프록시가 WebSocket 내용을 막고 있을 수 있어요
check-socket-closed = Slack이 소켓을 닫았어요({ $reason }): { $advice }
check-socket-off = Socket Mode가 꺼져 있어요. 앱 설정의 Socket Mode에서 켜세요
check-socket-too-many = 이 앱의 소켓이 열 개 열려 있어요. 필요 없는 프로세스를 멈추세요
check-socket-again = 다시 시도해 보세요
