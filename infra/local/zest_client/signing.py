"""Signs AppSync requests with Signature Version 4, as the browser does."""

from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials


def signed_headers(credentials: Credentials, region: str, url: str, body: str) -> dict[str, str]:
    """Returns the headers of a signed POST, including host and content type."""
    request = AWSRequest("POST", url, data=body, headers={"content-type": "application/json; charset=UTF-8"})
    request.headers["host"] = url.split("/")[2]
    SigV4Auth(credentials, "appsync", region).add_auth(request)
    return dict(request.headers.items())
