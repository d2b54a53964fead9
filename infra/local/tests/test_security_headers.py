"""The front door adds the security headers that the distribution adds on AWS."""

import urllib.request

import pytest
from support.zest import Zest
from zest_local import template

pytestmark = pytest.mark.attack

DEPLOYED = template.security_headers(template.load())
# Of each header its name on the wire and the property that holds its value.
PLAIN = {"FrameOptions": ("x-frame-options", "FrameOption"), "ReferrerPolicy": ("referrer-policy", "ReferrerPolicy")}


def directives(policy: str) -> dict[str, set[str]]:
    """A content security policy without its hosts, which are AWS's there and our own here."""
    parts = [directive.split() for directive in policy.split(";")]
    return {name: {source for source in sources if "://" not in source} for name, *sources in parts}


@pytest.mark.parametrize("path", ["/", "/my-recipes", "/config.json", "/nothing.js"])
def test_the_front_door_has_the_headers_of_the_distribution(zest: Zest, path: str):
    opener = urllib.request.build_opener(AnyStatus)
    with opener.open(zest.origin + path) as answer:
        headers = answer.headers
    expected = {name: DEPLOYED[key][value] for key, (name, value) in PLAIN.items()}
    # CloudFront has one value for it; strict transport is for https, which localhost has not.
    expected["x-content-type-options"] = "nosniff"
    assert set(DEPLOYED) == {*PLAIN, "ContentTypeOptions", "StrictTransportSecurity", "ContentSecurityPolicy"}
    assert {name: headers[name] for name in expected} == expected
    text, _ = DEPLOYED["ContentSecurityPolicy"]["ContentSecurityPolicy"]["Fn::Sub"]
    assert directives(headers["content-security-policy"]) == directives(text)


def test_only_our_own_hosts_stand_in_the_local_policy(zest: Zest):
    with urllib.request.urlopen(zest.origin) as answer:
        policy = answer.headers["content-security-policy"]
    hosts = {source for source in policy.replace(";", " ").split() if "://" in source}
    assert hosts == {zest.origin.replace("http://", "ws://")}


class AnyStatus(urllib.request.HTTPErrorProcessor):
    """Takes the answer of a page that is missing as it is."""

    def http_response(self, request: urllib.request.Request, response):
        """The answer, whatever its status."""
        return response
