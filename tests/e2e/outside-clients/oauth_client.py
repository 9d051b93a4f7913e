"""Has Authlib do what an application does at the OAuth server; prints what came of it."""
import json
import sys

from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.httpx_client import OAuth2Client

given = json.loads(sys.argv[1])
metadata = given["metadata"]


def client(secret=given["client_secret"], **settings):
    return OAuth2Client(
        given["client_id"], secret, token_endpoint=metadata["token_endpoint"],
        revocation_endpoint=metadata["revocation_endpoint"], **settings
    )


def status_with(token):
    application = client(token=token)
    return application.get(given["resource"]).status_code


def refusal(action):
    try:
        return action()
    except OAuthError as error:
        return error.error


def by_code():
    application = client(redirect_uri=given["redirect_uri"], scope=given["scope"], code_challenge_method="S256")
    token = application.fetch_token(
        metadata["token_endpoint"], authorization_response=given["callback"], state=given["state"],
        code_verifier=given["verifier"],
    )
    first = dict(token)
    new = application.refresh_token(metadata["token_endpoint"], refresh_token=first["refresh_token"])
    refreshed = {"status": status_with(new), "rotated": new["refresh_token"] != first["refresh_token"]}
    application.refresh_token(metadata["token_endpoint"], refresh_token=new["refresh_token"])
    again = lambda: application.refresh_token(metadata["token_endpoint"], refresh_token=first["refresh_token"])
    return {"scope": first["scope"], "refreshed": refreshed, "reused": refusal(again)}


def by_credentials():
    application = client(scope=given["scope"])
    token = application.fetch_token(metadata["token_endpoint"], grant_type="client_credentials")
    status = status_with(token)
    revoked = application.revoke_token(metadata["revocation_endpoint"], token["access_token"])
    return {"status": status, "revoked": revoked.status_code, "token": token["access_token"]}


def by_a_wrong_secret():
    application = client(secret="wrong")
    return refusal(lambda: application.fetch_token(metadata["token_endpoint"], grant_type="client_credentials"))


print(json.dumps({"code": by_code(), "credentials": by_credentials(), "wrong_secret": by_a_wrong_secret()}))
