"""Compares the AWS calls each function can make with the permissions of its role, in both directions.

The calls are read from the binary: the linker drops unreachable code, so the SDK operations that remain are those the
function can call.
"""

import re

import pytest
from support.template import FUNCTIONS, RESOURCES, granted_to, many, policy_statements
from zest_local.build import binary
from zest_local.places import REPOSITORY

# The SDK names an operation's source file in its log messages.
OPERATION = re.compile(rb"aws-sdk-([a-z0-9]+)-[0-9][0-9.]*/src/operation/([a-z0-9_]+)\.rs")
# Parts of a transaction: DynamoDB checks the permission of each part, not of the transaction.
TRANSACTION_PART = re.compile(
    rb"table_name was not specified but it is required when building (Put|Delete|Update|Cond)"
)

# IAM prefixes of SDK crates whose names differ.
SERVICES = {
    "bedrockruntime": "bedrock",
    "cognitoidentityprovider": "cognito-idp",
    "cognitoidentity": "cognito-identity",
    "dynamodb": "dynamodb",
    "s3": "s3",
    "secretsmanager": "secretsmanager",
    "sfn": "states",
}
# Operations whose IAM action has another name.
RIGHTS = {
    "bedrock:ConverseStream": {"bedrock:InvokeModelWithResponseStream"},
    "s3:CopyObject": {"s3:GetObject", "s3:PutObject"},
    "s3:DeleteObjects": {"s3:DeleteObject"},
    "s3:ListObjectsV2": {"s3:ListBucket"},
    "dynamodb:TransactWriteItems": set(),
}
PARTS = {
    b"Put": "dynamodb:PutItem",
    b"Delete": "dynamodb:DeleteItem",
    b"Update": "dynamodb:UpdateItem",
    b"Cond": "dynamodb:ConditionCheckItem",
}
# Operations that the SDK contains for features that Zest does not use: assumed roles and S3 Express.
OF_THE_SDK = {"sts:AssumeRole", "sts:AssumeRoleWithWebIdentity", "s3:CreateSession"}

# Requests signed in lambdas/aws: text unique to their code, service, and actions.
SIGNED = {
    b"Textract.DetectDocumentText": ("textract", {"textract:DetectDocumentText"}),
    b"mutation Publish(": ("appsync", {"appsync:GraphQL"}),
    b"mutation PublishCredits(": ("appsync", {"appsync:GraphQL"}),
    b"mutation PublishPart(": ("appsync", {"appsync:GraphQL"}),
    b"x-amz-invocation-type": ("lambda", {"lambda:InvokeFunction"}),
    b"AWSCognitoIdentityService.DeleteIdentities": ("cognito-identity", {"cognito-identity:DeleteIdentities"}),
}
# The signer of an upload form needs the permissions that the form grants.
UPLOAD_FORM = (b"<Tagging><TagSet>", {"s3:PutObject", "s3:PutObjectTagging"})
# A put with this tag needs the tagging permission.
TAGGED_PUT = (b"use=none", {"s3:PutObjectTagging"})

# Permissions that Lambda uses on the function's behalf: events that failed go to a queue.
OF_LAMBDA = {name: {"sqs:SendMessage"} for name in ("FnAgent", "FnPublish", "FnPublishCredits", "FnSettle")}


def pascal(name: str) -> str:
    """Returns the name of an operation in PascalCase."""
    return "".join(part.capitalize() for part in name.split("_"))


def callable_from(code: bytes) -> set[str]:
    """Returns the IAM actions that a program may need."""
    operations = {(service.decode(), operation.decode()) for service, operation in OPERATION.findall(code)}
    called = {f"{SERVICES.get(service, service)}:{pascal(operation)}" for service, operation in operations}
    rights = set()
    for operation in called - OF_THE_SDK:
        rights |= RIGHTS.get(operation, {operation})
    if "dynamodb:TransactWriteItems" in called:
        rights |= {PARTS[part] for part in TRANSACTION_PART.findall(code)}
    for text, (_, signed) in SIGNED.items():
        rights |= signed if text in code else set()
    rights |= UPLOAD_FORM[1] if UPLOAD_FORM[0] in code else set()
    if "s3:PutObject" in called and TAGGED_PUT[0] in code:
        rights |= TAGGED_PUT[1]
    return rights


def granted(function: str) -> set[str]:
    """Returns the actions that a function's role allows, also under a condition."""
    statements = granted_to(function)
    for body in RESOURCES.values():
        if body["Type"] == "AWS::IAM::Policy" and {"Ref": f"{function}Role"} in body["Properties"]["Roles"]:
            statements = statements + policy_statements(body)
    return {action for statement in statements for action in many(statement["Action"])}


def binary_of(name: str) -> str:
    """Returns the name of a function's binary."""
    return FUNCTIONS[name]["Properties"]["CodeUri"].rstrip("/").rsplit("/", 1)[1]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_function_permissions_equal_its_possible_calls(name: str):
    needed = callable_from(binary(binary_of(name), "dev").read_bytes())
    allowed = granted(name) - OF_LAMBDA.get(name, set())
    assert {"called, not granted": needed - allowed, "granted, not called": allowed - needed} == {
        "called, not granted": set(),
        "granted, not called": set(),
    }


# Paths in panic messages, which the linker keeps with a crate's code.
HTTP_CLIENT = re.compile(rb"/reqwest-[0-9]")
DECODERS = re.compile(rb"/(?:image|hayro|zip)-[0-9]")


def functions_with(code: re.Pattern[bytes]) -> set[str]:
    """Returns the functions whose binaries contain a match."""
    return {name for name in FUNCTIONS if code.search(binary(binary_of(name), "dev").read_bytes())}


def test_only_functions_that_fetch_contain_the_http_client():
    assert functions_with(HTTP_CLIENT) == {"FnExtractRecipe", "FnFetch", "FnGrocery", "FnPicture", "FnReadAgain"}


def test_only_functions_that_open_uploads_or_photos_contain_decoders():
    assert functions_with(DECODERS) == {"FnRead", "FnReadFile", "FnOwnPicture", "FnPicture"}


def test_every_service_called_without_sdk_is_listed():
    sources = "\n".join(file.read_text() for file in (REPOSITORY / "lambdas/aws/src").rglob("*.rs"))
    signed = set(re.findall(r'SignedService::(?:new|regional)\(\s*\w+,\s*"([a-z-]+)"', sources))
    assert signed
    assert signed <= {service for service, _ in SIGNED.values()}


def test_calls_are_extracted_from_a_binary():
    code = (
        b"/aws-sdk-dynamodb-1.136.0/src/operation/transact_write_items.rs"
        b"table_name was not specified but it is required when building Deletesomething else"
        b"/aws-sdk-s3-1.157.0/src/operation/copy_object.rs/aws-sdk-s3-1.157.0/src/operation/create_session.rs"
        b"/aws-sdk-unheard-1.0.0/src/operation/do_it.rs"
    )
    assert callable_from(code) == {"dynamodb:DeleteItem", "s3:GetObject", "s3:PutObject", "unheard:DoIt"}
