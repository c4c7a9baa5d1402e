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

## 채널: 지켜보기, 음소거, 설정

channel-watched = 이제 이 채널을 지켜볼게요. 낯익은 증상이 보이면 카드를 하나 올려요.
channel-unwatched = 이제 이 채널에는 카드를 먼저 올리지 않아요. 질문에는 계속 답해요. { $command } 명령으로 되돌릴 수 있어요.
channel-muted = 이 채널은 음소거 상태예요. 카드를 올리거나 고치지 않아요. 질문에는 계속 답해요. { $command } 명령으로 풀 수 있어요.
channel-muted-by = { $who } 님이 { $date } { $time }에 이 채널을 음소거했어요.
channel-unmuted = 이 채널은 음소거 상태가 아니에요. 낯익은 증상이 보이면 카드를 하나 올리고 계속 고쳐요.
channel-unmuted-asked = 이 채널은 음소거 상태가 아니지만 카드는 물어볼 때만 보여 드려요. { $command } 명령으로 바꿀 수 있어요.
channel-none = 채널에서 쓰는 명령이에요. 원하는 채널에서 입력해 주세요.
channel-cannot = { $reason ->
    [archived] 보관된 채널이라 지켜볼 것이 없어요.
   *[members-only] 이 워크스페이스의 멤버만 바꿀 수 있어요. 멤버에게 부탁해 주세요.
}
channel-cannot-join = 제가 이 채널에 스스로 들어갈 수 없어요. 먼저 { $command } 명령으로 초대한 뒤 다시 시도해 주세요.
channel-title = 이 채널 설정
channel-mode = 카드
channel-mode-option = { $mode ->
    [automatic] 낯익은 증상이 보이면 먼저 올리기
    [muted] 음소거: 먼저 말하지 않기
   *[asked] 물어볼 때만
}
channel-mode-by-name = { $mode ->
    [automatic] 이름에 따라 이 채널에서는 카드를 먼저 올려요.
   *[asked] 이름에 따라 이 채널에서는 물어볼 때만 답해요.
}
channel-mode-hint = 저에게 묻는 질문에는 언제나 답해요.
channel-language = 언어
channel-language-hint = 모두에게 보이는 카드와 답의 언어예요.
channel-cases = 사례 범위
channel-cases-option = { $side ->
    [public] 다른 회사 사례만
   *[all] 우리 팀과 다른 회사 모두
}
channel-cases-shared = 우리 팀이 아닌 사람도 볼 수 있는 채널이라 다른 회사 사례만 보여 드려요.
channel-save = 저장
channel-saved = 저장했어요.
button-mute-here = 여기서 음소거
card-not-useful = 도움이 안 되나요?
help-channel = 채널에서 카드를 켜고 끄거나, 음소거하고 풀거나, 설정을 열어요.

## 사례로 저장, 검토, 장애의 끝, 개인정보

