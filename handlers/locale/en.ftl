### What the bot says in English. Calm, short, concrete: someone reads it on a phone at 3 a.m.
### No mark-up here; the views add it. ko.ftl has the same messages with the same variables.

## The card

card-heading-strong = { $count ->
    [one] Looks like a past incident
   *[other] Looks like { $count } past incidents
}
card-heading-possible = { $count ->
    [one] This past incident may be similar
   *[other] These { $count } past incidents may be similar
}
card-heading-none = Nothing close in the library
card-query = for “{ $query }”
card-weaker = Also near, but not a match:
card-nearest = Nearest, but not close:
card-would-help = To find it, add one of these: a symptom (“p99 fine, max 5 s”), a component (“etcd”), or the exact error text.
card-changed = now first: { $case }
card-changed-because = now first: { $case }, because “{ $added }” was added
card-matched-on = { $count ->
    [one] matched on 1 message
   *[other] matched on { $count } messages
} · own { $own } / public { $public }
band-strong = Strong
band-possible = Possible
reason-id = you named it

## How a case is told

whose-public = other company's incident
whose-team = your team's incident
whose-channel = your team's incident, shown only in this channel
case-why = Why:
case-cause = Cause
case-fixed-by = Fixed by
case-check-now = Check now
case-dead-ends = Don't spend time on
case-outdated = No longer applies
case-outdated-since = No longer applies since { $date }
case-applies-to = Applies to
case-draft = Draft, not reviewed yet
date-year = { $year }
month-name = { $month ->
    [1] Jan
    [2] Feb
    [3] Mar
    [4] Apr
    [5] May
    [6] Jun
    [7] Jul
    [8] Aug
    [9] Sep
    [10] Oct
    [11] Nov
   *[12] Dec
}
date-month = { month-name } { $year }
date-short = { $day } { month-name }
date-day = { $day } { date-month }
date-published = published { $date }
weekday = { $day ->
    [mon] Monday
    [tue] Tuesday
    [wed] Wednesday
    [thu] Thursday
    [fri] Friday
    [sat] Saturday
   *[sun] Sunday
}
span-days = { $n } d
span-hours = { $n } h
span-minutes = { $n } min
span-seconds = { $n } s

## Buttons and verdicts

button-this-is-it = This is it
button-not-this = Not this
button-details = Details
button-undo = Undo
button-share = Share to channel
button-link = Link
button-link-again = Link again
button-unlink = Unlink
button-mark-done = Mark done
button-reopen = Reopen
verdict-confirmed = ✓ marked as this one
verdict-dismissed = marked as not this

## Details of a case

details-title = Past incident
details-close = Close
details-loading = Opening…
details-only-en = Written in English; there is no Korean text.
details-only-ko = Written in Korean; there is no English text.
details-page = Page { $page } of { $pages }
details-previous = ← Previous page
details-next = Next page →
details-seen = What was seen
details-summary = Summary
details-impact = Impact
details-scope = Scope
details-users = Users
details-region = Region
details-severity = Severity
details-trigger = Trigger
details-contributing = Contributing factors
details-timeline = Timeline
details-detected-after = detected after { $span }
details-resolved-after = resolved after { $span }
details-detection = How it was detected
details-action-items = Action items
details-done = done { $date }
details-open = open
details-lessons = Lessons
details-symptoms = Symptoms
details-components = Components
details-domain = Area
details-sources = Sources
details-archived = archived copy
details-documents = Documents
details-review = Review
details-written-by = written by { $who }
details-reviewed = reviewed
details-reviewed-by = reviewed by { $who }
details-reviewed-on = on { $date }
details-not-reviewed = not reviewed yet
details-recurrence-of = Happened before as
details-related = Related cases
details-similar = Similar cases

details-threads = Threads
details-thread = thread in #{ $channel }
details-thread-unnamed = thread
details-private-thread = a private thread

## Links between threads and cases

