from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from ._errors import APIError
from ._pages import Page, Pages
from ._streams import EventStream
from ._transport import Transport

Model = TypeVar("Model", bound=BaseModel)
Item = TypeVar("Item")


class Resource:
    """Base of the generated resources: calls operations."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _object(
        self,
        model: type[Model],
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
    ) -> Model:
        response = self._transport.send(method, path, query=query, body=body)
        try:
            return model.model_validate_json(response.content)
        except ValidationError as unreadable:
            # Without its input, which may be about guests.
            reason = unreadable.errors(include_input=False)[0]["msg"]
        raise APIError(response, {"detail": f"The answer cannot be read: {reason}"})

    def _text(self, path: str, query: Mapping[str, Any]) -> str:
        return self._transport.send("GET", path, query=query).text

    def _nothing(self, method: str, path: str, query: Mapping[str, Any]) -> None:
        self._transport.send(method, path, query=query)

    def _pages(
        self,
        model: type[Model],
        page: Callable[[Model], Page[Item]],
        path: str,
        query: Mapping[str, Any],
    ) -> Pages[Model, Item]:
        def read(cursor: str | None) -> Model:
            return self._object(model, "GET", path, query={**query, "cursor": cursor})

        return Pages(read, page, query.get("cursor"))

    def _events(
        self,
        path: str,
        query: Mapping[str, Any],
        last_event_id: str | None,
        ends_with: str | None = None,
    ) -> EventStream:
        return EventStream(self._transport, path, query, last_event_id, ends_with)
