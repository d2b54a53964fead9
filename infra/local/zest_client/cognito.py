"""Cognito operations available to browsers, through the front door."""

import json
from typing import Any

from botocore.credentials import Credentials

from zest_client.http import Refused, send

Json = dict[str, Any]


def endpoint(config: Json, service: str) -> str:
    """Returns the configured address of a service, or else AWS's address in the configured region."""
    name = {"cognito-identity": "identityPoolEndpoint", "cognito-idp": "userPoolEndpoint"}[service]
    return str(config.get(name, f"https://{service}.{config['region']}.amazonaws.com/"))


def identity_pool(config: Json, operation: str, request: Json) -> Json:
    """Calls an operation of the identity pool. Raises Refused."""
    return _call(endpoint(config, "cognito-identity"), f"AWSCognitoIdentityService.{operation}", request)


def user_pool(config: Json, operation: str, request: Json) -> Json:
    """Calls an operation of the user pool as the app client. Raises Refused."""
    if not operation.startswith("Get") and "AccessToken" not in request:
        request = {"ClientId": config["userPoolClientId"], **request}
    return _call(endpoint(config, "cognito-idp"), f"AWSCognitoIdentityProviderService.{operation}", request)


def credentials(config: Json, identity: str, logins: dict[str, str] | None = None) -> tuple[str, Credentials]:
    """Returns an identity and its credentials. With logins, Cognito may return another identity."""
    request: Json = {"IdentityId": identity} | ({"Logins": logins} if logins else {})
    answer = identity_pool(config, "GetCredentialsForIdentity", request)
    given = answer["Credentials"]
    return answer["IdentityId"], Credentials(given["AccessKeyId"], given["SecretKey"], given["SessionToken"])


def _call(url: str, target: str, request: Json) -> Json:
    headers = {"content-type": "application/x-amz-json-1.1", "x-amz-target": target}
    answer = send("POST", url, headers, json.dumps(request).encode())
    body: Json = answer.json() or {}
    if answer.status != 200:
        raise Refused(answer.status, [{"message": body.get("message", target), "errorType": body.get("__type", "")}])
    return body
