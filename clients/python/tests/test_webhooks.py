import base64
import hmac
import time
import unittest

from usher import WebhookVerificationError, verify_webhook

KEY = b"0123456789abcdef0123456789abcdef"
SECRET = f"whsec_{base64.b64encode(KEY).decode()}"


def signed(body: bytes) -> dict[str, str]:
    seconds = str(int(time.time()))
    code = hmac.digest(KEY, f"dlv_1.{seconds}.".encode() + body, "sha256")
    return {
        "webhook-id": "dlv_1",
        "webhook-timestamp": seconds,
        "webhook-signature": f"v1,{base64.b64encode(code).decode()}",
    }


class GivenADelivery(unittest.TestCase):
    def refused(self, body: bytes | str, headers: dict[str, str]) -> str:
        with self.assertRaises(WebhookVerificationError) as refusal:
            verify_webhook(body, headers, SECRET)
        return refusal.exception.code

    def test_attack_when_a_header_has_bytes_that_are_no_text_then_it_is_refused(self) -> None:
        # As aiohttp gives the byte 0xff.
        headers = signed(b"{}")
        self.assertEqual(self.refused(b"{}", {**headers, "webhook-id": "\udcff"}), "malformed_header")
        wrong = {**headers, "webhook-signature": "v1,\udcff"}
        self.assertEqual(self.refused(b"{}", wrong), "signature_mismatch")

    def test_attack_when_its_body_was_decoded_from_bytes_that_are_no_text_then_it_is_refused(self) -> None:
        self.assertEqual(self.refused("\udcff", signed(b"{}")), "malformed_body")

    def test_attack_when_its_body_is_nested_for_ever_then_it_is_refused(self) -> None:
        body = b"[" * 200_000
        self.assertEqual(self.refused(body, signed(body)), "malformed_body")
