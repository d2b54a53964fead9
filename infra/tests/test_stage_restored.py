"""A stage that was deleted is deployed again, with what it had left: as docs/OPERATIONS.md tells."""

import sys

import pytest
from conftest import STACK, Checkout, Deployed
from support.template import RESOURCES

# ministack 1.5.33 imports no secret. The token keys need not be imported: whoever had a token gets another.
RETAINED = [
    "Recipes",
    "Ledger",
    "Feedback",
    "Conversations",
    "Work",
    "Media",
    "Uploads",
    "Site",
    "UserPool",
    "IdentityPool",
]


@pytest.mark.last
def test_a_deleted_stage_is_deployed_again_with_what_it_had_left(deployed: Deployed, checkout: Checkout):
    had = {name: deployed.resource(name) for name in RETAINED}
    cloudformation = deployed.cloud.client("cloudformation")
    cloudformation.delete_stack(StackName=STACK)
    cloudformation.get_waiter("stack_delete_complete").wait(StackName=STACK, WaiterConfig={"Delay": 1})

    given = [f"{name}={identifier}" for name, identifier in had.items()]
    imported = checkout.run(sys.executable, "infra/import_retained.py", *given)
    assert imported.returncode == 0, imported.stdout
    again = checkout.run("sam", "deploy")
    assert again.returncode == 0, again.stdout
    assert {name: deployed.resource(name) for name in RETAINED} == had


def test_only_what_a_stage_leaves_is_imported(checkout: Checkout):
    said = checkout.run(sys.executable, "infra/import_retained.py", "FnFetch=fetch", "Recipes")
    assert said.returncode != 0
    assert (
        "not what a stage leaves: FnFetch, Recipes. It leaves Recipes, Ledger, Feedback, Conversations, Work,"
        in said.stdout
    )


def test_whatever_people_would_miss_is_retained():
    kept = {name for name, body in RESOURCES.items() if body.get("DeletionPolicy") == "RetainExceptOnCreate"}
    # The role of the access logs is the whole account's.
    assert kept == {*RETAINED, "TokenSecret", "AddressSecret", "StripeSecret", "InstacartSecret", "RestLogRole"}
    assert all(RESOURCES[name]["UpdateReplacePolicy"] == "Retain" for name in kept)
