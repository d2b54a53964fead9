"""URLs are routed in the same way on AWS and locally. One table tests the CloudFront functions and the local front
door.
"""

import json
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from support.zest import Zest
from zest_local import template
from zest_local.places import REPOSITORY, SITE
from zest_local.site_files import CONTACT, ORIGIN, filled_in, uploads

ROWS = [
    (row["address"], row["file"], row["status"])
    for row in json.loads((REPOSITORY / "infra/site-addresses.json").read_text())
]
FUNCTIONS = template.load()["Resources"]


def run_function(name: str, events: list[dict[str, object]]) -> list[dict[str, object]]:
    """Runs a CloudFront function in Node and returns its result for each event."""
    code = FUNCTIONS[name]["Properties"]["FunctionCode"]
    script = f"{code}\nconsole.log(JSON.stringify({json.dumps(events)}.map((event) => handler(event))))"
    done = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True)
    answers: list[dict[str, object]] = json.loads(done.stdout)
    return answers


def test_distribution_maps_every_address_to_its_file():
    answers = run_function("SiteRoutes", [{"request": {"uri": address}} for address, _, _ in ROWS])
    for (address, file, status), answer in zip(ROWS, answers, strict=True):
        # If a file is missing, S3 refuses the request and the distribution answers with /404.html.
        missing = status == 404 and "." in address and not address.endswith("404.html")
        assert answer["uri"] == (address if missing else f"/{file}"), address


def test_distribution_requests_recipe_pages_with_their_address():
    id = "0123456789abcdef0123456789abcdef"
    forged = {"value": "https://evil.example/recipes/" + id}

    def asked(uri: str) -> tuple[object, object]:
        headers: dict[str, object] = {"host": {"value": "zest.example"}, "x-zest-page": forged}
        [answer] = run_function("RecipePages", [{"request": {"uri": uri, "headers": headers}}])
        told = answer["headers"]
        assert isinstance(told, dict)
        return answer["uri"], told.get("x-zest-page", {}).get("value")

    for language in ("", "/es", "/fr"):
        address = f"{language}/recipes/{id}"
        assert asked(address) == ("/index.html", f"https://zest.example{address}")
        assert asked(f"{language}/recipes/{'A' * 32}") == (f"{language}/404.html", None)


def test_distribution_falls_back_after_three_seconds():
    distribution = FUNCTIONS["Cdn"]["Properties"]["DistributionConfig"]
    behaviours = [body for body in distribution["CacheBehaviors"] if body["TargetOriginId"] == "recipe-page"]
    id = "?" * 32
    assert [body["PathPattern"] for body in behaviours] == [f"{part}recipes/{id}" for part in ("", "es/", "fr/")]
    [group] = distribution["OriginGroups"]["Items"]
    # The function is called first; on any listed error the static file is sent.
    assert [member["OriginId"] for member in group["Members"]["Items"]] == ["recipe-page-api", "site"]
    assert group["FailoverCriteria"]["StatusCodes"]["Items"] == [403, 404, 500, 502, 503, 504]
    [origin] = [origin for origin in distribution["Origins"] if origin["Id"] == "recipe-page-api"]
    longest = origin["ConnectionAttempts"] * origin["ConnectionTimeout"]
    assert longest + origin["CustomOriginConfig"]["OriginReadTimeout"] <= 3
    policy = FUNCTIONS["KeptByPage"]["Properties"]["CachePolicyConfig"]
    assert policy["MaxTTL"] == 60
    assert policy["ParametersInCacheKeyAndForwardedToOrigin"]["HeadersConfig"]["Headers"] == ["x-zest-page"]


def test_distribution_sets_404_from_page_metadata():
    page = {"statusCode": 200, "headers": {"x-amz-meta-status": {"value": "404"}, "etag": {"value": "a"}}}
    other = {"statusCode": 200, "headers": {"etag": {"value": "a"}}}
    known = {"statusCode": 304, "headers": {"x-amz-meta-status": {"value": "404"}}}
    answers = run_function("SiteStatus", [{"response": page}, {"response": other}, {"response": known}])
    assert [answer["statusCode"] for answer in answers] == [404, 200, 304]
    assert [list(answer["headers"]) for answer in answers] == [["etag"], ["etag"], []]  # type: ignore[call-overload]


@pytest.mark.parametrize(("address", "file", "status"), ROWS)
def test_local_front_door_serves_the_same_file(zest: Zest, address: str, file: str, status: int):
    request = urllib.request.Request(zest.origin + address)
    try:
        with urllib.request.urlopen(request) as response:
            code, body = response.status, response.read()
    except urllib.error.HTTPError as refused:
        code, body = refused.code, refused.read()
    expected = (SITE / file).read_bytes()
    for open_text, text in filled_in(zest.origin, "contact@localhost").items():
        expected = expected.replace(open_text.encode(), text.encode())
    assert (code, body) == (status, expected)


def test_upload_sets_content_and_headers_of_each_file(tmp_path: Path):
    files = {
        "index.html": "app",
        "404.html": "missing",
        "fr/index.html": "app",
        "es/terms.html": f'<a href="{ORIGIN}/es/terms">{CONTACT}</a>',
        "sitemap.xml": f"<loc>{ORIGIN}/</loc>",
        "assets/app-1.js": f"'{ORIGIN}'",
        "assets/font-1.woff2": "font",
        "service-worker.js": "worker",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    objects = uploads(tmp_path, filled_in("https://zest.example", "cook@zest.example"))
    pages = ["404.html", "es/terms.html", "fr/index.html", "index.html", "service-worker.js"]
    assert [upload.key for upload in objects][-5:] == pages
    by_key = {upload.key: upload for upload in objects}
    assert by_key["es/terms.html"].body == b'<a href="https://zest.example/es/terms">cook@zest.example</a>'
    assert by_key["sitemap.xml"].body == b"<loc>https://zest.example/</loc>"
    # Placeholders are replaced only in text for readers and search engines.
    assert by_key["assets/app-1.js"].body == f"'{ORIGIN}'".encode()
    assert [key for key, upload in by_key.items() if upload.metadata] == ["404.html"]
    assert by_key["404.html"].metadata == {"status": "404"}
    assert by_key["assets/app-1.js"].cache_control == "public, max-age=31536000, immutable"
    assert by_key["index.html"].cache_control == by_key["fr/index.html"].cache_control == "no-cache"
    assert by_key["service-worker.js"].cache_control == "no-cache"
    assert "s-maxage=60" in by_key["es/terms.html"].cache_control
    assert {key: upload.content_type for key, upload in by_key.items()} == {
        "index.html": "text/html; charset=utf-8",
        "fr/index.html": "text/html; charset=utf-8",
        "404.html": "text/html; charset=utf-8",
        "es/terms.html": "text/html; charset=utf-8",
        "sitemap.xml": "application/xml",
        "assets/app-1.js": "text/javascript; charset=utf-8",
        "assets/font-1.woff2": "font/woff2",
        "service-worker.js": "text/javascript; charset=utf-8",
    }
