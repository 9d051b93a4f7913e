from __future__ import annotations

import base64
import binascii
import hmac
import json
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ._errors import WebhookVerificationError

SECRET = re.compile(r"whsec_([A-Za-z0-9+/]+={0,2})")
# The signed parts are joined by dots, so the id must not contain one.
# Nor surrogates, as which frameworks give bytes that are no text.
ID = re.compile(r"[^.\s\ud800-\udfff]{1,256}")
TIMESTAMP = re.compile(r"[0-9]{1,11}")


@dataclass(frozen=True)
class WebhookEvent:
    """The event of a delivery. New types and fields may be added at any time: ignore what you do not know."""

    event: str
    """Its type, such as guest.added."""
    timestamp: str | None
    data: dict[str, Any]
    meta: dict[str, Any]
    delivery_id: str
    """webhook-id: the same for all attempts of a delivery. Use it to skip what you have already handled."""


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> WebhookEvent:
    """Verifies the Standard Webhooks signature (standardwebhooks.com) of a delivery and returns its event.

    body is as it came, never JSON that was parsed and written again. secrets are those of the endpoint: several during
    a rotation, any of which may match. now is in seconds since 1970.

    Raises WebhookVerificationError for a delivery that must not be processed, and ValueError for a malformed secret.
    """
    keys = _keys_of(secrets)
    given = {name.lower(): value for name, value in headers.items()}
    delivery_id = _matching("webhook-id", given, ID)
    timestamp = _matching("webhook-timestamp", given, TIMESTAMP)
    signatures = _required("webhook-signature", given).split(" ")
    raw = _bytes_of(body)
    signed = f"{delivery_id}.{timestamp}.".encode() + raw
    expected = [b"v1," + base64.b64encode(hmac.digest(key, signed, "sha256")) for key in keys]
    # Every pair is compared, in constant time each.
    matches = [
        hmac.compare_digest(one, two.encode(errors="replace")) for one in expected for two in signatures
    ]
    if not any(matches):
        raise WebhookVerificationError("signature_mismatch", "No signature matches")
    _check_age((time.time() if now is None else now) - int(timestamp), tolerance_seconds)
    return _event_of(raw, delivery_id)


def _bytes_of(body: bytes | str) -> bytes:
    try:
        return body.encode() if isinstance(body, str) else bytes(body)
    except UnicodeEncodeError:
        raise WebhookVerificationError("malformed_body", "The body is not text") from None


def _keys_of(secrets: str | Sequence[str]) -> list[bytes]:
    given = [secrets] if isinstance(secrets, str) else list(secrets)
    if not given:
        raise ValueError("A webhook secret is needed")
    return [_key_of(secret) for secret in given]


def _key_of(secret: str) -> bytes:
    found = SECRET.fullmatch(secret)
    try:
        if found:
            return base64.b64decode(found[1], validate=True)
    except binascii.Error:
        pass
    raise ValueError("A webhook secret is whsec_ and base64, as Usher has shown it") from None


def _required(name: str, headers: Mapping[str, str]) -> str:
    value = headers.get(name)
    if not value:
        raise WebhookVerificationError("missing_header", f"The header {name} is missing")
    return value


def _matching(name: str, headers: Mapping[str, str], form: re.Pattern[str]) -> str:
    value = _required(name, headers)
    if not form.fullmatch(value):
        raise WebhookVerificationError("malformed_header", f"The header {name} is malformed")
    return value


def _check_age(seconds: float, tolerance: float) -> None:
    # Written so that NaN, as tolerance or time, is rejected.
    if not seconds <= tolerance:
        raise WebhookVerificationError("timestamp_too_old", "The timestamp is too old")
    if not seconds >= -tolerance:
        raise WebhookVerificationError("timestamp_too_new", "The timestamp is in the future")


def _event_of(raw: bytes, delivery_id: str) -> WebhookEvent:
    try:
        event = json.loads(raw)
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, dict) or not isinstance(event.get("event"), str):
        raise WebhookVerificationError("malformed_body", "The body is not an event")
    return WebhookEvent(
        event=event["event"],
        timestamp=event.get("timestamp"),
        data=event.get("data") or {},
        meta=event.get("meta") or {},
        delivery_id=delivery_id,
    )
