from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import httpx

from ._errors import APIError
from ._transport import connection_error

# Renew a token this many seconds before it expires.
MARGIN = 60


def client_credentials(
    base_url: str, client_id: str, client_secret: str, scopes: Sequence[str]
) -> Callable[[], str]:
    """Access tokens of an OAuth application by client credentials: give it as access_token.

    It renews them before they expire; raises APIError if the server refuses to give one.
    """
    token = ""
    ends_at = 0.0

    def current() -> str:
        nonlocal token, ends_at
        if time.time() >= ends_at:
            answer = _new_token(base_url, client_id, client_secret, scopes)
            token = str(answer["access_token"])
            ends_at = time.time() + int(str(answer["expires_in"])) - MARGIN
        return token

    return current


def _new_token(
    base_url: str, client_id: str, client_secret: str, scopes: Sequence[str]
) -> dict[str, object]:
    try:
        response = httpx.post(
            f"{base_url.rstrip('/')}/oauth/token",
            auth=(client_id, client_secret),
            data={"grant_type": "client_credentials", "scope": " ".join(scopes)},
            timeout=30,
            follow_redirects=False,
        )
    except httpx.TransportError as lost:
        raise connection_error(lost) from lost
    answer: dict[str, object] = response.json() if "json" in response.headers.get("content-type", "") else {}
    if not response.is_success:
        # RFC 6749 §5.2: not a problem, but an OAuth error.
        raise APIError(response, {"detail": answer.get("error_description")})
    return answer
