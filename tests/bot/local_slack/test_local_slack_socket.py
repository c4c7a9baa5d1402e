"""The stand-in's Socket Mode: connections, acknowledgements, redelivery."""

import json
import socket

import pytest
from slack_sdk import WebClient
from support.driver import SlackDriver
from support.socket_app import SocketApp, open_socket, silent
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from bot.local_slack import LocalSlack

FAST = 1000.0


class TestConnections:
    """Tickets, hello, pings, and the ways in which a connection ends."""

    def test_hello_counts_connections(self, server: LocalSlack, driver: SlackDriver) -> None:
        """The second connection is told that there are two."""
        with SocketApp(server) as first, SocketApp(server) as second:
            counts = [app.hello["num_connections"] for app in (first, second)]

        assert driver.state()["me"]
        assert counts == [1, 2]
        assert first.hello["connection_info"] == {"app_id": "A0LOCAL"}

    def test_a_ticket_opens_one_connection(
        self, server: LocalSlack, driver: SlackDriver, client: WebClient
    ) -> None:
        """The address of apps.connections.open is good for a single handshake."""
        url = str(client.apps_connections_open(app_token=server.app_token)["url"])
        with connect(url, proxy=None):
            pass

        with pytest.raises(InvalidStatus) as error, connect(url, proxy=None):
            pass

        driver.wait_for_sockets(0)
        assert error.value.response.status_code == 403

    def test_handshakes_are_refused_on_demand(
        self, server: LocalSlack, driver: SlackDriver
    ) -> None:
        """`refuse` turns away as many handshakes as it says."""
        driver.faults(socket={"refuse": 1})

        with pytest.raises(InvalidStatus), open_socket(server):
            pass

        with open_socket(server):
            driver.wait_for_sockets(1)

    def test_pong_echoes_the_ping(self, app: SocketApp) -> None:
        """The payload of a ping comes back, which is all the builtin client goes by."""
        answered = app.socket.ping(b"sdk-ping-pong:1")

        assert answered.wait(5.0)

    @pytest.mark.parametrize("reason", ["warning", "refresh_requested", "too_many_websockets"])
    def test_disconnect_says_why_and_closes(
        self, app: SocketApp, driver: SlackDriver, reason: str
    ) -> None:
        """The frame comes first, the end soon after."""
        driver.clock(scale=FAST, ack_seconds=3)

        driver.faults(socket={"disconnect": reason})

        driver.wait_for(app.is_over)
        assert app.frames[-1]["type"] == "disconnect"
        assert app.frames[-1]["reason"] == reason

    def test_link_disabled_right_after_hello(self, server: LocalSlack, driver: SlackDriver) -> None:
        """Socket Mode switched off: hello, and out."""
        driver.clock(scale=FAST, ack_seconds=3)
        driver.faults(socket={"hello_reason": "link_disabled", "hello_count": 1})

        with SocketApp(server) as app:
            driver.wait_for(app.is_over)

        assert [frame["reason"] for frame in app.frames] == ["link_disabled"]

    def test_eleventh_connection_is_one_too_many(
        self, server: LocalSlack, driver: SlackDriver
    ) -> None:
        """Ten connections are the most."""
        driver.clock(scale=FAST, ack_seconds=3)
        apps = [SocketApp(server) for _ in range(11)]

        driver.wait_for(apps[-1].is_over)

        assert apps[-1].frames[0]["reason"] == "too_many_websockets"
        assert driver.state()["sockets"] == 10
        for app in apps:
            app.close()

    def test_hello_may_claim_another_count(self, server: LocalSlack, driver: SlackDriver) -> None:
        """`num_connections` is what another copy of the app looks like."""
        driver.faults(socket={"num_connections": 2})

        with SocketApp(server) as app:
            assert app.hello["num_connections"] == 2

    def test_silent_socket_stays_open_and_deaf(self, app: SocketApp, driver: SlackDriver) -> None:
        """Nothing is read or answered, and the wire is up."""
        driver.faults(socket={"silent": True})

        answered = app.socket.ping(b"anyone?")

        assert not answered.wait(0.2)
        assert not app.is_over()
        driver.faults(socket={"drop": True})

    def test_a_silent_socket_is_gone_once_the_app_ends_it(
        self, app: SocketApp, driver: SlackDriver
    ) -> None:
        """Half-open from Slack's side alone: the app's own close is noticed."""
        driver.faults(socket={"silent": True})

        app.socket.socket.shutdown(socket.SHUT_RDWR)

        driver.wait_for_sockets(0)

    def test_drop_cuts_without_a_closing_frame(self, app: SocketApp, driver: SlackDriver) -> None:
        """The socket is gone, and no close code was said."""
        driver.faults(socket={"drop": True})

        driver.wait_for(app.is_over)
        assert app.socket.close_code == 1006

    @pytest.mark.parametrize("frame", ["not json", "[]", '"text"', '{"envelope_id": 5}', b"\x00"])
    def test_odd_frames_are_ignored(
        self, app: SocketApp, driver: SlackDriver, frame: str | bytes
    ) -> None:
        """The connection survives what is no acknowledgement."""
        app.socket.send(frame)

        driver.send("C0INC", "still there?")

        driver.wait_for(lambda: app.events("message"))


