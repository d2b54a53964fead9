"""Generates files to upload, and upload forms with other signatures."""

import base64
import gzip
import hashlib
import hmac
import io
import json
import struct
import zipfile
import zlib
from datetime import UTC, datetime, timedelta
from typing import Any

from support.zest import Zest


def a_page(title: str) -> bytes:
    return f"""<!doctype html><html lang="en"><title>{title}</title><h1>{title}</h1>
      <h2>Ingredients</h2><ul><li>2 leeks</li><li>1 l stock</li></ul>
      <h2>Method</h2><ol><li>Cut the leeks.</li><li>Simmer them in the stock.</li></ol>""".encode()


def forged(zest: Zest, fields: dict[str, str], role: str | None = None, ends: int = 300) -> dict[str, Any]:
    """Signs a form's fields again: with a role, or with the local cloud's root key, which ministack does not verify."""
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


def a_paprika_archive(recipes: list[str | bytes]) -> bytes:
    """Returns a Paprika export with recipes of these titles. Bytes become invalid entries."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for number, recipe in enumerate(recipes):
            if isinstance(recipe, str):
                content = {
                    "name": recipe,
                    "ingredients": "2 leeks\n1 l stock\n1 tsp salt",
                    "directions": "Cut the leeks.\nSimmer them in the stock.",
                    "servings": "4",
                    "categories": ["Soup"],
                }
                recipe = gzip.compress(json.dumps(content).encode(), 1)
            archive.writestr(f"{number:05}.paprikarecipe", recipe)
    return packed.getvalue()


def hostile() -> dict[str, tuple[str, bytes, set[str]]]:
    """Returns uploads without a recipe: kind, bytes, and the error codes that are allowed."""
    svg = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", b" " * 100_000_000)
    entities = "".join(f"<!ENTITY e{n} '{f'&e{n - 1};' * 10}'>" for n in range(1, 12))
    nested = io.BytesIO()
    with zipfile.ZipFile(nested, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr(
            "word/document.xml",
            f"<?xml version='1.0'?><!DOCTYPE d [<!ENTITY e0 'x'>{entities}]><d>&e11;</d>",
        )
    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    huge = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    unreadable, nothing = {"UNREADABLE_FILE"}, {"NO_RECIPE_IN_FILE"}
    return {
        "an SVG as a picture": ("PICTURE", svg, {"UNSUPPORTED_PICTURE", "UNREADABLE_PICTURE"}),
        "a page as a picture": ("PICTURE", a_page("Soup"), {"UNSUPPORTED_PICTURE", "UNREADABLE_PICTURE"}),
        "a picture of 3.6 gigapixels": ("PICTURE", huge, {"PICTURE_TOO_LARGE"}),
        "a JPEG that is cut off": ("PICTURE", b"\xff\xd8\xff\xe0\x00\x10JFIF\x00", {"UNREADABLE_PICTURE"}),
        "a zip bomb as a document": ("FILE", bomb.getvalue(), {"FILE_TOO_LARGE", *unreadable}),
        "a document that multiplies": ("FILE", nested.getvalue(), {"FILE_TOO_LARGE", *unreadable, *nothing}),
        "a PDF of noise": ("FILE", b"%PDF-1.7\n" + bytes(range(256)) * 20, unreadable),
        "nothing but brackets": ("FILE", b"[" * 100_000, {*unreadable, *nothing}),
        "a program": ("FILE", b"\x7fELF\x02\x01\x01" + bytes(4096), {"UNSUPPORTED_FILE", *unreadable}),
        "a text without a recipe": ("FILE", b"Dear Ann,\n\nthe weather is fine.\n\nYours, Bob\n", nothing),
    }


def chunk(kind: bytes, content: bytes) -> bytes:
    checked = kind + content
    return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))
