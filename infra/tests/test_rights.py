"""What each function can call on AWS, and what its role allows: a call without a right and a right without a call both
fail.

What a function can call is read from its binary. The linker drops what cannot be reached from `main`, so the operations
of the SDK whose code is still there are those that the function can make, through however many crates and traits.
"""

import re

import pytest
from support.template import FUNCTIONS, RESOURCES, granted_to, many, policy_statements
from zest_local.build import binary
from zest_local.places import REPOSITORY

# The SDK names an operation's source file in the operation's own log lines.
OPERATION = re.compile(rb"aws-sdk-([a-z0-9]+)-[0-9][0-9.]*/src/operation/([a-z0-9_]+)\.rs")
# What a transaction can hold: DynamoDB asks for the right to each part, and for none to the transaction.
TRANSACTION_PART = re.compile(
    rb"table_name was not specified but it is required when building (Put|Delete|Update|Cond)"
)

# How policies name the services of these SDK crates.
SERVICES = {
    "bedrockruntime": "bedrock",
    "cognitoidentityprovider": "cognito-idp",
    "cognitoidentity": "cognito-identity",
    "dynamodb": "dynamodb",
    "s3": "s3",
    "secretsmanager": "secretsmanager",
    "sfn": "states",
}
# Operations of which the right has another name.
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
# The SDK's own, none of which a function of ours is led to: credentials that are not a role's, buckets of S3 Express.
OF_THE_SDK = {"sts:AssumeRole", "sts:AssumeRoleWithWebIdentity", "s3:CreateSession"}

# Requests that lambdas/aws signs itself: the text that only such a request's code has, its service, its rights.
SIGNED = {
    b"Textract.DetectDocumentText": ("textract", {"textract:DetectDocumentText"}),
    b"mutation Publish(": ("appsync", {"appsync:GraphQL"}),
    b"mutation PublishCredits(": ("appsync", {"appsync:GraphQL"}),
    b"mutation PublishPart(": ("appsync", {"appsync:GraphQL"}),
    b"x-amz-invocation-type": ("lambda", {"lambda:InvokeFunction"}),
    b"AWSCognitoIdentityService.DeleteIdentities": ("cognito-identity", {"cognito-identity:DeleteIdentities"}),
}
# Whoever signs an upload's form must have the rights that it gives.
UPLOAD_FORM = (b"<Tagging><TagSet>", {"s3:PutObject", "s3:PutObjectTagging"})
# A put with this tag sets it.
TAGGED_PUT = (b"use=none", {"s3:PutObjectTagging"})

# Rights that Lambda uses in the function's name: what the stream gave up on goes to the queue.
OF_LAMBDA = {name: {"sqs:SendMessage"} for name in ("FnAgent", "FnPublish", "FnPublishCredits", "FnSettle")}


def pascal(name: str) -> str:
    """The name of an operation, as its service has it."""
    return "".join(part.capitalize() for part in name.split("_"))


def callable_from(code: bytes) -> set[str]:
    """The rights that a program can need."""
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
    """The actions of a function's role, those of its condition among them."""
    statements = granted_to(function)
    for body in RESOURCES.values():
        if body["Type"] == "AWS::IAM::Policy" and {"Ref": f"{function}Role"} in body["Properties"]["Roles"]:
            statements = statements + policy_statements(body)
    return {action for statement in statements for action in many(statement["Action"])}


def binary_of(name: str) -> str:
    """The binary of a function of the template."""
    return FUNCTIONS[name]["Properties"]["CodeUri"].rstrip("/").rsplit("/", 1)[1]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_may_do_what_it_can_call_and_nothing_else(name: str):
    needed = callable_from(binary(binary_of(name), "dev").read_bytes())
    allowed = granted(name) - OF_LAMBDA.get(name, set())
    assert {"called, not granted": needed - allowed, "granted, not called": allowed - needed} == {
        "called, not granted": set(),
        "granted, not called": set(),
    }


# Paths of panic messages: the linker keeps them with the code of a crate.
HTTP_CLIENT = re.compile(rb"/reqwest-[0-9]")
DECODERS = re.compile(rb"/(?:image|hayro|zip)-[0-9]")


def functions_with(code: re.Pattern[bytes]) -> set[str]:
    """The functions whose binaries contain this code."""
    return {name for name in FUNCTIONS if code.search(binary(binary_of(name), "dev").read_bytes())}


def test_only_functions_that_fetch_contain_the_http_client():
    assert functions_with(HTTP_CLIENT) == {"FnFetch", "FnGrocery", "FnPicture", "FnReadAgain"}


def test_only_functions_that_open_uploads_contain_decoders():
    assert functions_with(DECODERS) == {"FnRead", "FnOwnPicture"}


def test_every_service_that_is_called_without_its_sdk_is_looked_for():
    sources = "\n".join(file.read_text() for file in (REPOSITORY / "lambdas/aws/src").rglob("*.rs"))
    signed = set(re.findall(r'SignedService::(?:new|regional)\(\s*\w+,\s*"([a-z-]+)"', sources))
    assert signed
    assert signed <= {service for service, _ in SIGNED.values()}


def test_a_program_is_read_for_all_that_it_can_call():
    code = (
        b"/aws-sdk-dynamodb-1.136.0/src/operation/transact_write_items.rs"
        b"table_name was not specified but it is required when building Deletesomething else"
        b"/aws-sdk-s3-1.157.0/src/operation/copy_object.rs/aws-sdk-s3-1.157.0/src/operation/create_session.rs"
        b"/aws-sdk-unheard-1.0.0/src/operation/do_it.rs"
    )
    assert callable_from(code) == {"dynamodb:DeleteItem", "s3:GetObject", "s3:PutObject", "unheard:DoIt"}
