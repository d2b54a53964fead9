"""Error responses as Bedrock exceptions."""

# Exceptions of Converse and ConverseStream with their HTTP status.
STATUS = {
    "AccessDeniedException": 403,
    "InternalServerException": 500,
    "ModelErrorException": 424,
    "ModelNotReadyException": 429,
    "ModelTimeoutException": 408,
    "ResourceNotFoundException": 404,
    "ServiceUnavailableException": 503,
    "ThrottlingException": 429,
    "ValidationException": 400,
}
# Exceptions within a stream.
IN_STREAM = (
    "internalServerException",
    "modelStreamErrorException",
    "serviceUnavailableException",
    "throttlingException",
    "validationException",
)


class Refused(Exception):
    """An error response: name of the exception, HTTP status and message."""

    def __init__(self, kind: str, message: str, status: int | None = None):
        self.kind = kind
        self.status = STATUS[kind] if status is None else status
        self.message = message
        super().__init__(message)


def invalid(message: str) -> Refused:
    """Returns a ValidationException with status 400."""
    return Refused("ValidationException", message)
