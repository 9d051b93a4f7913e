import httpx


def recorded(seen: list[httpx.Request]) -> httpx.Client:
    """A client of a server that answers each request with an empty page, and keeps it."""

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return httpx.Response(200, json={"data": [], "next_cursor": None})

    return httpx.Client(transport=httpx.MockTransport(answer))
