"""The driver of the Python SDK. See ../driver.ts for the protocol."""

import json
import re
import sys
from typing import Any

from pydantic import BaseModel

from usher import (
    APIConnectionError,
    APIError,
    APITimeoutError,
    EventStream,
    Pages,
    Usher,
    UsherError,
    WebhookVerificationError,
    verify_webhook,
)

usher: Usher
events: EventStream


def snake(name: str) -> str:
    return re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), name)


def call(request: dict[str, Any]) -> Any:
    key = request.get("idempotency_key")
    place: Any = usher if key is None else usher.with_options(idempotency_key=key)
    for name in request["method"].split("."):
        place = getattr(place, snake(name))
    return place(
        *request.get("ids", []), **request.get("body", {}), **request.get("query", {})
    )


def perform(request: dict[str, Any]) -> Any:
    global usher, events
    match request["do"]:
        case "connect":
            usher = Usher(
                request["base_url"],
                request["api_key"],
                max_retries=request["max_retries"],
                timeout=request["timeout_seconds"],
            )
        case "call":
            answer = call(request)
            return answer.page() if isinstance(answer, Pages) else answer
        case "list":
            items = []
            for item in call(request):
                items.append(item)
                if len(items) == request.get("take"):
                    break
            return items
        case "verify":
            body, headers, secrets = request["body"], request["headers"], request["secrets"]
            return vars(verify_webhook(body, headers, secrets, now=request["now"]))
        case "follow":
            resume = {**request.get("query", {}), "last_event_id": request.get("last_event_id")}
            events = call({"method": request["method"], "ids": request["ids"], "query": resume})
        case "next":
            event = next(events, None)
            return event and vars(event)
        case "unfollow":
            events.close()
    return None


def failure_of(error: Exception) -> dict[str, Any]:
    if isinstance(error, APIError):
        return {
            "kind": "api",
            "status": error.status,
            "code": error.code,
            "request_id": error.request_id,
            "retry_after_seconds": error.retry_after_seconds,
            "pointers": [one["pointer"] for one in error.errors],
        }
    if isinstance(error, WebhookVerificationError):
        return {"kind": "webhook", "code": error.code}
    if isinstance(error, APITimeoutError):
        return {"kind": "timeout"}
    if isinstance(error, APIConnectionError):
        return {"kind": "connection"}
    if isinstance(error, (ValueError, UsherError)):
        return {"kind": "usage", "message": str(error)}
    raise error


def as_json(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    return str(value)


for line in sys.stdin:
    try:
        answer = {"value": perform(json.loads(line))}
    except Exception as error:
        answer = {"error": failure_of(error)}
    print(json.dumps(answer, default=as_json), flush=True)
