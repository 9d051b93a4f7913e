"""Follows a queue with httpx-sse or sseclient-py, reconnecting as their READMEs and the standard have it; prints JSON lines."""
import json
import sys
import time

given = json.loads(sys.argv[1])
TIMEOUT_S = 30


def by_httpx_sse(headers):
    import httpx
    import httpx_sse

    try:
        with httpx.Client(timeout=TIMEOUT_S) as client:
            with httpx_sse.connect_sse(client, "GET", given["url"], headers=headers) as source:
                source.response.raise_for_status()
                yield from source.iter_sse()
    except (httpx.NetworkError, httpx.RemoteProtocolError, httpx.TimeoutException) as error:
        raise ConnectionError from error


def by_sseclient(headers):
    import requests
    import sseclient

    try:
        with requests.get(given["url"], headers=headers, stream=True, timeout=TIMEOUT_S) as response:
            response.raise_for_status()
            yield from sseclient.SSEClient(response).events()
    except (requests.ConnectionError, requests.Timeout, requests.exceptions.ChunkedEncodingError) as error:
        raise ConnectionError from error


follow = {"httpx_sse": by_httpx_sse, "sseclient": by_sseclient}[given["package"]]
last_id, retry_ms = None, 1000
while True:
    headers = {"Authorization": "Bearer " + given["key"], "Accept": "text/event-stream"}
    if last_id:
        headers["Last-Event-ID"] = last_id
    print(json.dumps({"connecting": last_id}), flush=True)
    try:
        for event in follow(headers):
            last_id = event.id or last_id
            retry_ms = int(event.retry or retry_ms)
            print(json.dumps({"type": event.event, "data": event.data}), flush=True)
    except ConnectionError:
        pass  # Broken off: reconnect. Any other error, such as a refusal, is final.
    time.sleep(retry_ms / 1000)