link-linked = Linked:
link-unlinked = Unlinked:
link-suggestions = Similar past incidents. Link what fits:
link-more = Also:
link-kind = Kind
link-as = Link as…
link-kind-same-cause = Same cause
link-kind-same-symptoms = Same symptoms
link-kind-recurrence = Recurrence
link-kind-reference = Reference
link-wrote = { $writeup } now says that it is a recurrence of { $earlier }.
links-gone = These cases can no longer be shown here.
links-none = Nothing is linked in this thread yet. Mention me with “link” and a case id to link one.
links-heading = { $count ->
    [one] 1 case linked in this thread
   *[other] { $count } cases linked in this thread
}
link-removed = Unlinked { $case }.
link-not-linked = { $case } is not linked in this thread.
link-kind-unknown = “{ $kind }” is not a kind of link. Use same-cause, same-symptoms, recurrence or reference.
link-own-only = Only your own incidents can happen again; choose another kind for { $case }.
link-not-here = Links belong to threads in channels: mention me in the thread you mean.
link-view-title = Link a past case
link-view-submit = Link
link-view-cancel = Cancel
link-view-case = Past case
link-view-case-hint = An id or words of the title
link-view-kind = How is it related?
link-view-note = Note
link-view-note-hint = Shown in this channel only.

## What came back

recurrence-time = { $count ->
    [0] First time in { $days } days
    [1] First time in { $days } days
    [2] Second time in { $days } days
    [3] Third time in { $days } days
    [4] Fourth time in { $days } days
    [5] Fifth time in { $days } days
    [6] Sixth time in { $days } days
   *[other] { $count } times in { $days } days
}
recurrence-next-time = { $count ->
    [2] If this is it: second time in { $days } days
    [3] If this is it: third time in { $days } days
    [4] If this is it: fourth time in { $days } days
    [5] If this is it: fifth time in { $days } days
    [6] If this is it: sixth time in { $days } days
   *[other] If this is it: { $count } times in { $days } days
}
recurrence-before = Has come back before
recurrence-items = { $open ->
    [0] { $count ->
        [1] its action item is done
       *[other] all { $count } action items are done
    }
    [1] { $count ->
        [1] its only action item is still open
       *[other] 1 of { $count } action items is still open
    }
   *[other] { $open } of { $count } action items are still open
}
recurrence-with-items = { $told }; { $items }
recurrence-more-items = { $count ->
    [one] and 1 more
   *[other] and { $count } more
}

## Why a case is similar to another

similar-related = named as related
similar-earlier = came back as { $case }
similar-recurrence = recurrence of { $case }
similar-again = the same incident again
similar-cause = same root cause ({ $facets })
similar-shared = shared { $facets }

## Help

help-heading = I find past incidents that looked the same: what caused them, what fixed them, what to check now.
help-search = Tell me what you see. Only you see the answer; { button-share } shows it to everyone.
help-search-example = p99 fine but max latency spikes every few minutes
help-case = Opens one case.
help-mention = Mention me in any channel I am in, or write to me directly: I always answer, in the thread.
help-link = Mention me with this in any thread to link a past case to it. “unlink PUB-0001” undoes it, “links” lists what is linked.
help-link-example = link PUB-0001 same-cause
help-card = In incident channels I post one card when the symptoms look familiar, and keep it up to date.
help-digest = Posts a weekly digest in this channel: sets it up, changes or stops it. With “preview” behind it, only you see the next one.
help-filters = Narrow it down anywhere in the text, with the value right after the colon:
help-filters-example = latency spikes component:redis since:2020
help-filters-more = Dates are like 2024, 2024-03, 2024-03-18 or 90d.

## The weekly digest

