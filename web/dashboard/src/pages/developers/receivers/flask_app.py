import os

from flask import Flask, request
from usher_webhooks import verify

SECRETS = os.environ["USHER_WEBHOOK_SECRETS"].split()
app = Flask(__name__)


@app.post("/usher")
def usher():
    try:
        event = verify(request.get_data(), request.headers, SECRETS)
    except ValueError as error:
        return str(error), 400
    print(request.headers["webhook-id"], event["event"])
    return "", 204
