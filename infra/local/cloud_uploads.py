"""Fixes differences between ministack's form uploads and S3."""

import functools
import xml.etree.ElementTree as ElementTree

from ministack.core import iam_evaluator
from ministack.services import s3

# S3's limit of a form without the content of its file.
MAX_FORM_BYTES = 20 * 1024
SIGNATURE_V2 = {"awsaccesskeyid", "signature"}


def install():
    """Patches ministack. Call it before the cloud serves requests."""
    s3._post_object = _like_s3(s3._post_object)


def _like_s3(post):
    """Wraps the upload: requires a session signature and one value per field, and applies the form field `tagging`."""

    @functools.wraps(post)
    def posted(bucket_name, body, headers):
        parts = s3._parse_multipart_form(headers.get("content-type", ""), body) or []
        if refusal := _malformed(parts, body):
            return refusal
        fields = {name.lower(): value.decode("utf-8", "replace") for name, _, _, value in parts[:-1]}
        # ministack accepts forms that have no policy or are signed with its root key.
        key = fields.get("x-amz-credential", "").split("/")[0]
        if not fields.get("x-amz-signature") or iam_evaluator.is_root_access_key(key):
            return s3._error("AccessDenied", "Access Denied", 403)
        answer = post(bucket_name, body, headers)
        if answer[0] in (200, 201, 204) and "tagging" in fields:
            _tag(bucket_name, fields["key"], fields["tagging"])
        return answer

    return posted


def _malformed(parts, body):
    """Returns the error of a form that S3 refuses with any policy, or None. Fields after the file are refused, because
    ministack would use them; S3 ignores them.
    """
    names = [name.lower() for name, _, _, _ in parts]
    if names.count("file") != 1 or names[-1] != "file":
        return s3._error("InvalidArgument", "POST requires exactly one file upload per request.", 400)
    if len(body) - len(parts[-1][3]) > MAX_FORM_BYTES:
        message = "Your POST request fields preceding the upload file was too large."
        return s3._error("MaxPostPreDataLengthExceeded", message, 400)
    # S3 joins the values of a repeated field with commas, which no policy of Zest allows. It refuses signatures of
    # versions 2 and 4 together.
    if len(set(names)) < len(names) or SIGNATURE_V2 & set(names):
        return s3._error("AccessDenied", "Invalid according to Policy: Extra input fields", 403)
    return None


def _tag(bucket_name, key, tagging):
    tags = {}
    for tag in ElementTree.fromstring(tagging).iter("Tag"):
        tags[tag.findtext("Key", "")] = tag.findtext("Value", "")
    stored = s3._buckets[bucket_name]["objects"][key]
    s3._object_tags[(bucket_name, key, stored.get("version_id"))] = tags
    if s3.S3_PERSIST:
        s3._persist_object(bucket_name, key, stored)
