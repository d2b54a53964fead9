"""Files to upload, all written here, and forms that somebody else has signed."""

import base64
import hashlib
import hmac
import json
from datetime import UTC, datetime, timedelta
from typing import Any

from support.zest import Zest


def a_page(title: str) -> bytes:
    """A saved page with one recipe."""
    return f"""<!doctype html><html lang="en"><title>{title}</title><h1>{title}</h1>
      <h2>Ingredients</h2><ul><li>2 leeks</li><li>1 l stock</li></ul>
      <h2>Method</h2><ol><li>Cut the leeks.</li><li>Simmer them in the stock.</li></ol>""".encode()


def forged(zest: Zest, fields: dict[str, str], role: str | None = None, ends: int = 300) -> dict[str, Any]:
    """The fields that sign a form anew: by a role of ours, or by the local cloud's root key, which nothing verifies."""
    key, secret, token = "test", "test", "x"
    if role:
        arn = zest.client("iam").get_role(RoleName=zest.function(role))["Role"]["Arn"]
        given = zest.client("sts").assume_role(RoleArn=arn, RoleSessionName="test")["Credentials"]
        key, secret, token = given["AccessKeyId"], given["SecretAccessKey"], given["SessionToken"]
    now = datetime.now(UTC)
    policy = json.loads(base64.b64decode(fields["policy"]))
    signed = {
        "x-amz-credential": f"{key}/{now:%Y%m%d}/us-east-1/s3/aws4_request",
        "x-amz-date": f"{now:%Y%m%dT%H%M%SZ}",
        "x-amz-security-token": token,
    }
    policy["expiration"] = f"{now + timedelta(seconds=ends):%Y-%m-%dT%H:%M:%S.000Z}"
    policy["conditions"] = [
        ["eq", name, signed.get(name.removeprefix("$"), value)]
        for name, value in (condition[1:] for condition in policy["conditions"] if isinstance(condition, list))
        if isinstance(name, str)
    ] + [condition for condition in policy["conditions"] if isinstance(condition, dict) or condition[1] == 1]
    encoded = base64.b64encode(json.dumps(policy).encode())
    signing = f"AWS4{secret}".encode()
    for part in (f"{now:%Y%m%d}", "us-east-1", "s3", "aws4_request"):
        signing = hmac.digest(signing, part.encode(), hashlib.sha256)
    signature = hmac.new(signing, encoded, hashlib.sha256).hexdigest()
    return signed | {"policy": encoded.decode(), "x-amz-signature": signature}
