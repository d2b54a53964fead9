"""How the stand-in refuses: with an exception of Bedrock's own."""

# What Converse and ConverseStream may answer instead of an answer, with the HTTP status of each.
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
# What may end a stream that has begun.
IN_STREAM = (
    "internalServerException",
    "modelStreamErrorException",
    "serviceUnavailableException",
    "throttlingException",
    "validationException",
)


class Refused(Exception):
    """A request that gets an error: its name among Bedrock's exceptions, its HTTP status and a sentence."""

    def __init__(self, kind: str, message: str, status: int | None = None):
        self.kind = kind
        self.status = STATUS[kind] if status is None else status
        self.message = message
        super().__init__(message)


def invalid(message: str) -> Refused:
    """400 with a sentence: the request is none that Bedrock takes."""
    return Refused("ValidationException", message)
