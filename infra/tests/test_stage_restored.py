"""A deleted stage is deployed again with its retained resources, as docs/RECOVERY.md describes."""

import sys

import pytest
from conftest import STACK, Checkout, Deployed
from support.template import RESOURCES

# ministack 1.5.33 cannot import secrets. The keys of tokens need no import: new tokens are issued.
RETAINED = [
    "Recipes",
    "Ledger",
    "Feedback",
    "SharedLists",
    "Conversations",
    "Work",
    "Media",
    "Uploads",
    "Site",
    "UserPool",
    "IdentityPool",
]


@pytest.mark.last
def test_deleted_stage_is_redeployed_with_retained_resources(deployed: Deployed, checkout: Checkout):
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


def test_only_retained_resources_are_imported(checkout: Checkout):
    said = checkout.run(sys.executable, "infra/import_retained.py", "FnFetch=fetch", "Recipes")
    assert said.returncode != 0
    assert (
        "A stage does not keep FnFetch, Recipes. It keeps Recipes, Ledger, Feedback, SharedLists, Conversations,"
        in said.stdout
    )


def test_user_data_resources_are_retained():
    kept = {name for name, body in RESOURCES.items() if body.get("DeletionPolicy") == "RetainExceptOnCreate"}
    secrets = {"TokenSecret", "AddressSecret", "StripeSecret", "InstacartSecret"}
    # The role for access logs belongs to the whole account.
    assert kept == {*RETAINED, *secrets, "RestLogRole", "BackupKey", "BackupVault"}
    assert all(RESOURCES[name]["UpdateReplacePolicy"] == "Retain" for name in kept)
