"""The key that signs owner tokens is drawn from the operating system, locally too: nobody draws it again."""

import json
import subprocess
import sys

import pytest
from zest_local import template
from zest_local.places import LOCAL_CLOUD

pytestmark = pytest.mark.attack

# ministack's own way to the secret that the template declares, twice from the same state of Python's generator.
DRAW = """
import json, random, sys
import cloud_random
if sys.argv[1] == "mended":
    cloud_random.mend()
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


def test_the_signing_key_is_not_drawn_again_from_the_same_seed():
    first, second = drawn("mended")
    assert (len(first["key"]), first["kid"]) == (64, "k1")
    assert first["key"] != second["key"]


def test_without_us_it_would_be():
    """Else the test above says nothing."""
    first, second = drawn("as it is")
    assert first == second
