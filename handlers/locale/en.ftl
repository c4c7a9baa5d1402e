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

## Channels: watching, muting, settings

channel-watched = I watch this channel now: I post one card when the symptoms look familiar.
channel-unwatched = I post no card unasked here any more. Questions are still answered; { $command } undoes it.
channel-muted = Muted here: no card and no edits. Questions are still answered; { $command } undoes it.
channel-muted-by = { $who } muted this channel on { $date } at { $time }.
channel-unmuted = Not muted here: I post one card when the symptoms look familiar, and keep it up to date.
channel-unmuted-asked = Not muted here, but cards come only when asked for; { $command } changes that.
channel-none = That is for channels; type it in the one you mean.
channel-cannot = { $reason ->
    [archived] This channel is archived, so there is nothing to watch.
   *[members-only] Only members of this workspace can change that; please ask one of them.
}
channel-cannot-join = I can't join this channel by myself: type { $command } first, then try again.
channel-title = In this channel
channel-mode = Cards
channel-mode-option = { $mode ->
    [automatic] Unasked, when symptoms look familiar
    [muted] Muted: nothing unasked
   *[asked] Only when somebody asks
}
channel-mode-by-name = { $mode ->
    [automatic] By its name, this channel gets a card unasked.
   *[asked] By its name, this channel gets answers only when somebody asks.
}
channel-mode-hint = Questions to me are always answered.
channel-language = Language
channel-language-hint = Of the card and of answers that everybody sees.
channel-cases = Cases
channel-cases-option = { $side ->
    [public] Other companies' only
   *[all] Our own and other companies'
}
channel-cases-shared = Others than your team may be reading here, so only other companies' cases are shown.
channel-save = Save
channel-saved = Saved.
button-mute-here = Mute here
card-not-useful = not useful?
help-channel = In a channel: turn its cards on or off, mute or unmute me, or open its settings.

## Save as case, review, the end of an incident, privacy

