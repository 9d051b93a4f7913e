from __future__ import annotations

import json
import random
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, cast

import httpx
from httpx_sse import EventSource

from ._constants import STREAM_SILENCE
from ._errors import APIConnectionError, APIError
from ._transport import Transport

MAX_DELAY = 10.0
# Whatever the server says, it is not asked without a pause.
MIN_RETRY = 0.1
# The longest wait that a server can ask for by Retry-After.
MAX_ASKED = 3600.0
# Longer than any event, in characters: whatever is longer has no end.
MAX_EVENT = 16 * 1024 * 1024


@dataclass(frozen=True)
class StreamEvent:
    type: str
    """Such as guest.added. After snapshot, read the state again: earlier events are unknown."""
    data: dict[str, Any]
    id: str | None
    """The id to resume after, that of this event or of the last one that had any; None: none had."""


class BoundedText:
    """The text of a response, as long as no event in it is too long."""

    def __init__(self, response: httpx.Response) -> None:
        self.headers = response.headers
        self.pending = 0
        self._response = response

    def iter_text(self) -> Iterator[str]:
        for text in self._response.iter_text():
            self.pending += len(text)
            if self.pending > MAX_EVENT:
                raise APIConnectionError("An event of the stream has no end")
            yield text


class EventStream:
    """The events of a stream. It reconnects when the connection breaks, and resumes after the last event.

    It ends after the event whose data has the field `ends_with` and not null; without that, never. Iterate over it, and close it, or use it in a `with` statement.
    """

    def __init__(
        self,
        transport: Transport,
        path: str,
        query: Mapping[str, Any],
        last_event_id: str | None,
        ends_with: str | None = None,
    ) -> None:
        self._ends_with = ends_with
        self._events = self._follow(transport, path, query, last_event_id)

    def __iter__(self) -> Iterator[StreamEvent]:
        return self._events

    def __next__(self) -> StreamEvent:
        return next(self._events)

    def __enter__(self) -> EventStream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._events.close()

    def _follow(
        self, transport: Transport, path: str, query: Mapping[str, Any], last_id: str | None
    ) -> Generator[StreamEvent, None, None]:
        failures = 0
        retry = 1.0
        while True:
            asked = 0.0
            headers = {"accept": "text/event-stream"}
            if last_id is not None:
                headers["last-event-id"] = last_id
            try:
                with ExitStack() as stack:
                    response = transport.open(stack, path, query, headers, STREAM_SILENCE)
                    text = BoundedText(response)
                    for event in EventSource(cast(httpx.Response, text)).iter_sse():
                        text.pending = 0
                        failures = 0
                        last_id = event.id or last_id
                        retry = retry if event.retry is None else max(MIN_RETRY, event.retry / 1000)
                        if event.data:
                            data = json.loads(event.data)
                            yield StreamEvent(event.event, data, last_id)
                            if self._ends_with and data.get(self._ends_with) is not None:
                                return
            except APIError as refused:
                if not (refused.status >= 500 or refused.status in (408, 429)):
                    raise
                asked = float(refused.retry_after_seconds or 0)
            except (APIConnectionError, httpx.TransportError):
                pass
            # Beyond ten it stays at the maximum; far beyond, the number would overflow.
            backoff = min(MAX_DELAY, retry * 2.0 ** min(failures, 10)) * (0.5 + random.random() / 2)
            time.sleep(min(MAX_ASKED, asked + backoff))
            failures += 1
