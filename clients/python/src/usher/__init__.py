"""Client of the Usher API, and verification of its webhooks."""

from . import models, params
from ._client import Usher
from ._credentials import client_credentials
from ._errors import APIConnectionError, APIError, APITimeoutError, UsherError, WebhookVerificationError
from ._errors_by_code import *  # noqa: F403
from ._errors_by_code import __all__ as _error_names
from ._pages import Pages
from ._streams import EventStream, StreamEvent
from ._webhooks import WebhookEvent, verify_webhook

__all__ = [
    "APIConnectionError",
    "APIError",
    "APITimeoutError",
    "EventStream",
    "Pages",
    "StreamEvent",
    "Usher",
    "UsherError",
    "WebhookEvent",
    "WebhookVerificationError",
    "client_credentials",
    "models",
    "params",
    "verify_webhook",
    *_error_names,
]