capture-title = Save as case
capture-submit = Save draft
capture-reading = Reading the thread…
capture-source = { $count ->
    [one] Filled from 1 message. Change anything; cause and fix are yours to write.
   *[other] Filled from { $count } messages. Change anything; cause and fix are yours to write.
}
capture-source-message = I cannot read this thread, so this is filled from the one message. Invite me and try again for the rest.
capture-readers = { $who ->
    [choice] It stays in this private channel unless you choose otherwise below.
   *[team] Everybody in your team will be able to see it.
}
capture-again = { $case } was saved from here before; saving makes another case.
capture-nothing = There is nothing here that I can read and make a case of.
capture-members-only = Only members of this workspace can save cases; please ask one of them.
capture-invalid = This cannot be stored as a case; please shorten it and try again.
capture-saved = Saved as { $case }, a draft until somebody reviews it.
case-form-title = Title
case-form-symptoms = What was seen
case-form-facets = Filed under
case-form-facets-hint = Add more
case-form-cause = Cause
case-form-cause-hint = Known yet? Choose its kind
case-form-summary = What happened and why
case-form-summary-hint = A few sentences for whoever meets this next.
case-form-fix = What fixed it
case-form-lines-hint = One step a line.
case-form-started = First seen
case-form-resolved = Resolved
case-form-date = Date
case-form-date-hint = Like 2026, 2026-03 or 2026-03-18.
case-form-date-wrong = Please write a date like 2026, 2026-03 or 2026-03-18.
case-form-checks = Checks
case-form-checks-hint = One a line, such as { $example }
case-form-dead-ends = What did nothing
case-form-readers = Who may see it
case-form-reader = { $who ->
    [channel] Only this channel
   *[team] Everybody in the team
}
case-form-cancel = Cancel
case-form-needed = Please write at least a few words here.
case-form-backwards = This is before it was first seen.
mask-masked = Masked: { $what }
mask-kind = { $kind ->
    [private-key] { $count ->
        [one] 1 private key
       *[other] { $count } private keys
    }
    [password] { $count ->
        [one] 1 password
       *[other] { $count } passwords
    }
    [key] { $count ->
        [one] 1 key
       *[other] { $count } keys
    }
    [email] { $count ->
        [one] 1 e-mail address
       *[other] { $count } e-mail addresses
    }
    [phone] { $count ->
        [one] 1 phone number
       *[other] { $count } phone numbers
    }
    [card] { $count ->
        [one] 1 card number
       *[other] { $count } card numbers
    }
    [resident-number] { $count ->
        [one] 1 resident number
       *[other] { $count } resident numbers
    }
    [customer-id] { $count ->
        [one] 1 customer id
       *[other] { $count } customer ids
    }
   *[token] { $count ->
        [one] 1 token
       *[other] { $count } tokens
    }
}
case-edit-title = Edit case
case-edit-submit = Save
case-changed = Somebody changed { $case } while you were writing. Copy your text, close this, and edit it again.
case-changed-review = Somebody changed { $case } since you opened it; this is how it is now.
case-not-yours = { $case } cannot be changed here: it is gone, public, or not yours to see.
case-deleted = { $case } was deleted.
case-delete-title = Delete { $case }?
case-delete-text = It will be gone for everybody, from lookups and cards alike. This cannot be undone.
case-gone = { $case }, which was shown here, was deleted.
case-outdate-title = No longer applies
case-outdate-about = { $case } stays in the library, marked as no longer applying.
case-outdate-reason = Why?
case-outdate-placeholder = The service was replaced; fixed in 2.4
details-history = History
trace-somebody = somebody
trace-action = { $action ->
    [capture] saved
    [import] imported
    [add] added
    [update] updated
    [review] reviewed
    [edit] edited
    [outdate] marked as outdated
    [restore] marked as current
    [delete] deleted
    [done] action item done
    [reopen] action item opened again
    [link] linked as a recurrence
    [unlink] recurrence taken back
    [forget] a name was removed
   *[other] changed
}
button-save-case = Save as case
button-write-up = Write it up
button-none-of-these = None of these
button-mark-reviewed = Mark reviewed
button-edit = Edit
button-outdate = Outdate
button-restore = Applies again
button-delete = Delete
resolution-question = This is over: was it one of these?
resolution-again = { $case } again; this thread links it as a recurrence.
resolution-same-cause = Same cause as { $case }; this thread links it.
resolution-none = None of the cases below. Writing it up helps whoever meets it next.
privacy-heading = What I read and keep
privacy-read = I read messages in channels that I am a member of, and direct messages to me. Of channels that are neither watched nor for postmortems I act only on what is said to me.
privacy-quiet = What is neither a symptom, nor a question, nor the id of a case is not kept: its text is wiped as soon as I have read it.
privacy-words = { $days ->
    [one] Symptoms and questions are kept as text for 1 day after the last change of their card or answer; then the text is dropped.
   *[other] Symptoms and questions are kept as text for { $days } days after the last change of their card or answer; then the text is dropped.
}
privacy-masked = Passwords, tokens, keys, e-mail addresses, phone, card and resident numbers are masked before text is stored. No masking finds everything.
privacy-cases = A case is saved only when somebody presses Save. One from a private channel stays there unless its author chose the whole team; guests and other companies see public cases only.
privacy-pairs = When somebody confirms that a case was it, the masked symptoms are kept with that case to measure how well I find things.
privacy-who = I keep by user id who linked, confirmed, saved, reviewed or changed something, and who set up a digest.
privacy-nobody-else = All of it is in one file on the machine that I run on. Nothing is sent to anybody but your Slack.
privacy-forget = Whoever runs me can remove a person, a channel or a case with { $command }, --channel or --case, and gets a count of what was removed.
help-privacy = Says what I read and keep.
cli-forgot = { $count ->
    [one] 1 thing removed
   *[other] { $count } things removed
}
cli-would-forget = { $count ->
    [one] 1 thing would be removed
   *[other] { $count } things would be removed
}
cli-forgot-kind = { $kind }: { $count }
cli-forget-nothing = Nothing is kept about { $what }.
cli-forget-kept = { $count ->
    [one] 1 case that the team may see was captured there and stays; remove it with --case.
   *[other] { $count } cases that the team may see were captured there and stay; remove them with --case.
}

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

## Asking: telling suspects apart, searching, lists, Home

