import base64
import hmac
import json
import time


def verify(body: bytes, headers, secrets, tolerance=300):
    """The event of a delivery; ValueError for one that must not be acted on."""
    id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    signatures = headers.get("webhook-signature", "").split()
    if not any(_signature(secret, id, timestamp, body, signatures) for secret in secrets):
        raise ValueError("no signature matches")
    if abs(time.time() - int(timestamp)) > tolerance:
        raise ValueError("the timestamp is too old or too new")
    return json.loads(body)


def _signature(secret, id, timestamp, body, signatures):
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.digest(key, signed, "sha256"))
    return any(hmac.compare_digest(signature.encode(), expected) for signature in signatures)
