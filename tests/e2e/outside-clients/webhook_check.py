"""Has a package of Standard Webhooks check a delivery; prints whether it takes the body, and a changed one."""
import json
import sys

given = json.loads(sys.argv[1])
if given["package"] == "svix":
    from svix.webhooks import Webhook, WebhookVerificationError
else:
    from standardwebhooks.webhooks import Webhook, WebhookVerificationError

webhook = Webhook(given["secret"])


def check(body):
    try:
        webhook.verify(body, given["headers"])
        return "taken"
    except WebhookVerificationError:
        return "refused"


print(json.dumps([check(given["body"]), check(given["body"] + " ")]))
