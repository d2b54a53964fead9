"""ASGI helpers: request body and JSON response."""

import json


class TooLargeError(Exception):
    """The body exceeds the limit."""


async def body_of(receive, most):
    """Returns the body, or None on disconnect. Raises TooLargeError above `most` bytes."""
    chunks, size = [], 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        chunks.append(message.get("body", b""))
        size += len(chunks[-1])
        if size > most:
            raise TooLargeError
        if not message.get("more_body"):
            return b"".join(chunks)


async def answer(send, status, payload, content_type="application/json"):
    """Sends a JSON response."""
    body = json.dumps(payload).encode()
    headers = [(b"content-type", content_type.encode()), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
