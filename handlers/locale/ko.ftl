### 봇이 한국어로 하는 말. 차분하고 짧고 구체적으로: 새벽 3시에 휴대폰으로 읽는다.
### 서식은 여기 쓰지 않는다(views 가 붙인다). en.ftl 과 같은 메시지, 같은 변수를 갖는다. 해요체로 통일한다.

## 카드

card-heading-strong = 비슷한 과거 장애가 { $count }건 있어요
card-heading-possible = 비슷할 수 있는 과거 장애가 { $count }건 있어요
card-heading-none = 비슷한 사례를 찾지 못했어요
card-query = “{ $query }” 검색 결과
card-weaker = 그다음으로 가깝지만 비슷하다고 하긴 어려운 사례예요:
card-nearest = 비슷하다고 하긴 어렵지만 가장 가까운 사례예요:
card-would-help = 증상(“p99는 정상인데 최대 5초”), 컴포넌트(“etcd”), 에러 메시지 원문 중 하나를 더 적어 주면 찾기 쉬워요.
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
date-month = { $year }년 { $month }월
date-day = { date-month } { $day }일
date-published = { $date } 공개
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
details-contributing = 거든 요인
details-timeline = 시간
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

## 도움말

help-heading = 증상이 비슷했던 과거 장애를 찾아 원인, 해결 방법, 지금 확인할 것을 알려 드려요.
help-search = 보이는 증상을 적어 주세요. 답은 나만 볼 수 있고, ‘{ button-share }’를 누르면 모두에게 보여요.
help-search-example = p99는 정상인데 몇 분마다 최대 지연이 튄다
help-case = 사례 하나를 열어요.
help-mention = 제가 들어가 있는 스레드에서 멘션하거나 DM을 보내면 그 자리에서 답해요.
help-card = 장애 채널에서는 낯익은 증상이 보이면 카드 하나를 올리고, 내용이 바뀌면 그 카드를 고쳐요.
help-filters = 글 어디에든 필터를 넣어 좁힐 수 있어요. 콜론 바로 뒤에 값을 붙여 주세요:
help-filters-more = 날짜는 2024, 2024-03, 2024-03-18, 90d처럼 적어요.

## 안내: 한 문장과 다음에 할 일

busy-try-again = 지금은 바빠서 처리하지 못했어요. 잠시 뒤에 다시 시도해 주세요.
try-again = 여는 데 너무 오래 걸렸어요. 다시 눌러 주세요.
nothing-given = 보이는 증상, 컴포넌트, 에러 메시지 중 하나를 적어 주세요.
no-such-case = 여기서 볼 수 있는 { $case } 사례가 없어요.
no-such-case-but = 여기서 볼 수 있는 { $case } 사례가 없어요. 혹시 { $suggestions }인가요?
filter-unknown = { $key }에 “{ $value }” 값은 없어요.
filter-unknown-but = { $key }에 “{ $value }” 값은 없어요. 혹시 { $suggestions }인가요?
filter-date = { $key }의 “{ $value }”를 날짜로 읽을 수 없어요. 2024, 2024-03, 2024-03-18, 90d처럼 적어 주세요.
not-in-channel = 제가 이 비공개 채널에 없어요. 먼저 { $command } 명령으로 초대한 뒤 다시 시도해 주세요.
cannot-post = 이 채널에는 글을 올릴 수 없어요. 보관되었거나 읽기 전용일 수 있어요.
shared = 채널에 공유했어요.
expired = 이 검색 내용이 더는 남아 있지 않아요. 다시 검색해 주세요.
old-button = 이전 버전의 버튼이에요. 다시 검색해 주세요.
something-went-wrong = 제 쪽에서 문제가 생겼어요. 다시 시도해 보고, 계속되면 { $id } 번호를 알려 주세요.
