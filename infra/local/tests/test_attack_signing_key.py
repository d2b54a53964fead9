"""The signing key of owner tokens comes from the random source of the operating system, also locally."""

import json
import subprocess
import sys

import pytest
from zest_local import template
from zest_local.places import LOCAL_CLOUD

pytestmark = pytest.mark.attack

# Generates the secret of the template with ministack's own code, twice from the same seed.
DRAW = """
import json, random, sys
import cloud_random
if sys.argv[1] == "mended":
    cloud_random.install()
from ministack.services.cloudformation import provisioners
declared = json.loads(sys.argv[2])
drawn = []
for _ in range(2):
    random.seed(7)
    drawn.append(provisioners._sm_secret_string(declared))
print(json.dumps(drawn))
"""


def drawn(how: str) -> list[dict[str, str]]:
    declared = template.load()["Resources"]["TokenSecret"]["Properties"]
    done = subprocess.run(
        [sys.executable, "-c", DRAW, how, json.dumps({"GenerateSecretString": declared["GenerateSecretString"]})],
        env={"PYTHONPATH": str(LOCAL_CLOUD)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return [json.loads(secret) for secret in json.loads(done.stdout.splitlines()[-1])]


def test_signing_key_differs_for_the_same_seed():
    first, second = drawn("mended")
    assert (len(first["key"]), first["kid"]) == (64, "k1")
    assert first["key"] != second["key"]


def test_signing_key_repeats_without_the_patch():
    """This control shows that the test above detects a repeated key."""
    first, second = drawn("as it is")
    assert first == second