capture-title = 사례로 저장
capture-submit = 초안 저장
capture-reading = 스레드를 읽는 중이에요…
capture-source = 메시지 { $count }건으로 채웠어요. 무엇이든 고칠 수 있고, 원인과 해결은 직접 적어 주세요.
capture-source-message = 이 스레드를 읽을 수 없어 메시지 하나로만 채웠어요. 저를 초대하고 다시 시도하면 나머지도 읽어요.
capture-readers = { $who ->
    [choice] 아래에서 바꾸지 않으면 이 비공개 채널에서만 보여요.
   *[team] 팀 모두가 볼 수 있어요.
}
capture-again = 여기서 { $case } 사례를 이미 저장했어요. 저장하면 새 사례가 하나 더 생겨요.
capture-nothing = 제가 읽고 사례로 만들 수 있는 내용이 없어요.
capture-members-only = 사례는 이 워크스페이스의 멤버만 저장할 수 있어요. 멤버에게 부탁해 주세요.
capture-invalid = 이대로는 사례로 저장할 수 없어요. 줄여서 다시 시도해 주세요.
capture-saved = { $case } 사례로 저장했어요. 누군가 검토하기 전까지는 초안이에요.
case-form-title = 제목
case-form-symptoms = 겪은 증상
case-form-facets = 분류
case-form-facets-hint = 더하기
case-form-cause = 원인
case-form-cause-hint = 알고 있다면 원인의 종류
case-form-summary = 무슨 일이, 왜 있었나요?
case-form-summary-hint = 다음에 겪을 사람을 위해 몇 문장 적어 주세요.
case-form-fix = 해결 방법
case-form-lines-hint = 한 줄에 하나씩 적어 주세요.
case-form-started = 처음 보인 때
case-form-resolved = 해결된 때
case-form-date = 날짜
case-form-date-hint = 2026, 2026-03, 2026-03-18처럼 적어 주세요.
case-form-date-wrong = 날짜를 2026, 2026-03, 2026-03-18처럼 적어 주세요.
case-form-checks = 확인할 것
case-form-checks-hint = 한 줄에 하나씩, 이를테면 { $example }
case-form-dead-ends = 해 봤지만 소용없던 것
case-form-readers = 누가 볼 수 있나요?
case-form-reader = { $who ->
    [channel] 이 채널에서만
   *[team] 팀 모두
}
case-form-cancel = 취소
case-form-needed = 몇 단어라도 적어 주세요.
case-form-backwards = 처음 보인 때보다 이전이에요.
mask-masked = 가린 내용: { $what }
mask-kind = { $kind ->
    [private-key] 개인 키 { $count }건
    [password] 비밀번호 { $count }건
    [key] 키 { $count }건
    [email] 이메일 주소 { $count }건
    [phone] 전화번호 { $count }건
    [card] 카드 번호 { $count }건
    [resident-number] 주민등록번호 { $count }건
    [customer-id] 고객 번호 { $count }건
   *[token] 토큰 { $count }건
}
case-edit-title = 사례 고치기
case-edit-submit = 저장
case-changed = 고치는 동안 누군가 { $case } 사례를 바꿨어요. 적은 글을 복사해 두고 닫은 뒤 다시 고쳐 주세요.
case-changed-review = 여는 사이에 누군가 { $case } 사례를 바꿨어요. 지금 내용은 이래요.
case-not-yours = { $case } 사례는 여기서 바꿀 수 없어요. 없어졌거나, 공개 사례이거나, 볼 수 없는 사례예요.
case-deleted = { $case } 사례를 지웠어요.
case-delete-title = { $case } 사례를 지울까요?
case-delete-text = 검색과 카드에서 모두 사라지고, 되돌릴 수 없어요.
case-gone = 여기에 있던 { $case } 사례는 지워졌어요.
case-outdate-title = 더는 해당하지 않음
case-outdate-about = { $case } 사례는 라이브러리에 남고, 더는 해당하지 않는다고 표시돼요.
case-outdate-reason = 이유
case-outdate-placeholder = 서비스를 교체함, 2.4에서 고침
details-history = 이력
trace-somebody = 누군가
trace-action = { $action ->
    [capture] 저장
    [import] 가져옴
    [add] 추가
    [update] 갱신
    [review] 검토
    [edit] 고침
    [outdate] 해당 없음으로 표시
    [restore] 다시 해당한다고 표시
    [delete] 지움
    [done] 후속 조치 완료
    [reopen] 후속 조치 다시 열림
    [link] 재발로 연결
    [unlink] 재발 연결 해제
    [forget] 이름을 지움
   *[other] 바꿈
}
button-save-case = 사례로 저장
button-write-up = 사례로 남기기
button-none-of-these = 이 중에 없음
button-mark-reviewed = 검토 완료
button-edit = 고치기
button-outdate = 해당 없음으로
button-restore = 다시 해당함
button-delete = 지우기
resolution-question = 끝났네요. 이 중에 같은 장애가 있었나요?
resolution-again = { $case } 장애의 재발이에요. 이 스레드에 재발로 연결했어요.
resolution-same-cause = { $case } 사례와 원인이 같아요. 이 스레드에 연결했어요.
resolution-none = 아래 사례 중에는 없었어요. 사례로 남겨 두면 다음에 겪을 사람에게 도움이 돼요.
privacy-heading = 무엇을 읽고 무엇을 보관하나요
privacy-read = 제가 들어가 있는 채널의 메시지와 저에게 보낸 DM을 읽어요. 장애 채널도 회고 채널도 아닌 곳에서는 저에게 한 말에만 답해요.
privacy-quiet = 증상도, 질문도, 사례 번호도 아닌 글은 보관하지 않아요. 읽고 나면 바로 지워요.
privacy-words = 증상과 질문의 글은 카드나 답이 마지막으로 바뀐 뒤 { $days }일 동안 보관하고, 그 뒤에는 지워요.
privacy-masked = 비밀번호, 토큰, 키, 이메일 주소, 전화번호, 카드 번호, 주민등록번호는 저장하기 전에 가려요. 다만 모든 것을 찾아내지는 못해요.
privacy-cases = 사례는 누군가 저장을 눌렀을 때만 남아요. 비공개 채널의 사례는 작성자가 팀 전체를 고르지 않으면 그 채널에만 남고, 게스트와 다른 회사에는 공개 사례만 보여요.
privacy-pairs = 어떤 사례가 맞다고 누군가 확인하면, 얼마나 잘 찾는지 재기 위해 가려진 증상을 그 사례와 함께 보관해요.
privacy-who = 누가 연결, 확인, 저장, 검토, 수정했는지와 주간 소식을 누가 설정했는지를 사용자 ID로 보관해요.
privacy-nobody-else = 모두 제가 도는 컴퓨터의 파일 하나에 있어요. 여러분의 Slack 말고는 어디에도 보내지 않아요.
privacy-forget = 운영하는 사람이 { $command }, --channel, --case 명령으로 사람, 채널, 사례를 지우고, 지운 수를 확인할 수 있어요.
help-privacy = 무엇을 읽고 보관하는지 알려 드려요.
cli-forgot = { $count }건을 지웠어요
cli-would-forget = { $count }건을 지우게 돼요
cli-forgot-kind = { $kind }: { $count }
cli-forget-nothing = { $what }에 관해 보관한 것이 없어요.
cli-forget-kept = 그곳에서 저장한 사례 중 팀이 볼 수 있는 { $count }건은 남겨 두었어요. --case로 지울 수 있어요.

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

