from __future__ import annotations

from collections.abc import Mapping

import httpx

from ._resources import Resources
from ._transport import Token, Transport, checked


class Usher(Resources):
    """The Usher API as methods: `usher.queues.guests.add(queue_id, name="Ada")`.

    Methods raise APIError for an error response, and APIConnectionError if there is none: APITimeoutError if there is
    none in time. Iterating over a list goes through all pages. A POST gets its own Idempotency-Key, and what is safe to
    repeat (GET, and POST by its key) is retried after 429, 503, 409 with Retry-After, timeouts and failed connections,
    not before Retry-After.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        access_token: Token | None = None,
        max_retries: int = 3,
        timeout: float = 30.0,
        http_client: httpx.Client | None = None,
    ) -> None:
        """Give either an API key, or an OAuth access token or a function that returns a valid one.

        max_retries: retries per request, 0 for none. timeout: seconds that connecting, sending, and waiting for the next
        part of an answer may take each; streams stay open. An http_client of your own has its own timeout.
        """
        token = api_key if api_key is not None else access_token
        if not token:
            raise ValueError("An api_key or an access_token is needed")
        if isinstance(token, str):
            checked(token)
        # A client that was given may be shared, also with the Usher of another server: it stays as it is.
        self._owns_http = http_client is None
        http = http_client or httpx.Client(timeout=timeout)
        self._transport = Transport(http, base_url.rstrip("/"), token, max_retries)
        super().__init__(self._transport)

    def with_options(
        self,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Resources:
        """The same methods, with headers of your own: `usher.with_options(if_match=etag).queues.update(…)`."""
        own = {"idempotency-key": idempotency_key, "if-match": if_match}
        return Resources(self._transport.with_headers({**(headers or {}), **own}))

    def close(self) -> None:
        """Closes the connections, unless you gave the http_client."""
        if self._owns_http:
            self._transport.http.close()

    def __enter__(self) -> Usher:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
