from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any

import httpx


class UsherError(Exception):
    """Any error of this package."""


class APIConnectionError(UsherError):
    """There was no answer; the cause says why."""


class APITimeoutError(APIConnectionError):
    """There was no answer in time. What was asked for may have been done all the same."""


class APIError(UsherError):
    """An error response, with its problem details (RFC 9457). Each code that is known has a subclass."""

    status: int
    code: str | None
    """Stable: decide by it. None if something other than Usher answered, such as a proxy."""
    detail: str | None
    """What went wrong, for people."""
    request_id: str | None
    """Quote it when you contact support."""
    errors: list[dict[str, Any]]
    """The invalid fields, for the code validation_failed."""
    alternatives: list[dict[str, Any]]
    """The nearest free times, for the code slot_unavailable."""
    clashes: list[dict[str, Any]]
    """The times that are not free, for the code series_clash."""
    retry_after_seconds: int | None
    """Seconds to wait before trying again, if the response says so."""

    def __init__(self, response: httpx.Response, problem: Mapping[str, Any]) -> None:
        self.detail = _text(problem, "detail")
        message = self.detail or _text(problem, "title")
        super().__init__(message or f"The request was answered {response.status_code}")
        self.status = response.status_code
        self.code = _text(problem, "code")
        self.request_id = _text(problem, "request_id") or response.headers.get("x-request-id")
        self.errors = _list(problem, "errors")
        self.alternatives = _list(problem, "alternatives")
        self.clashes = _list(problem, "clashes")
        self.retry_after_seconds = retry_after_seconds(response.headers)


def _text(problem: Mapping[str, Any], name: str) -> str | None:
    # Something other than Usher may have answered, with anything in it.
    value = problem.get(name)
    return value if isinstance(value, str) else None


def _list(problem: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    value = problem.get(name)
    return value if isinstance(value, list) else []


class WebhookVerificationError(UsherError):
    """A delivery that must not be processed. The message contains no delivery data and may be logged."""

    code: str
    """missing_header, malformed_header, signature_mismatch, timestamp_too_old, timestamp_too_new or malformed_body."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def retry_after_seconds(headers: httpx.Headers) -> int | None:
    """The Retry-After of a response in seconds (RFC 9110 §10.2.3: seconds or a date), if it has one."""
    value = headers.get("retry-after", "").strip()
    if value.isdecimal():
        # Python reads no number of thousands of digits.
        return int(value[:15])
    try:
        at = parsedate_to_datetime(value)
    except ValueError:
        return None
    # Dates of HTTP are in UTC, also where they do not say so.
    aware = at if at.tzinfo else at.replace(tzinfo=timezone.utc)
    return max(0, round((aware - datetime.now(timezone.utc)).total_seconds()))


def problem_of(response: httpx.Response) -> dict[str, Any]:
    """The problem that a response tells of; empty if it is none."""
    if not response.headers.get("content-type", "").startswith("application/problem+json"):
        return {}
    try:
        problem = json.loads(response.content)
    except (ValueError, RecursionError):
        return {}
    return problem if isinstance(problem, dict) else {}
