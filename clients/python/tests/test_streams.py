import unittest
from collections.abc import Callable, Iterator
from unittest.mock import patch

import httpx

from usher import Usher

EVENTS = {"content-type": "text/event-stream"}


class EnoughError(Exception):
    """Ends a stream that would be opened again for ever."""


def delays_of(count: int, answer: Callable[[], httpx.Response]) -> list[float]:
    """The pauses before a stream is opened again, if each time it is answered so."""
    delays: list[float] = []

    def sleep(seconds: float) -> None:
        delays.append(seconds)
        if len(delays) == count:
            raise EnoughError

    http = httpx.Client(transport=httpx.MockTransport(lambda _: answer()))
    with patch("time.sleep", sleep), Usher("https://usher.test", "usk_1", http_client=http) as usher:
        try:
            for _ in usher.events.stream():
                pass
        except EnoughError:
            pass
    return delays


class GivenAServerThatAnswersAStreamOddly(unittest.TestCase):
    def test_attack_when_it_is_away_for_hours_then_it_is_still_tried(self) -> None:
        def away() -> httpx.Response:
            raise httpx.ConnectError("away")

        delays = delays_of(1100, away)
        self.assertEqual(len(delays), 1100)
        self.assertLessEqual(max(delays), 10)

    def test_attack_when_it_refuses_it_with_retry_after_then_that_is_waited_within_an_hour(self) -> None:
        for asked, soonest in (("120", 120), ("9" * 15, 3600)):
            refused = httpx.Response(429, headers={"retry-after": asked})
            delays = delays_of(2, lambda refused=refused: refused)
            self.assertGreaterEqual(min(delays), soonest)
            self.assertLessEqual(max(delays), 3600)

    def test_attack_when_it_says_to_open_it_again_at_once_then_there_are_pauses_all_the_same(self) -> None:
        delays = delays_of(5, lambda: httpx.Response(200, headers=EVENTS, content=b"retry: 0\n\n"))
        self.assertGreaterEqual(min(delays), 0.05)

    def test_attack_when_an_event_has_no_end_then_the_connection_is_closed(self) -> None:
        sent = 0

        def endless() -> Iterator[bytes]:
            nonlocal sent
            while sent < 200:
                sent += 1
                yield b"data: " + b"a" * 1024 * 1024 + b"\n"

        delays_of(1, lambda: httpx.Response(200, headers=EVENTS, content=endless()))
        self.assertLess(sent, 30)
