"""The front door sends the same security headers as the distribution on AWS."""

import urllib.request

import pytest
from support.zest import Zest
from zest_local import template

pytestmark = pytest.mark.attack

DEPLOYED = template.security_headers(template.load())
# For each header: its name in responses, and the property that has its value.
PLAIN = {"FrameOptions": ("x-frame-options", "FrameOption"), "ReferrerPolicy": ("referrer-policy", "ReferrerPolicy")}


def directives(policy: str) -> dict[str, set[str]]:
    """Returns a content security policy without hosts, which differ between AWS and the local cloud."""
    parts = [directive.split() for directive in policy.split(";")]
    return {name: {source for source in sources if "://" not in source} for name, *sources in parts}


@pytest.mark.parametrize("path", ["/", "/my-recipes", "/config.json", "/nothing.js"])
def test_front_door_sends_the_distribution_headers(zest: Zest, path: str):
    opener = urllib.request.build_opener(AnyStatus)
    with opener.open(zest.origin + path) as answer:
        headers = answer.headers
    expected = {name: DEPLOYED[key][value] for key, (name, value) in PLAIN.items()}
    # CloudFront sends a fixed value for this header. HSTS is left out, because localhost has no HTTPS.
    expected["x-content-type-options"] = "nosniff"
    assert set(DEPLOYED) == {*PLAIN, "ContentTypeOptions", "StrictTransportSecurity", "ContentSecurityPolicy"}
    assert {name: headers[name] for name in expected} == expected
    text, _ = DEPLOYED["ContentSecurityPolicy"]["ContentSecurityPolicy"]["Fn::Sub"]
    assert directives(headers["content-security-policy"]) == directives(text)


def test_local_policy_contains_only_own_hosts(zest: Zest):
    with urllib.request.urlopen(zest.origin) as answer:
        policy = answer.headers["content-security-policy"]
    hosts = {source for source in policy.replace(";", " ").split() if "://" in source}
    assert hosts == {zest.origin.replace("http://", "ws://")}


class AnyStatus(urllib.request.HTTPErrorProcessor):
    """Returns error responses and does not raise them."""

    def http_response(self, request: urllib.request.Request, response):
        return response
