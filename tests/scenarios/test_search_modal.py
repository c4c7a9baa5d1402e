"""The search modal on the real bot: its form, its menus, its results, and what follows them."""

from typing import Any

import pytest
from support.bot_process import BotProcess
from support.driver import Json, SlackDriver, find_element
from support.suspects import DISK, LOCK, POOL, SYMPTOM
from support.threads import MakeChannel, import_cases, text_of

QUERY = "postgres standby fell behind, pg_basebackup hangs, WAL segment already removed"
TEXT = "search.text-block"
HIDDEN = {
    "id": "CASE-0999",
    "title": {"en": "Secret of another channel"},
    "summary": {"en": "The zebra queue of another channel hung."},
    "org": "Hidden Company",
    "visibility": "channel",
    "channel_id": "C0ELSE",
}


@pytest.fixture(autouse=True, scope="module")
def own_cases(bot: BotProcess, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Own cases, and one that only another channel may see."""
    import_cases(bot, tmp_path_factory.mktemp("own"), LOCK, POOL, DISK, HIDDEN)


def open_form(driver: SlackDriver, channel: str, user: str = "U0ALICE") -> Json:
    """Run the command alone; the form once it is filled."""
    assert driver.command(channel, "", user=user)["acked"]
    [form] = driver.wait_for(lambda: [v for v in driver.views(user) if v["submit"]])
    return form


def submit(driver: SlackDriver, form: Json, **values: Any) -> Json:
    """Submit the form; what the stand-in made of the answer. `values` are by field."""
    blocks: dict[str, dict[str, Any]] = {}
    for name, value in values.items():
        is_menu = isinstance(value, list)
        action = f"search.{name}" if is_menu else f"search.{name}-field"
        blocks[f"search.{name}-block"] = {action: value}
    return driver.submit(form, blocks)


def results(driver: SlackDriver, form: Json, **values: Any) -> Json:
    """Submit the form; the results in its place."""
    done = submit(driver, form, **values)
    assert done["ok"], done
    assert done["response_action"] == "update", done
    [view] = driver.views(form_owner(driver, form))
    assert view["id"] == form["id"]
    return view


def form_owner(driver: SlackDriver, form: Json) -> str:
    """Who has a view open."""
    people = [user["id"] for user in driver.state()["users"]]
    return next(user for user in people if form["id"] in [v["id"] for v in driver.views(user)])


def offered(driver: SlackDriver, form: Json, menu: str, typed: str) -> list[Json]:
    """The options of a menu for what is typed."""
    answer = driver.suggest(form, f"search.{menu}", typed)
    assert answer["ok"], answer
    return list(answer["options"])


def test_command_alone_opens_the_form(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """Text, six menus of several choices, how far back, whose cases; nothing is posted."""
    channel = make_channel("general")

    form = open_form(driver, channel)

    kinds = {block["block_id"]: block["element"]["type"] for block in form["blocks"]}
    menus = ["symptom", "component", "domain", "cause", "trigger", "org"]
    assert form["title"]["text"] == "Find past incidents"
    assert [each for each in kinds if kinds[each] == "multi_external_select"] == [
        f"search.{menu}-block" for menu in menus
    ]
    assert kinds[TEXT] == "plain_text_input"
    assert kinds["search.span-block"] == kinds["search.side-block"] == "static_select"
    assert driver.posts(channel) == []
    assert driver.ephemerals("U0ALICE", channel) == []
    assert driver.failures() == []


def test_menus_find_labels_slugs_and_aliases_in_the_readers_language(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """Each option says how many of the reader's cases have it."""
    english = open_form(driver, make_channel("general"))
    by_alias = offered(driver, english, "component", "postgres")
    by_slug = offered(driver, english, "component", "kubernetes-cl")
    untyped = offered(driver, english, "symptom", "")
    causes = offered(driver, english, "cause", "resource")
    driver.close(english)
    korean = open_form(driver, make_channel("general"), "U0BOB")
    in_korean = offered(driver, korean, "component", "관계형")

    assert (by_alias[0]["text"]["text"], by_alias[0]["value"]) == (
        "Relational database",
        "database",
    )
    assert by_alias[0]["description"]["text"].endswith("cases")
    assert "kubernetes-cluster" in [option["value"] for option in by_slug]
    assert 0 < len(untyped) <= 100
    assert "resource-exhaustion" in [option["value"] for option in causes]
    assert in_korean[0]["text"]["text"] == "관계형 데이터베이스"
    assert in_korean[0]["description"]["text"].startswith("사례 ")


def test_results_stand_where_the_form_stood(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """Each with cause, fix and Details; the first with why and what to check."""
    form = open_form(driver, make_channel("general"))

    view = results(driver, form, text=SYMPTOM)

    assert "Looks like 3 past incidents" in text_of(view)
    for case_id in ("CASE-0101", "CASE-0102", "CASE-0103"):
        assert case_id in text_of(view)
    assert text_of(view).count("*Fixed by*") == 3
    assert text_of(view).count('"case.open"') == 3
    assert find_element(view, "search.share")
    assert driver.failures() == []


def test_choices_narrow_the_search(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """Several values of one menu are alternatives, and menus add up."""
    queue = open_form(driver, make_channel("general"))
    only_queue = results(driver, queue, text=SYMPTOM, component=["message-queue"])
    both = open_form(driver, make_channel("general"))
    either = results(
        driver, both, text=SYMPTOM, component=["message-queue", "database"], side="own"
    )
    public = open_form(driver, make_channel("general"))
    others = results(driver, public, text=SYMPTOM, side="public")
    gitlab = open_form(driver, make_channel("general"))
    one = results(driver, gitlab, text=QUERY, org=["GitLab", "Cloudflare"])
    old = open_form(driver, make_channel("general"))
    none = results(driver, old, text=QUERY, org=["GitLab"], span="90d")

    assert "CASE-0102" in text_of(only_queue)
    assert "CASE-0101" not in text_of(only_queue)
    assert "CASE-0101" in text_of(either)
    assert "PUB-" not in text_of(either)
    assert "CASE-" not in text_of(others)
    assert "PUB-0001" in text_of(one)
    assert "No case passes these filters." in text_of(none)


def test_terms_alone_are_a_question(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """Their labels are looked up where nothing is typed."""
    form = open_form(driver, make_channel("general"))

    view = results(driver, form, symptom=["replication-lag"])

    assert "for “Replication lag" in text_of(view)
    assert "PUB-0001" in text_of(view)


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({}, "Tell me what you see"),
        ({"text": "   "}, "Tell me what you see"),
        ({"text": "pods restart component:kublet"}, "Did you mean component:kubelet"),
        ({"text": "slow since:yesterday"}, "is not a date I can read for since:"),
        ({"org": ["GitLab"]}, "Tell me what you see"),
    ],
)
def test_mistakes_are_said_at_the_field(
    driver: SlackDriver, make_channel: MakeChannel, values: Json, told: str
) -> None:
    """In plain words, while the form stays as it is."""
    form = open_form(driver, make_channel("general"))

    done = submit(driver, form, **values)

    assert done["response_action"] == "errors"
    assert told in done["errors"][TEXT]
    assert "`" not in done["errors"][TEXT]


def test_results_are_shared_in_the_channel(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """Once, with what everybody there may see; the modal says so."""
    channel = make_channel("general")
    form = open_form(driver, channel)
    view = results(driver, form, text=SYMPTOM, component=["message-queue"])
    driver.click(view, "search.share")
    driver.click(view, "search.share")

    [shared] = driver.wait_for(lambda: driver.posts(channel))
    driver.wait_for(lambda: "Shared with the channel" in text_of(driver.views()[0]))

    assert "CASE-0102" in text_of(shared)
    assert len(driver.posts(channel)) == 1


def test_results_are_shared_where_the_bot_is_no_member(driver: SlackDriver) -> None:
    """Through the response_url of the command; only public cases are shown to the channel."""
    form = open_form(driver, "C0PRIV")
    view = results(driver, form, text=QUERY)
    driver.click(view, "search.share")

    shared = driver.wait_for(
        lambda: [m for m in driver.messages("C0PRIV") if "PUB-0001" in text_of(m)]
    )

    assert len(shared) == 1


def test_search_can_be_changed(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """The form comes back as it was filled in."""
    form = open_form(driver, make_channel("general"))
    view = results(
        driver, form, text=f"{QUERY} before:2030", component=["database"], side="public",
        span="1825d", org=["GitLab"],
    )  # fmt: skip
    driver.click(view, "search.change")

    [again] = driver.wait_for(lambda: [v for v in driver.views() if v["submit"]])

    entered = again["state"]["values"]
    assert entered[TEXT]["search.text-field"]["value"] == f"{QUERY} before:2030-01-01"
    chosen = entered["search.component-block"]["search.component"]["selected_options"]
    assert [option["value"] for option in chosen] == ["database"]
    orgs = entered["search.org-block"]["search.org"]["selected_options"]
    assert [option["value"] for option in orgs] == ["GitLab"]
    side = entered["search.side-block"]["search.side-field"]["selected_option"]
    span = entered["search.span-block"]["search.span-field"]["selected_option"]
    assert (side["value"], span["value"]) == ("public", "1825d")


def test_search_can_be_changed_back_and_forth(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """The same form and the same results, time and again: no button is dead the second time."""
    form = open_form(driver, make_channel("general"))
    for _ in range(3):
        view = results(driver, form, text=QUERY)
        assert "PUB-0001" in text_of(view)
        driver.click(view, "search.change")
        [form] = driver.wait_for(lambda: [v for v in driver.views() if v["submit"]])

    assert driver.failures() == []


def test_stack_of_three_is_respected(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """Results, a case, a similar one; the next takes the third's place and leads back to it."""
    form = open_form(driver, make_channel("general"))
    view = results(driver, form, text=SYMPTOM)
    for depth in (2, 3):
        driver.click(view, "case.open")
        view = driver.wait_for(
            lambda depth=depth: [
                v for v in driver.views()[depth - 1 :] if v["title"]["text"] != "Past incident"
            ]
        )[0]
    third = view["title"]["text"]
    driver.click(view, "case.open")
    replaced = driver.wait_for(
        lambda: [v for v in driver.views()[2:] if v["title"]["text"] != third]
    )[0]
    back = next(b for b in replaced["blocks"] if b["block_id"].startswith("back"))
    driver.click(replaced, "case.page", block_id=back["block_id"])
    driver.wait_for(lambda: driver.views()[2]["title"]["text"] == third)

    assert len(driver.views()) == 3
    assert back["elements"][0]["text"]["text"] == f"← {third}"
    assert driver.failures() == []
    assert [call for call in driver.calls("views.push") if call["error"]] == []


def test_verdicts_and_answers_work_in_the_modal(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """The results are redrawn in their place."""
    form = open_form(driver, make_channel("general"))
    view = results(driver, form, text=SYMPTOM)
    driver.click(view, "tell.no")
    [narrowed] = driver.wait_for(lambda: [v for v in driver.views() if "Left out" in text_of(v)])
    driver.click(narrowed, "match.confirm")
    [known] = driver.wait_for(
        lambda: [v for v in driver.views() if "marked as this one" in text_of(v)]
    )

    assert "CASE-0102" in text_of(narrowed)
    assert find_element(known, "search.share")
    assert driver.ephemerals() == []


def test_guest_searches_public_cases_alone(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """No own cases, no menu of whose, and no organisation of theirs."""
    driver.set_user("U0GUEST", name="guest", patch={"is_restricted": True})
    channel = make_channel("general")
    driver.channel_action("invite", channel=channel, invited="U0GUEST")
    form = open_form(driver, channel, "U0GUEST")
    orgs = offered(driver, form, "org", "hid")
    view = results(driver, form, text=SYMPTOM)

    assert "search.side-block" not in [block["block_id"] for block in form["blocks"]]
    assert orgs == []
    assert "CASE-" not in text_of(view)


def test_members_see_nothing_of_another_channel(
    driver: SlackDriver, make_channel: MakeChannel
) -> None:
    """Neither the case nor its organisation."""
    form = open_form(driver, make_channel("general"))
    orgs = offered(driver, form, "org", "hid")
    view = results(driver, form, text="The zebra queue of another channel hung", side="own")

    assert orgs == []
    assert "CASE-0999" not in text_of(view)


def test_direct_message_has_nobody_to_share_with(driver: SlackDriver) -> None:
    """The command works there, and *Share* is not offered."""
    form = open_form(driver, driver.direct())

    view = results(driver, form, text=QUERY)

    assert "PUB-0001" in text_of(view)
    assert "search.share" not in text_of(view)


def test_expired_trigger_is_told(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """A form that Slack no longer opens ends in a sentence."""
    channel = make_channel("general")
    driver.fault("views.open", "error", error="expired_trigger_id")
    driver.command(channel, "")

    [told] = driver.wait_for(lambda: driver.ephemerals("U0ALICE", channel))

    assert "took too long" in told["text"]


@pytest.mark.parametrize(
    "text", ["x", "🔥🔥🔥", "\u202eabc <!channel> <@U0BOB>", "own:x org:" + "y" * 200, "w " * 1400]
)
def test_form_takes_any_text(driver: SlackDriver, make_channel: MakeChannel, text: str) -> None:
    """Odd text gets an answer that Slack takes."""
    form = open_form(driver, make_channel("general"))

    done = submit(driver, form, text=text)

    assert done["ok"]
    assert done["response_action"] == "update"
    assert driver.failures() == []


def test_form_speaks_korean(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """For a reader with a Korean locale, results included."""
    form = open_form(driver, make_channel("general"), "U0BOB")

    view = results(driver, form, text="복제본이 뒤처지고 WAL 세그먼트가 이미 삭제됨")

    assert form["title"]["text"] == "과거 장애 찾기"
    assert "*해결*" in text_of(view) or "해결" in text_of(view)
    assert "검색 조건 바꾸기" in text_of(view)
