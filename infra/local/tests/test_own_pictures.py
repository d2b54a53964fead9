"""The owner sets, replaces and removes a picture of a recipe. Invalid pictures are refused."""

import random
import struct
import zlib
from collections.abc import Callable
from typing import Any

import pytest
from support.credits import balance_of
from support.zest import Zest
from zest_client import Guest, Refused, sign_up
from zest_client.guest import new_submission
from zest_client.http import send

pytestmark = pytest.mark.attack

Json = dict[str, Any]

PAGE = "red-lentil-soup.html"


def chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def png(width: int, height: int, *more: bytes, seed: int = 0) -> bytes:
    """Returns a PNG of one colour with additional chunks."""
    row, packer = b"\0" + random.Random(seed).randbytes(3) * width, zlib.compressobj()
    # Compress row by row, because a large picture has more than a gigabyte.
    rows = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(more) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


# A header that declares huge dimensions, and no image data.
VAST = (
    b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)) + chunk(b"IDAT", b"")
)


def turned() -> bytes:
    """Returns EXIF data with a quarter turn and a location."""
    entries = struct.pack(">HHII", 0x0112, 3, 1, 6 << 16) + struct.pack(">HHII", 0x010E, 2, 18, 38)
    return chunk(b"eXIf", b"MM\0*\0\0\0\x08\0\x02" + entries + b"\0\0\0\0" + b"at 41.3874, 2.1686\0")


def size(jpeg: bytes) -> tuple[int, int]:
    at = 2
    while jpeg[at + 1] not in (0xC0, 0xC2):
        at += 2 + struct.unpack(">H", jpeg[at + 2 : at + 4])[0]
    height, width = struct.unpack(">HH", jpeg[at + 5 : at + 9])
    return width, height


def kept(zest: Zest, id: str) -> list[str]:
    bucket = zest.outputs["MediaBucket"]
    listed = zest.client("s3").list_objects_v2(Bucket=bucket, Prefix=f"media/{id}/")
    return [item["Key"] for item in listed.get("Contents", [])]


def versions(picture: str) -> list[str]:
    """Returns the key of a photo, and the keys of its narrower versions."""
    width = int(picture.rsplit("-", 1)[-1].split("x")[0])
    return [picture, *(f"{picture}-{narrower}" for narrower in (320, 640) if narrower < width)]


def give(guest: Guest, id: str, picture: bytes, **more: Any) -> Json:
    submission = guest.upload("PICTURE", picture, **more)
    return guest.set_picture(guest.issue_owner_token(), id, submission)


def test_own_picture_replaces_the_page_picture_and_can_be_removed(zest: Zest, guest: Guest):
    recipe = guest.import_url(zest.demo + PAGE).recipe
    of_page = kept(zest, recipe["id"])
    assert of_page == versions(recipe["imageUrl"])
    given = give(guest, recipe["id"], png(2400, 1200, turned()))
    assert kept(zest, recipe["id"]) == versions(given["imageUrl"]) != of_page
    assert given["imageUrl"].endswith("-800x1600")
    assert size(send("GET", f"{zest.origin}/{given['imageUrl']}-320").body) == (320, 640)
    assert (given["version"], given["title"]) == (recipe["version"] + 1, recipe["title"])
    shown = send("GET", f"{zest.origin}/{given['imageUrl']}")
    assert (shown.status, shown.headers["content-type"]) == (200, "image/jpeg")
    # The stored picture is upright, small enough, and has no location.
    assert size(shown.body) == (800, 1600)
    assert b"41.3874" not in shown.body
    assert b"Exif" not in shown.body
    assert guest.uploads() == []
    assert guest.list()["items"][0]["imageUrl"] == given["imageUrl"]

    second = give(guest, recipe["id"], png(40, 30, seed=1))
    assert kept(zest, recipe["id"]) == [second["imageUrl"]]
    assert send("GET", f"{zest.origin}/{given['imageUrl']}").status == 404
    without = guest.set_picture(guest.issue_owner_token(), recipe["id"], None)
    assert (without["imageUrl"], kept(zest, recipe["id"])) == (None, [])


def test_blank_recipe_and_its_copy_have_separate_pictures(zest: Zest, guest: Guest):
    blank = guest.create_blank()
    given = give(guest, blank["id"], png(40, 30))
    copy = guest.copy(blank["id"])
    assert kept(zest, copy["id"]) == [copy["imageUrl"]] != [given["imageUrl"]]
    guest.set_picture(guest.issue_owner_token(), blank["id"], None)
    assert send("GET", f"{zest.origin}/{copy['imageUrl']}").status == 200


def test_picture_of_a_member_is_free(zest: Zest):
    member = sign_up(zest.origin)
    before = balance_of(zest, member)
    given = give(member, member.create_blank()["id"], png(40, 30))
    assert given["imageUrl"].startswith("media/")
    assert balance_of(zest, member) == before


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (png(40, 30)[:60], "UNREADABLE_PICTURE"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "UNSUPPORTED_PICTURE"),
        (b"<!doctype html><script>alert(1)</script>", "UNSUPPORTED_PICTURE"),
        (b"%PDF-1.7 no picture", "UNSUPPORTED_PICTURE"),
        (VAST, "PICTURE_TOO_LARGE"),
        # Four hundred million pixels in a megabyte. It takes seconds to generate.
        (lambda: png(20_000, 20_000), "PICTURE_TOO_LARGE"),
    ],
    ids=["cut", "drawing", "page", "document", "vast", "bomb"],
)
def test_invalid_picture_is_refused_with_a_reason(
    zest: Zest, guest: Guest, content: bytes | Callable[[], bytes], code: str
):
    blank = guest.create_blank()
    with pytest.raises(Refused, match=code) as refused:
        give(guest, blank["id"], content() if callable(content) else content)
    assert refused.value.kind == "ImportFailed", "Internal means a fault of the server"
    assert guest.get(blank["id"]) == blank
    assert kept(zest, blank["id"]) == []


def test_more_than_20_mib_gets_no_form(guest: Guest):
    with pytest.raises(Refused, match="20,971,520 bytes"):
        guest.upload_form(new_submission(), "PICTURE", 50 * 1024 * 1024)


def test_picture_of_another_owner_recipe_or_upload_is_refused(zest: Zest, guest: Guest):
    other, blank = Guest.arrive(zest.origin), guest.create_blank()
    mine, theirs = guest.upload("PICTURE", png(40, 30)), other.upload("PICTURE", png(40, 30, seed=1))
    for submission in (mine, theirs, None):
        with pytest.raises(Refused, match="Unauthorized"):
            other.set_picture(other.issue_owner_token(), blank["id"], submission)
    with pytest.raises(Refused, match="UPLOAD_MISSING"):
        guest.set_picture(guest.issue_owner_token(), blank["id"], theirs)
    assert guest.get(blank["id"])["imageUrl"] is None
    assert len(guest.uploads()) == len(other.uploads()) == 1
