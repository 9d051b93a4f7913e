import unittest

import httpx
from recorded import recorded

from usher import Usher


class GivenOneHttpClientForTwoUshers(unittest.TestCase):
    def test_attack_when_both_are_used_then_each_key_goes_to_its_own_server(self) -> None:
        seen: list[httpx.Request] = []
        http = recorded(seen)
        live = Usher("https://live.test/", "usk_live", http_client=http)
        with Usher("https://tests.test", "usk_test", http_client=http) as tests:
            tests.queues.list().page()
        # Whoever gave the client closes it.
        live.queues.list().page()
        sent = [(request.url.host, request.headers["authorization"]) for request in seen]
        self.assertEqual(sent, [("tests.test", "Bearer usk_test"), ("live.test", "Bearer usk_live")])
        self.assertEqual(seen[1].url.path, "/v1/queues")
