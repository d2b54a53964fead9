"""Fixes of ministack's form uploads where they differ from S3."""

import functools
import xml.etree.ElementTree as ElementTree

from ministack.core import iam_evaluator
from ministack.services import s3


def mend():
    """Patches ministack before serving."""
    s3._post_object = _like_s3(s3._post_object)


def _like_s3(post):
    """Requires a session signature and applies the form field `tagging`."""

    @functools.wraps(post)
    def posted(bucket_name, body, headers):
        fields = {}
        for name, _, _, value in s3._parse_multipart_form(headers.get("content-type", ""), body) or []:
            if name != "file":
                fields[name.lower()] = value.decode("utf-8", "replace")
        # ministack accepts forms without a policy, or signed with its root key.
        key = fields.get("x-amz-credential", "").split("/")[0]
        if not fields.get("x-amz-signature") or iam_evaluator.is_root_access_key(key):
            return s3._error("AccessDenied", "Access Denied", 403)
        answer = post(bucket_name, body, headers)
        if answer[0] in (200, 201, 204) and "tagging" in fields:
            _tag(bucket_name, fields["key"], fields["tagging"])
        return answer

    return posted


def _tag(bucket_name, key, tagging):
    tags = {}
    for tag in ElementTree.fromstring(tagging).iter("Tag"):
        tags[tag.findtext("Key", "")] = tag.findtext("Value", "")
    stored = s3._buckets[bucket_name]["objects"][key]
    s3._object_tags[(bucket_name, key, stored.get("version_id"))] = tags
    if s3.S3_PERSIST:
        s3._persist_object(bucket_name, key, stored)