## 물어보기: 후보 가려내기, 검색, 목록, 홈

details-back = ← { $case }
apart-heading = 가려내기:
apart-check-now = “{ case-check-now }” 결과가 이런가요? “{ $outcome }”
apart-check = { $check } — 결과가 이런가요? “{ $outcome }”
apart-symptoms = 이 증상도 보이나요? { $label }
apart-components = 이것과 관련 있나요? { $label }
apart-trigger = 이것이 계기였나요? { $label }
apart-domain = 이 분야의 문제인가요? { $label }
apart-answer = { $answer ->
    [yes] 예 → { $places }
   *[no] 아니요 → { $places }
}
apart-skip = 모르겠어요
apart-said = { $answer ->
    [yes] 예
   *[no] 아니요
}
apart-left-out = 답에 따라 제외: { $cases }
search-title = 과거 장애 찾기
search-submit = 찾기
search-text = 무엇이 보이나요?
search-text-hint = 증상, 에러 메시지, 컴포넌트를 적어 주세요. 날짜도 쓸 수 있어요: since:2024-03
search-any = 전체
search-org = 회사
search-period = 시기
search-span = { $days ->
    [90] 최근 90일
    [365] 최근 1년
    [730] 최근 2년
    [1825] 최근 5년
   *[0] 전체 기간
}
search-cases = { $count ->
    [0] 아직 사례 없음
   *[other] 사례 { $count }건
}
button-change-search = 검색 조건 바꾸기
similar-no-words = 이 메시지에는 찾아볼 만한 글이 없어요.
list-recent = 최근에 찾아본 사례
list-recent-none = 최근 여기서 맞는 사례를 찾은 검색이 없어요.
list-new = 최근 { $days }일 동안 새로 들어온 사례
list-new-none = 최근 { $days }일 동안 새로 들어온 사례가 없어요.
home-search = 무엇이 보이나요?
home-search-example = p99는 정상인데 최대 지연이 튄다
home-search-hint = Enter를 누르면 찾아요. 답은 나만 볼 수 있어요.
button-more-options = 조건을 넣어 찾기
home-cases = 최근 사례
home-more-cases = 외 { $count }건: { $command }
home-drafts = 내 초안
home-other-drafts = 다른 사람의 초안 { $count }건이 검토를 기다려요
home-places = 지켜보는 채널과 주간 소식
home-no-channels = 아직 증상이 올라온 공개 채널이 없어요. 초대받은 채널 가운데 이름이 맞는 곳을 읽어요.
home-no-digests = 주간 소식을 받는 공개 채널이 아직 없어요. 채널에서 /incident-lookup digest 명령으로 설정할 수 있어요.
home-digest = { $channel } 주간 소식: { $weekday } { $time }({ $zone })
home-numbers = 최근 { $days }일
home-lookups = 질문 { $count }건
home-cards = 카드가 올라간 장애 채널 { $count }곳
home-confirmed = “{ button-this-is-it }”로 표시한 사례 { $count }건
home-hit-rate = { $judged ->
    [0] 적중률: 아직 표시된 사례가 없어요
   *[other] 적중률: 평가받은 답 { $judged }건 중 { $hits }건에 맞는 사례가 있었어요
}
home-library = 라이브러리: 우리 팀 { $own }건, 공개 { $public }건
help-lists = 최근에 찾아본 사례와 새로 들어온 사례를 보여 드려요. ‘최근’, ‘새 사례’라고 적어도 돼요.
help-modal = 명령만 입력하면 검색 창이 열려요.
help-similar = 아무 메시지에서나 바로 가기 ‘Find similar incidents’를 쓰면 그 메시지를 찾아봐요. 답은 나만 볼 수 있어요.

