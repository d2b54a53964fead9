"""Imports the retained resources of a deleted stage into a new stack of the same name, before it is deployed.

Needs boto3, PyYAML and AWS credentials. docs/RECOVERY.md describes how to run it.
"""

import argparse
import json
import sys
import tomllib
from pathlib import Path
from typing import Any

import boto3
from zest_local import template

REPOSITORY = Path(__file__).resolve().parent.parent
CHANGE_SET = "import-retained"

# The primary identifier of each resource type, for the import.
IDENTIFIERS = {
    "AWS::DynamoDB::Table": "TableName",
    "AWS::S3::Bucket": "BucketName",
    "AWS::Cognito::UserPool": "UserPoolId",
    "AWS::Cognito::IdentityPool": "Id",
    "AWS::SecretsManager::Secret": "Id",
    "AWS::IAM::Role": "RoleName",
}


def main() -> None:
    """Imports the resources named on the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--config-env", default="default")
    parser.add_argument(
        "resources", nargs="+", metavar="RESOURCE=ID", help="name in the template, and id of the existing resource"
    )
    arguments = parser.parse_args()
    settings = tomllib.loads((REPOSITORY / "samconfig.toml").read_text())[arguments.config_env]
    given = dict(pair.split("=", 1) for pair in arguments.resources if "=" in pair)
    body = template.load(REPOSITORY / "template.yaml")
    kept = retained(body)
    unknown = sorted(set(given) - set(kept)) + [pair for pair in arguments.resources if "=" not in pair]
    if unknown:
        sys.exit(f"A stage does not keep {', '.join(unknown)}. It keeps {', '.join(kept)}.")
    _import(settings, body, {name: kept[name] for name in given}, given)


def retained(body: dict[str, Any]) -> dict[str, Any]:
    """Returns the retained resources without the properties that refer to other resources. The deployment adds these
    properties.
    """
    kept = {
        name: resource
        for name, resource in body["Resources"].items()
        # A new stack creates another backup vault; the old vault keeps its backups.
        if str(resource.get("DeletionPolicy", "")).startswith("Retain") and resource["Type"] in IDENTIFIERS
    }
    for resource in kept.values():
        properties = resource["Properties"]
        for name in [name for name, value in properties.items() if _names(value) & set(body["Resources"])]:
            del properties[name]
    return kept


def _names(node: Any) -> set[str]:
    match node:
        case {"Ref": str(name)}:
            return {name}
        case {"Fn::GetAtt": [str(name), *_]}:
            return {name}
        case {"Fn::Sub": str(text)}:
            return {part.split("}")[0].split(".")[0] for part in text.split("${")[1:]}
        case dict():
            return set().union(*(_names(value) for value in node.values()))
        case list():
            return set().union(*(_names(value) for value in node))
    return set()


def _import(settings: dict[str, Any], body: dict[str, Any], kept: dict[str, Any], given: dict[str, str]) -> None:
    stack = settings["global"]["parameters"]["stack_name"]
    overrides = dict(pair.split("=", 1) for pair in settings["deploy"]["parameters"]["parameter_overrides"].split())
    document = {
        "AWSTemplateFormatVersion": "2010-09-09",
        # An import must not contain the transform.
        **{section: body[section] for section in ("Parameters", "Conditions")},
        "Resources": kept,
    }
    cloudformation = boto3.client("cloudformation")
    cloudformation.create_change_set(
        StackName=stack,
        ChangeSetName=CHANGE_SET,
        ChangeSetType="IMPORT",
        TemplateBody=json.dumps(document),
        Parameters=[{"ParameterKey": "Stage", "ParameterValue": overrides["Stage"]}],
        ResourcesToImport=[
            {
                "ResourceType": kept[name]["Type"],
                "LogicalResourceId": name,
                "ResourceIdentifier": {IDENTIFIERS[kept[name]["Type"]]: identifier},
            }
            for name, identifier in given.items()
        ],
    )
    cloudformation.get_waiter("change_set_create_complete").wait(StackName=stack, ChangeSetName=CHANGE_SET)
    cloudformation.execute_change_set(StackName=stack, ChangeSetName=CHANGE_SET)
    cloudformation.get_waiter("stack_import_complete").wait(StackName=stack)
    print(f"{stack} has {', '.join(given)} again; make deploy adds the rest.")


if __name__ == "__main__":
    main()
