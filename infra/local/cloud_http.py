"""What the launcher's additions to ministack share: the body of a request, and a JSON answer, in the words of ASGI."""

import json


class TooLargeError(Exception):
    """The body is larger than is read."""


async def body_of(receive, most):
    """The body of a request, at most so many bytes; `None` when its sender has gone. Raises TooLargeError."""
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
    """Answers with a JSON document."""
    body = json.dumps(payload).encode()
    headers = [(b"content-type", content_type.encode()), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
