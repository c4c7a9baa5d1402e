"""Similar cases in Details, on the real bot: listed with why, and opened from there."""

import json
from collections.abc import Callable

from support.driver import Json, SlackDriver

MakeChannel = Callable[..., str]


def text_of(view: Json) -> str:
    """Everything that a modal says."""
    return json.dumps(view["blocks"], ensure_ascii=False)


def test_similar_cases_open_from_details(driver: SlackDriver, make_channel: MakeChannel) -> None:
    """The button of a similar case opens it on top, as far as Slack lets modals be stacked."""
    channel = make_channel("general")
    driver.command(channel, "PUB-0021")
    [first] = driver.wait_for(lambda: [v for v in driver.views() if "Omio" in text_of(v)])
    [button] = [
        block for block in first["blocks"] if block.get("accessory", {}).get("value") == "PUB-0025"
    ]
    driver.click(first, "case.open", block_id=button["block_id"])

    [second] = driver.wait_for(
        lambda: [v for v in driver.views() if "Buffer" in text_of(v) and v["id"] != first["id"]]
    )
    driver.close(second, clear=True)

    assert "*Similar cases*" in text_of(first)
    assert "CPU throttling" in text_of(first)
    assert "What was seen" in text_of(second)
    assert driver.failures() == []