digest-heading = Incident digest, week { $week }
digest-days = { $first } – { $last }
digest-late = This digest is late: it was due on { weekday } at { $time }.
digest-recurrences = Came back
digest-new = New cases
digest-helped = Cases that helped
digest-gaps = Looked for, not found
digest-drafts = Drafts waiting for review
digest-more = and { $count } more
digest-now-reviewed = Now reviewed
digest-library = { $count ->
    [one] 1 public case joined the library.
   *[other] { $count } public cases joined the library.
}
digest-confirmed = { $count ->
    [one] “{ button-this-is-it }” once
    [2] “{ button-this-is-it }” twice
   *[other] “{ button-this-is-it }” { $count } times
}
digest-gaps-count = { $count ->
    [one] 1 lookup found nothing close. If you know how it ended, write it up as a case.
   *[other] { $count } lookups found nothing close. If you know how one ended, write it up as a case.
}
digest-gaps-about = About { $facets }
digest-gaps-here = Asked in this channel: { $queries }
digest-foot = { $command } changes or stops this digest
digest-count-recurrences = { $count } came back
digest-count-new = { $count ->
    [one] 1 new case
   *[other] { $count } new cases
}
digest-count-helped = { $count } helped
digest-count-gaps = { $count ->
    [one] 1 lookup without a match
   *[other] { $count } lookups without a match
}
digest-count-drafts = { $count ->
    [one] 1 draft to review
   *[other] { $count } drafts to review
}
digest-nothing = Week { $week } has nothing to tell; such a week posts nothing.
digest-paused = { $reason ->
    [archived] I paused the weekly digest of { $channel }: the channel was archived. Once it is back, type { $command } there and save to go on.
    [private] I paused the weekly digest of { $channel }: the channel was made private. If it should go on, type { $command } there and save.
    [removed] I paused the weekly digest of { $channel }: I am no longer in the channel. Invite me again, then type { $command } there and save to go on.
   *[refused] I paused the weekly digest of { $channel }: Slack does not let me post there. When that is mended, type { $command } there and save to go on.
}
digest-title = Weekly digest
digest-weekday = Day
digest-time = Time
digest-zone = Time zone
digest-zone-hint = Type a city, such as Seoul or New York.
digest-language = Language
digest-cases = Cases
digest-side = { $side ->
    [own] Our own only
    [public] Other companies' only
   *[all] Our own and other companies'
}
digest-facets = Only about
digest-facets-all = Everything
digest-facets-hint = Type a component, a symptom or an area. Leave it empty for everything.
digest-save = Save
digest-saved = Saved.
digest-next = The next digest comes on { $weekday }, { $date }, at { $time } ({ $zone }), about week { $week }.
digest-preview-hint = It tells of the week before, Monday to Sunday. { $command } shows it to you alone.
digest-is-paused = { $reason ->
    [archived] Paused: the channel was archived. Saving starts it again.
    [private] Paused: the channel was made private. Saving starts it again.
    [removed] Paused: I was not in the channel any more. Saving starts it again.
   *[refused] Paused: Slack did not let me post here. Saving starts it again.
}
digest-stopped = Stopped: this channel gets no weekly digest any more.
digest-members-only = Only members of this workspace can set up the digest; please ask one of them.
digest-channels-only = The digest is for channels; type the command in one.
digest-cannot = { $reason ->
    [archived] This channel is archived, so I cannot post a digest here.
   *[removed] I'm not in this channel: type /invite @incident-lookup first, then try again.
}
digest-zone-unknown = Please choose a time zone from the list.
digest-time-unknown = Please choose a time, such as 09:00.
digest-no-week = “{ $week }” is not a week; write one like 2026-W48.
button-stop-digest = Stop the digest
button-show-cases = Show all

## Notices: one sentence, and what to do next

busy-try-again = I'm busy right now; please try again in a moment.
try-again = That took too long to open; please press it again.
nothing-given = Tell me what you see: a symptom, a component or an error text.
no-such-case = There is no case { $case } here.
no-such-case-but = There is no case { $case } here. Did you mean { $suggestions }?
filter-unknown = “{ $value }” is not a known value for { $key }.
filter-unknown-but = “{ $value }” is not a known value for { $key }. Did you mean { $suggestions }?
filter-date = “{ $value }” is not a date I can read for { $key }: use 2024, 2024-03, 2024-03-18 or 90d.
filtered-out = No case passes these filters.
not-in-channel = I'm not in this private channel: type { $command } first, then try again.
cannot-post = I'm not allowed to post in this channel; it may be archived or read-only.
shared = Shared with the channel.
expired = I no longer have this lookup; please search again.
old-button = This button is from an older version; please search again.
something-went-wrong = Something went wrong on my side; please try again, and quote { $id } if it stays.