## 명령줄

cli-show-more = { $command } 명령으로 사례 전체를 볼 수 있어요.
cli-filed-under = 분류
cli-similar = { $case } 사례와 함께 읽어 볼 만한 사례 { $count }건
cli-similar-none = 함께 읽어 볼 만큼 { $case } 사례와 비슷한 사례가 없어요.
cli-valid = 모든 사례 파일이 올바르게 작성되어 있어요.
cli-notices = 알림 { $count }건 (실패로 치지 않아요):
cli-library-cases = 조직 { $organisations }곳의 사례 { $cases }건, 그중 2020년 이후 { $recent }건
cli-library-written = 확인 방법이 있는 사례 { $checks }건, 헛수고 기록이 있는 사례 { $dead_ends }건, 영어 { $english }건, 한국어 { $korean }건
cli-library-largest = 사례가 많은 조직: { $organisations } (한 조직에 최대 { $most }건)
cli-library-terms = 쓰이는 용어: { $facets }
cli-vocab-cases = 사례 { $count }건
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
sync-done = 추가 { $added }건, 갱신 { $updated }건, 변경 없음 { $unchanged }건, 원본에서 삭제됨 { $gone }건, 건너뜀 { $skipped }건
sync-would = 실행하면: { $done }
sync-added = 추가
sync-updated = 갱신
sync-gone = 원본에서 삭제됐지만 여기에는 남음({ $option } 옵션으로 지울 수 있음)
sync-pruned = 원본에서도 여기에서도 삭제됨
sync-more = 외 { $count }건
sync-no-url = 가져올 라이브러리가 없어요. 주소를 적거나 { $variable } 값을 설정하세요.
sync-bad-url = 라이브러리 주소가 아니에요. https://example.com/api 같은 형식으로, 쿼리 없이 적어 주세요.
sync-bad-host = { $host }: 호스트가 아니에요. example.com 또는 example.com:8443처럼 적어 주세요.
sync-plain-http = { $url }: 암호화되지 않은 연결이라 도중에 누구든 사례를 읽고 바꿀 수 있어요. https를 쓸 수 있다면 https로 바꾸세요.
sync-failed = { $url }: { $problem }. 여기서는 아무것도 바뀌지 않았어요.
sync-unreachable = 연결할 수 없어요({ $reason })
sync-certificate = 이 시스템이 신뢰하지 않는 인증서예요
sync-slow = { $seconds }초 안에 응답하지 않았어요
sync-broken = 응답 도중에 연결이 끊겼어요({ $reason })
sync-status = 오류로 응답했어요(HTTP 상태 { $status })
sync-refused = 접근을 거부했어요(HTTP 상태 { $status }). 주소의 사용자 이름과 비밀번호를 확인하세요
sync-type = JSON이 아니라 { $type } 형식으로 응답했어요
sync-wait = { $seconds }초 동안 요청하지 말라고 해요. 나중에 다시 시도하세요
sync-too-large = { $megabytes }MB를 넘는 문서를 보냈어요
sync-too-much = 모두 합쳐 { $megabytes }MB를 넘게 보냈어요
sync-elsewhere = 다른 곳({ $url })으로 보내지만 따라가지 않았어요. 의도한 곳이라면 { $option } 옵션으로 그 호스트를 알려 주세요
sync-redirects = { $limit }번 넘게 다른 주소로 보내요(마지막: { $url })
sync-repeats = 사례 목록이 끝없이 되풀이돼요({ $page }쪽)
sync-endless = 사례 목록이 { $pages }쪽을 넘어요
sync-too-many = 목록의 사례가 { $cases }건을 넘어요
sync-no-list = 사례 목록을 읽을 수 없어요({ $reason })
sync-skip-shipped = 기본으로 들어 있는 사례의 접두사예요
sync-skip-reserved = 우리 팀 사례의 접두사예요
sync-skip-own = 우리 팀 사례가 이 아이디를 쓰고 있어요
sync-skip-imported = 같은 아이디로 내용이 다른 사례를 파일에서 가져왔어요
sync-skip-other = 다른 라이브러리에서 온 사례예요
sync-skip-twice = 목록에 서로 다른 내용으로 두 번 나와요
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
