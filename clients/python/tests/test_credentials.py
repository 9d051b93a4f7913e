import unittest

import httpx
from recorded import recorded

from usher import Usher

KEY = "usk_test_key"


class GivenACredential(unittest.TestCase):
    def test_attack_when_its_client_is_shown_in_full_then_the_key_is_not(self) -> None:
        usher = Usher("https://usher.test", KEY)
        shown = repr([vars(usher), vars(usher.queues), usher.with_options(idempotency_key="k1")])
        self.assertNotIn(KEY, shown + repr(vars(usher.queues.guests)))

    def test_attack_when_no_header_can_carry_it_then_the_error_does_not_show_it(self) -> None:
        for wrong in (f"{KEY}\n", f"{KEY}\r\nhost: x", f"{KEY} x", f"{KEY}…"):
            seen: list[httpx.Request] = []
            with self.assertRaises(ValueError) as refused:
                Usher("https://usher.test", wrong, http_client=recorded(seen))
            self.assertNotIn(KEY, repr(refused.exception))
            usher = Usher("https://usher.test", access_token=lambda: wrong, http_client=recorded(seen))
            with self.assertRaises(ValueError) as refused:
                usher.queues.list().page()
            self.assertNotIn(KEY, repr(refused.exception))
            self.assertEqual(seen, [])