class TestDelivery:
    """Acknowledgements, redelivery, and what users see when there is none."""

    def test_each_envelope_goes_to_one_connection(
        self, server: LocalSlack, driver: SlackDriver
    ) -> None:
        """Four messages and two sockets: two each, none twice."""
        with SocketApp(server) as first, SocketApp(server) as second:
            driver.wait_for_sockets(2)
            for number in range(4):
                driver.send("C0INC", str(number))
            driver.wait_for(lambda: len(first.frames) + len(second.frames) == 4)

            texts = [[e["text"] for e in app.events("message")] for app in (first, second)]

        assert sorted(texts) == [["0", "2"], ["1", "3"]]

    def test_unacknowledged_events_come_three_times_more(
        self, app: SocketApp, driver: SlackDriver
    ) -> None:
        """The same event_id, retry_attempt 0 to 3, and then no more."""
        app.answer = silent
        driver.clock(scale=FAST, ack_seconds=0.02)

        driver.send("C0INC", "hello")
        driver.wait_for(lambda: len(driver.deliveries()[0]["attempts"]) == 4)
        driver.send("C0INC", "the next one ends the wait")

        last = driver.wait_for(
            lambda: [e for e in app.envelopes() if "next" in e["payload"]["event"]["text"]]
        )
        tried = [e for e in app.envelopes() if e["payload"]["event"]["text"] == "hello"]
        assert last
        assert [e["retry_attempt"] for e in tried] == [0, 1, 2, 3]
        assert [e["retry_reason"] for e in tried] == ["", *["timeout"] * 3]
        assert len({e["payload"]["event_id"] for e in tried}) == 1
        assert len({e["envelope_id"] for e in tried}) == 4

    def test_acknowledged_events_come_once(self, app: SocketApp, driver: SlackDriver) -> None:
        """The record says how long the acknowledgement took."""
        driver.send("C0INC", "hello")

        done = driver.wait_for(
            lambda: [d for d in driver.deliveries() if d["attempts"][0]["acked_ms"]]
        )

        assert len(done[0]["attempts"]) == len(app.envelopes()) == 1

    def test_an_acknowledgement_may_get_lost(self, app: SocketApp, driver: SlackDriver) -> None:
        """`lose_acks` is a network that ate the answer."""
        driver.clock(scale=FAST, ack_seconds=3)
        driver.faults(events={"lose_acks": 1})

        driver.send("C0INC", "hello")

        envelopes = driver.wait_for(lambda: app.envelopes()[1:] and app.envelopes())
        assert [e["retry_attempt"] for e in envelopes] == [0, 1]

    def test_event_of_a_dead_socket_goes_to_the_next(
        self, server: LocalSlack, driver: SlackDriver
    ) -> None:
        """What a lost connection took with it is delivered again, as a retry."""
        with SocketApp(server, silent) as first:
            driver.wait_for_sockets(1)
            driver.send("C0INC", "hello")
            driver.wait_for(first.envelopes)
            driver.faults(socket={"drop": True})

        with SocketApp(server) as second:
            again = driver.wait_for(second.envelopes)[0]

        assert again["payload"]["event_id"] == first.envelopes()[0]["payload"]["event_id"]
        assert again["retry_attempt"] == 1

    def test_events_wait_for_a_socket(self, server: LocalSlack, driver: SlackDriver) -> None:
        """With nobody connected an event is kept for whoever comes."""
        driver.send("C0INC", "anyone?")

        with SocketApp(server) as app:
            event = driver.wait_for(lambda: app.events("message"))[0]

        assert event["text"] == "anyone?"

    def test_events_twice_and_out_of_order(self, app: SocketApp, driver: SlackDriver) -> None:
        """Duplicates have one event_id; held events are released newest first."""
        driver.faults(events={"duplicate": 1})
        driver.send("C0INC", "twin")
        driver.wait_for(lambda: app.envelopes()[1:])
        driver.faults(events={"hold": True, "reverse": True})
        driver.send("C0INC", "early")
        driver.send("C0INC", "late")

        driver.post("release", {})

        driver.wait_for(lambda: app.envelopes()[3:])
        assert [e["text"] for e in app.events("message")] == ["twin", "twin", "late", "early"]
        assert len({e["payload"]["event_id"] for e in app.envelopes()}) == 3

    def test_commands_without_a_socket_fail_visibly(self, driver: SlackDriver) -> None:
        """The user sees dispatch_failed at once, and nothing is sent later."""
        answer = driver.command("C0INC", "db")

        assert (answer["acked"], answer["error"]) == (False, "dispatch_failed")
        assert [failure["text"] for failure in driver.failures()] == [
            '/incident-lookup failed with the error "dispatch_failed"'
        ]

    def test_commands_that_nobody_acknowledges_time_out(
        self, app: SocketApp, driver: SlackDriver
    ) -> None:
        """operation_timeout, no second delivery; a late acknowledgement is noted and ignored."""
        app.answer = silent
        driver.clock(ack_seconds=0.05)

        answer = driver.command("C0INC", "db")
        app.acknowledge(app.envelopes()[0]["envelope_id"])

        attempts = driver.wait_for(
            lambda: [a for d in driver.deliveries() for a in d["attempts"] if "late_ack_at" in a]
        )
        assert answer["error"] == "operation_timeout"
        assert [a["acked_ms"] for a in attempts] == [None]
        assert len(app.envelopes()) == 1

    def test_big_frames_pass_both_ways(self, app: SocketApp, driver: SlackDriver) -> None:
        """150 KB to the app, 70 KB back."""
        app.answer = lambda envelope: (
            {"text": "y" * 70_000} if "command" in envelope["payload"] else None
        )

        driver.send("C0INC", "x" * 75_000)
        driver.command("C0INC", "db")

        event = driver.wait_for(lambda: app.events("message"))[0]
        assert len(json.dumps(event)) > 150_000
        assert len(driver.ephemerals()[0]["text"]) == 40_000
