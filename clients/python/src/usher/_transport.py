from __future__ import annotations

import random
import re
import time
import uuid
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote

import httpx

from ._constants import API_VERSION, USER_AGENT
from ._errors import APIConnectionError, APIError, APITimeoutError, problem_of
from ._errors_by_code import ERRORS_BY_CODE

FIRST_DELAY = 0.5
MAX_DELAY = 8.0
# If the server asks for a longer wait, the error is raised instead.
MAX_RETRY_AFTER = 60

Token = str | Callable[[], str]


@dataclass(frozen=True)
class Transport:
    """Sends requests, and retries those that are safe to repeat."""

    http: httpx.Client
    base_url: str
    token: Token = field(repr=False)
    max_retries: int = 3
    headers: Mapping[str, str] = field(default_factory=dict)

    def with_headers(self, headers: Mapping[str, str | None]) -> Transport:
        given = {name: value for name, value in headers.items() if value is not None}
        return replace(self, headers={**self.headers, **given})

    def send(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
    ) -> httpx.Response:
        """The response to a request; raises APIError if it is an error, and APIConnectionError if there is none."""
        headers = self._headers(method)
        request = self.http.build_request(
            method, self.base_url + path, params=given(query or {}), json=body, headers=headers
        )
        # Only POST is done once under its key: servers ignore it elsewhere.
        repeatable = method == "GET" or (method == "POST" and "idempotency-key" in request.headers)
        retries = 0
        while True:
            try:
                # The API does not redirect: whatever does would get the body.
                response = self.http.send(request, follow_redirects=False)
                error: Exception | None = None if response.is_success else api_error(response)
            except httpx.TransportError as lost:
                error = connection_error(lost)
                error.__cause__ = lost
            if error is None:
                return response
            delay = delay_before_retry(error, retries) if repeatable else None
            if delay is None or retries >= self.max_retries:
                raise error
            time.sleep(delay)
            retries += 1

    def open(
        self,
        stack: ExitStack,
        path: str,
        query: Mapping[str, Any],
        headers: Mapping[str, str],
        read_timeout: float,
    ) -> httpx.Response:
        """A response whose body is still to come; closed with the stack."""
        timeout = httpx.Timeout(30, read=read_timeout)
        try:
            response = stack.enter_context(
                self.http.stream(
                    "GET",
                    self.base_url + path,
                    params=given(query),
                    headers={**self._headers("GET"), **headers},
                    timeout=timeout,
                    follow_redirects=False,
                )
            )
            if not response.is_success:
                response.read()
        except httpx.TransportError as lost:
            raise connection_error(lost) from lost
        if not response.is_success:
            raise api_error(response)
        return response

    def _headers(self, method: str) -> dict[str, str]:
        token = self.token if isinstance(self.token, str) else self.token()
        headers = {
            "authorization": f"Bearer {checked(token)}",
            "usher-version": API_VERSION,
            "user-agent": USER_AGENT,
        }
        if method == "POST":
            headers["idempotency-key"] = str(uuid.uuid4())
        return {**headers, **self.headers}


def checked(token: str) -> str:
    """A credential that a header can carry; otherwise raises ValueError, which does not show it as httpx would."""
    if not re.fullmatch(r"[\x21-\x7e]+", token):
        raise ValueError("The credential has characters that no header carries, such as a line break")
    return token


def connection_error(lost: httpx.TransportError) -> APIConnectionError:
    if isinstance(lost, httpx.TimeoutException):
        return APITimeoutError(f"There was no answer in time: {lost}")
    return APIConnectionError(f"There was no answer: {lost}")


def api_error(response: httpx.Response) -> APIError:
    problem = problem_of(response)
    return ERRORS_BY_CODE.get(str(problem.get("code")), APIError)(response, problem)


def delay_before_retry(error: Exception, retries: int) -> float | None:
    """Seconds to wait before another attempt; None: it would not help."""
    backoff = random.random() * min(MAX_DELAY, FIRST_DELAY * 2.0**retries)
    if not isinstance(error, APIError):
        return backoff
    seconds = error.retry_after_seconds
    # 409 with Retry-After: the first attempt is still in progress.
    passing = error.status in (429, 503) or (error.status == 409 and seconds is not None)
    if not passing or (seconds or 0) > MAX_RETRY_AFTER:
        return None
    return (seconds or 0) + backoff


def path_of(template: str, *ids: str) -> str:
    """A path with its ids; raises ValueError for an id that would change the path."""
    for given in ids:
        if not isinstance(given, str) or given in ("", ".", ".."):
            raise ValueError(f"An id is needed, not {given!r}")
    return template.format(*(quote(given, safe="") for given in ids))


def given(query: Mapping[str, Any]) -> dict[str, Any] | None:
    """What is not None; None for nothing, as an empty mapping would end the path with a question mark."""
    return {name: value for name, value in query.items() if value is not None} or None