## Command line

cli-show-more = { $command } shows a case whole.
cli-filed-under = Filed under
cli-similar = { $count ->
    [one] 1 case worth reading beside { $case }
   *[other] { $count } cases worth reading beside { $case }
}
cli-similar-none = No case in the library is similar enough to { $case } to be worth reading.
cli-valid = Every case file is valid.
cli-imported = { $imported } imported, { $updated } updated, { $skipped } skipped
cli-would-import = { $imported } would be imported, { $updated } updated, { $skipped } skipped
cli-importing = Importing
cli-import-stopped = Stopped. What landed stays; run the same command again to go on.
cli-unchanged = { $count ->
    [one] 1 of the updated is unchanged and was not written again
   *[other] { $count } of the updated are unchanged and were not written again
}
cli-from = From
cli-recognised = Recognised
cli-inferred = Inferred
cli-kept-as-docs = Kept as documents
cli-masked = { $path }: { $field }: masked { $count } ({ $kind })
cli-not-masked = { $path }: { $field }: holds { $count } ({ $kind }), not masked; --mask does
cli-exported = { $count ->
    [one] 1 case written to { $folder }
   *[other] { $count } cases written to { $folder }
}
cli-symptom = a live symptom
cli-no-symptom = not a live symptom
cli-ok = ok
cli-problem = PROBLEM
check-database-sound = { $count ->
    [one] { $path } is sound and holds 1 case
   *[other] { $path } is sound and holds { $count } cases
}
check-database-damaged = { $path } is damaged ({ $problem }); restore a backup or use another file
check-library-valid = every shipped case is valid
check-bot-token-missing = is not set; it should be the app's bot token, beginning with xoxb-
check-bot-token-works = works: { $user } in { $team }
check-bot-token-copy = copy the Bot User OAuth Token again from the app's OAuth and Permissions page
check-bot-token-install = the app was removed from the workspace, or its token was revoked; install it again and copy the new token
check-app-token-missing = is not set; it should be an app-level token with connections:write, beginning with xapp- (for HTTP mode, set { $other })
check-app-token-copy = copy the token again from the app's Basic Information page, App-Level Tokens
check-app-token-kind = this is no app-level token; make one with connections:write on the app's Basic Information page
check-app-token-scope = give the app-level token the scope connections:write
check-app-token-team = the token belongs to another workspace
check-signing-secret-set = is set, for HTTP mode; only Slack's first request can prove it
check-refused = refused by Slack ({ $error }): { $advice }
check-see-app = see the app's settings
check-no-answer = cannot be checked: { $url } gave no usable answer ({ $error })
check-scopes-granted = all granted: { $scopes }
check-scopes-missing = not granted: { $scopes }; add them as in manifest.yml and install the app again
check-events-needed = no program can ask Slack which events it sends; the app has to be subscribed to { $events }
check-channels-none = is in no channel yet; type { $command } in an incident channel
check-channels-watched = { $count ->
    [one] is in 1 channel, with automatic cards: { $watched }
   *[other] is in { $count } channels, with automatic cards in: { $watched }
}
check-channels-unwatched = { $count ->
    [one] is in 1 channel, without automatic cards ({ $patterns })
   *[other] is in { $count } channels, none of them with automatic cards ({ $patterns })
}
check-socket-open = connected; sockets of this app now: { $count }
check-socket-none = no socket to Slack ({ $error }); a proxy or firewall may block WebSockets
check-socket-silent = Slack did not say hello within { $seconds } s; a proxy may swallow what comes over WebSockets
check-socket-closed = Slack closed the socket ({ $reason }): { $advice }
check-socket-off = Socket Mode is switched off; switch it on in the app's settings, Socket Mode
check-socket-too-many = this app has ten sockets open; stop the processes that are not needed
check-socket-again = try again