details-back = ← { $case }
apart-heading = Tell them apart:
apart-check-now = Does “{ case-check-now }” show this: “{ $outcome }”?
apart-check = { $check }. Is it so: “{ $outcome }”?
apart-symptoms = Do you see this as well: { $label }?
apart-components = Is this involved: { $label }?
apart-trigger = Did it begin with this: { $label }?
apart-domain = Is it about this: { $label }?
apart-answer = { $answer ->
    [yes] Yes → { $places }
   *[no] No → { $places }
}
apart-skip = Not sure
apart-said = { $answer ->
    [yes] yes
   *[no] no
}
apart-left-out = Left out by the answers: { $cases }
search-title = Find past incidents
search-submit = Search
search-text = What do you see?
search-text-hint = A symptom, an error text, a component. Dates work here, too: since:2024-03
search-any = Any
search-org = Company
search-period = When
search-span = { $days ->
    [90] Last 90 days
    [365] Last year
    [730] Last 2 years
    [1825] Last 5 years
   *[0] Any time
}
search-cases = { $count ->
    [0] no case yet
    [one] 1 case
   *[other] { $count } cases
}
button-change-search = Change the search
similar-no-words = This message has no words that I could look up.
list-recent = Looked up lately
list-recent-none = Nothing that brought a match was looked up here lately.
list-new = New in the last { $days } days
list-new-none = No case was added in the last { $days } days.
home-search = What do you see?
home-search-example = p99 fine but max latency spikes
home-search-hint = Press Enter to search. Only you see the answer.
button-more-options = Search with filters
home-cases = Recent cases
home-more-cases = and { $count } more: { $command }
home-drafts = My drafts
home-other-drafts = { $count ->
    [one] 1 draft of somebody else waits for review
   *[other] { $count } drafts of others wait for review
}
home-places = Channels watched, and weekly digests
home-no-channels = No public channel has brought symptoms yet. I read channels that I am invited to and whose name fits.
home-no-digests = No public channel gets the weekly digest yet; set one up in the channel with /incident-lookup digest.
home-digest = Digest in { $channel }: { $weekday } at { $time } ({ $zone })
home-numbers = Last { $days } days
home-lookups = { $count ->
    [one] 1 question asked
   *[other] { $count } questions asked
}
home-cards = { $count ->
    [one] 1 incident channel got a card
   *[other] { $count } incident channels got a card
}
home-confirmed = { $count ->
    [one] 1 match marked “{ button-this-is-it }”
   *[other] { $count } matches marked “{ button-this-is-it }”
}
home-hit-rate = { $judged ->
    [0] Hit rate: nobody has marked a match yet
   *[other] Hit rate: { $hits } of { $judged } answers that somebody judged had the right case
}
home-library = The library: { $own } own and { $public } public cases
help-lists = Lists what was looked up lately, and which cases are new.
help-modal = On its own it opens the search form.
help-similar = On any message: the shortcut “Find similar incidents” looks it up for you alone.

## Command line

cli-show-more = { $command } shows a case whole.
cli-filed-under = Filed under
cli-similar = { $count ->
    [one] 1 case worth reading beside { $case }
   *[other] { $count } cases worth reading beside { $case }
}
cli-similar-none = No case in the library is similar enough to { $case } to be worth reading.
cli-valid = Every case file is valid.
cli-notices = { $count ->
    [one] 1 notice, which fails nothing:
   *[other] { $count } notices, which fail nothing:
}
cli-library-cases = { $cases } cases of { $organisations } organisations, { $recent } of them from 2020 on
cli-library-written = { $checks } with checks, { $dead_ends } with dead ends; { $english } in English, { $korean } in Korean
cli-library-largest = Most cases: { $organisations } (at most { $most } of one organisation)
cli-library-terms = Terms in use: { $facets }
cli-vocab-cases = { $count ->
    [0] no case
    [one] 1 case
   *[other] { $count } cases
}
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
sync-done = { $added } added, { $updated } updated, { $unchanged } unchanged, { $gone } removed upstream, { $skipped } skipped
sync-would = Would be: { $done }
sync-added = Added
sync-updated = Updated
sync-gone = Removed upstream, kept here ({ $option } takes them out)
sync-pruned = Removed upstream and here
sync-more = and { $count } more
sync-no-url = There is no library to pull from: give an address, or set { $variable }.
sync-bad-url = That is no address of a library: it should be like https://example.com/api, without a query.
sync-bad-host = { $host } is no host: write it like example.com or example.com:8443.
sync-plain-http = { $url } is read unencrypted: anybody on the way can read and change the cases; use https where it is offered.
sync-failed = { $url }: { $problem }; nothing was changed here.
sync-unreachable = cannot be reached ({ $reason })
sync-certificate = its certificate is not one that this system trusts
sync-slow = did not answer in { $seconds } seconds
sync-broken = broke off in the middle of an answer ({ $reason })
sync-status = answered with HTTP status { $status }
sync-refused = does not let us in (HTTP status { $status }); check user name and password in the address
sync-type = answered with { $type }, not with JSON
sync-wait = asks to be left alone for { $seconds } seconds; try again later
sync-too-large = sent a document of more than { $megabytes } MB
sync-too-much = sent more than { $megabytes } MB in all
sync-elsewhere = sends us on to another place, { $url }, which is not followed; if it is meant, give its host with { $option }
sync-redirects = redirects more than { $limit } times, last to { $url }
sync-repeats = its list of cases goes round in a circle (page { $page })
sync-endless = its list of cases has more than { $pages } pages
sync-too-many = its list has more than { $cases } cases
sync-no-list = what it gives as its list of cases cannot be read ({ $reason })
sync-skip-shipped = the prefix belongs to the shipped cases
sync-skip-reserved = the prefix belongs to your own cases
sync-skip-own = your own case has this id
sync-skip-imported = a case with this id and other words was imported from a file
sync-skip-other = the case came from another library
sync-skip-twice = comes twice in the list, with different words
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
