"""Calls of the REST APIs, as the app makes them."""

import json
import secrets
from typing import Any

from zest_client.http import Answer, send

Json = dict[str, Any]


def call(origin: str, method: str, path: str, token: str | None = None, body: Any = None) -> Answer:
    """Sends one request below `/api`. A body other than bytes is sent as JSON."""
    headers = {"authorization": token} if token else {}
    if body is None:
        return send(method, f"{origin}/api{path}", headers)
    headers["content-type"] = "application/json"
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return send(method, f"{origin}/api{path}", headers, content)


def new_purchase() -> str:
    """Returns a purchase id as browsers generate it."""
    return secrets.token_hex(16)


def check_out(origin: str, token: str, purchase: str, package: str = "medium", language: str = "en") -> Answer:
    """Starts a purchase, or asks for its payment page again."""
    body = {"purchaseId": purchase, "packageId": package, "language": language}
    return call(origin, "POST", "/payment/checkout", token, body)
