"""Compares the deployment on the local cloud with template.yaml. Properties that the emulator drops silently are
listed, so that changes in either direction are noticed.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest
from support.template import FUNCTIONS, granted_to, in_stage, many, properties
from support.zest import Zest

Seen = tuple[Any, Any]

# Properties that ministack 1.5.33 does not apply; AWS does.
DROPPED = {
    "Recipes: time to live",
    "Recipes: point-in-time recovery",
    "Recipes: encryption with a managed key",
    "Ledger: point-in-time recovery",
    "Ledger: encryption with a managed key",
    "Conversations: time to live",
    "Conversations: point-in-time recovery",
    "Conversations: encryption with a managed key",
    "Feedback: time to live",
    "Feedback: point-in-time recovery",
    "Feedback: encryption with a managed key",
    "SharedLists: time to live",
    "SharedLists: point-in-time recovery",
    "SharedLists: encryption with a managed key",
    "Work: lifecycle",
    "Media: lifecycle",
    "Uploads: lifecycle",
    "RecipeProcessing: logging",
    "RecipeProcessing: tracing",
    "RecipePostProcessing: logging",
    "RecipePostProcessing: tracing",
}


def table(zest: Zest, name: str) -> dict[str, Any]:
    found: dict[str, Any] = zest.client("dynamodb").describe_table(TableName=zest.outputs[f"{name}Table"])["Table"]
    return found


def recovery(name: str) -> Callable[[Zest], Seen]:
    def seen(zest: Zest) -> Seen:
        backups = zest.client("dynamodb").describe_continuous_backups(TableName=zest.outputs[f"{name}Table"])
        status = backups["ContinuousBackupsDescription"]["PointInTimeRecoveryDescription"]["PointInTimeRecoveryStatus"]
        wanted = properties(name)["PointInTimeRecoverySpecification"]["PointInTimeRecoveryEnabled"]
        return wanted, status == "ENABLED"

    return seen


def encryption_of_table(name: str) -> Callable[[Zest], Seen]:
    def seen(zest: Zest) -> Seen:
        return properties(name)["SSESpecification"]["SSEEnabled"], "SSEDescription" in table(zest, name)

    return seen


def time_to_live(name: str) -> Callable[[Zest], Seen]:
    def seen(zest: Zest) -> Seen:
        found = zest.client("dynamodb").describe_time_to_live(TableName=zest.outputs[f"{name}Table"])
        wanted = properties(name).get("TimeToLiveSpecification", {}).get("AttributeName")
        return wanted, found["TimeToLiveDescription"].get("AttributeName")

    return seen


def keys(name: str) -> Callable[[Zest], Seen]:
    def seen(zest: Zest) -> Seen:
        return properties(name)["KeySchema"], table(zest, name)["KeySchema"]

    return seen


def indexes(name: str) -> Callable[[Zest], Seen]:
    def seen(zest: Zest) -> Seen:
        parts = ("IndexName", "KeySchema", "Projection")
        found = table(zest, name)["GlobalSecondaryIndexes"]
        return properties(name)["GlobalSecondaryIndexes"], [{part: index[part] for part in parts} for index in found]

    return seen


def stream(zest: Zest) -> Seen:
    return properties("Recipes")["StreamSpecification"]["StreamViewType"], table(zest, "Recipes")[
        "StreamSpecification"
    ]["StreamViewType"]


def billing(name: str) -> Callable[[Zest], Seen]:
    def seen(zest: Zest) -> Seen:
        return properties(name)["BillingMode"], table(zest, name)["BillingModeSummary"]["BillingMode"]

    return seen


def bucket(zest: Zest, name: str) -> str:
    return zest.outputs[f"{name}Bucket"]


def lifecycle(name: str) -> Callable[[Zest], Seen]:
    def seen(zest: Zest) -> Seen:
        s3 = zest.client("s3")
        try:
            rules = s3.get_bucket_lifecycle_configuration(Bucket=bucket(zest, name))["Rules"]
        except s3.exceptions.ClientError as error:
            assert error.response["Error"]["Code"] == "NoSuchLifecycleConfiguration"
            rules = []
        wanted = {rule["Id"] for rule in properties(name)["LifecycleConfiguration"]["Rules"]}
        return wanted, {rule["ID"] for rule in rules}

    return seen


def encrypted(name: str) -> Callable[[Zest], Seen]:
    def seen(zest: Zest) -> Seen:
        found = zest.client("s3").get_bucket_encryption(Bucket=bucket(zest, name))
        [rule] = found["ServerSideEncryptionConfiguration"]["Rules"]
        [wanted] = properties(name)["BucketEncryption"]["ServerSideEncryptionConfiguration"]
        return wanted["ServerSideEncryptionByDefault"], rule["ApplyServerSideEncryptionByDefault"]

    return seen


def private(name: str) -> Callable[[Zest], Seen]:
    def seen(zest: Zest) -> Seen:
        found = zest.client("s3").get_public_access_block(Bucket=bucket(zest, name))
        return properties(name)["PublicAccessBlockConfiguration"], found["PublicAccessBlockConfiguration"]

    return seen


def machine(name: str, key: str, written: str) -> Callable[[Zest], Seen]:
    def seen(zest: Zest) -> Seen:
        arn = zest.outputs["ProcessingArn" if name == "RecipeProcessing" else "PostProcessingArn"]
        found = zest.client("stepfunctions").describe_state_machine(stateMachineArn=arn)
        return written in properties(name), bool(found.get(key))

    return seen


def queue(zest: Zest) -> Seen:
    url = zest.function("UnpublishedChanges")
    found = zest.client("sqs").get_queue_attributes(QueueUrl=url, AttributeNames=["All"])["Attributes"]
    wanted = properties("UnpublishedChanges")
    return (str(wanted["MessageRetentionPeriod"]), str(wanted["SqsManagedSseEnabled"]).lower()), (
        found["MessageRetentionPeriod"],
        found["SqsManagedSseEnabled"],
    )


def mapping(zest: Zest) -> Seen:
    wanted = properties("FnPublish")["Events"]["Changes"]["Properties"]
    [found] = zest.client("lambda").list_event_source_mappings(FunctionName=zest.function("FnPublish"))[
        "EventSourceMappings"
    ]
    names = ("BatchSize", "BisectBatchOnFunctionError", "MaximumRetryAttempts", "MaximumRecordAgeInSeconds")
    seen = {name: found[name] for name in names}
    seen["FilterCriteria"], seen["queue"] = found["FilterCriteria"], bool(found["DestinationConfig"]["OnFailure"])
    return {name: wanted[name] for name in (*names, "FilterCriteria")} | {"queue": True}, seen


def api(zest: Zest) -> Seen:
    found = zest.client("appsync").get_graphql_api(apiId=zest.outputs["ApiId"])["graphqlApi"]
    wanted = properties("Api")
    return (
        wanted["AuthenticationType"],
        wanted["LambdaAuthorizerConfig"]["IdentityValidationExpression"],
        [mode["AuthenticationType"] for mode in wanted["AdditionalAuthenticationProviders"]],
        wanted["QueryDepthLimit"],
        wanted["ResolverCountLimit"],
        wanted["IntrospectionConfig"],
    ), (
        found["authenticationType"],
        found["lambdaAuthorizerConfig"]["identityValidationExpression"],
        [mode["authenticationType"] for mode in found["additionalAuthenticationProviders"]],
        found["queryDepthLimit"],
        found["resolverCountLimit"],
        found["introspectionConfig"],
    )


def guests(zest: Zest) -> Seen:
    found = zest.client("cognito-identity").describe_identity_pool(IdentityPoolId=zest.outputs["IdentityPoolId"])
    names = ("AllowUnauthenticatedIdentities", "AllowClassicFlow")
    return [properties("IdentityPool")[name] for name in names], [found[name] for name in names]


def passwords(zest: Zest) -> Seen:
    found = zest.client("cognito-idp").describe_user_pool(UserPoolId=zest.outputs["UserPoolId"])["UserPool"]
    return properties("UserPool")["Policies"], found["Policies"]


def schedule(zest: Zest) -> Seen:
    rules = zest.client("events").list_rules()["Rules"]
    events = [event for body in FUNCTIONS.values() for event in body["Properties"].get("Events", {}).values()]
    wanted = {event["Properties"]["Schedule"] for event in events if event["Type"] == "Schedule"}
    return wanted, {rule["ScheduleExpression"] for rule in rules if "ScheduleExpression" in rule}


CHECKED: dict[str, Callable[[Zest], Seen]] = {
    "Recipes: stream": stream,
    **{f"{name}: time to live": time_to_live(name) for name in ("Recipes", "Feedback", "SharedLists", "Conversations")},
    **{
        f"{name}: {what}": seen(name)
        for name in ("Recipes", "Ledger", "Feedback", "SharedLists", "Conversations")
        for what, seen in (
            ("keys", keys),
            ("indexes", indexes),
            ("billing", billing),
            ("point-in-time recovery", recovery),
            ("encryption with a managed key", encryption_of_table),
        )
    },
    **{f"{name}: encryption": encrypted(name) for name in ("Work", "Media", "Site", "Uploads")},
    **{f"{name}: no public access": private(name) for name in ("Work", "Media", "Site", "Uploads")},
    **{f"{name}: lifecycle": lifecycle(name) for name in ("Work", "Media", "Uploads")},
    **{
        f"{name}: {what}": machine(name, key, written)
        for name in ("RecipeProcessing", "RecipePostProcessing")
        for what, key, written in (
            ("logging", "loggingConfiguration", "Logging"),
            ("tracing", "tracingConfiguration", "Tracing"),
        )
    },
    "UnpublishedChanges: retention and encryption": queue,
    "FnPublish: stream mapping": mapping,
    "Api: modes and limits": api,
    "IdentityPool: guests": guests,
    "UserPool: passwords": passwords,
    "all functions: schedules": schedule,
}


@pytest.mark.parametrize("name", CHECKED)
def test_property_is_deployed_or_listed_as_dropped(zest: Zest, name: str):
    wanted, deployed = CHECKED[name](zest)
    if name in DROPPED:
        assert wanted != deployed, f"the local cloud now applies {name!r}: take it off the list of what it drops"
    else:
        assert wanted == deployed, f"the local cloud does not apply {name!r} (any more): fix it, or list it as dropped"


def test_every_dropped_property_is_compared():
    assert set(CHECKED) >= DROPPED


def test_every_template_resource_is_deployed(zest: Zest):
    pages = zest.client("cloudformation").get_paginator("list_stack_resources")
    found = {
        resource["LogicalResourceId"]
        for page in pages.paginate(StackName="zest-local")
        for resource in page["StackResourceSummaries"]
    }
    # The parameters the launcher deploys with.
    assert set(in_stage("local", TextRecognition="tesseract")) <= found


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_is_deployed_as_written(zest: Zest, name: str):
    found = zest.client("lambda").get_function_configuration(FunctionName=zest.function(name))
    wanted = properties(name)
    assert (found["Timeout"], found["MemorySize"]) == (wanted["Timeout"], wanted["MemorySize"])
    assert found["LoggingConfig"]["LogGroup"] == zest.function(f"{name}Logs")
    assert set(found["Environment"]["Variables"]) == {"LOG_LEVEL", *wanted.get("Environment", {}).get("Variables", {})}
    assert all(found["Environment"]["Variables"].values())


@pytest.mark.parametrize("name", FUNCTIONS)
def test_function_role_is_deployed_without_wildcard_resources(zest: Zest, name: str):
    iam, role = zest.client("iam"), zest.function(f"{name}Role")
    granted = [
        statement
        for policy in iam.list_role_policies(RoleName=role)["PolicyNames"]
        for statement in document(iam.get_role_policy(RoleName=role, PolicyName=policy))["Statement"]
    ]
    wanted = granted_to(name)
    # Compared as sets: SAM grants fn-publish its failure queue twice.
    assert actions(granted) == actions(wanted)
    for statement in granted:
        for resource in many(statement["Resource"]):
            # This action has no resource-level permissions.
            if resource == "*" and many(statement["Action"]) == ["cognito-identity:DeleteIdentities"]:
                continue
            assert resource.startswith("arn:aws:"), f"{name} is granted something that is no ARN: {resource}"
            assert "*" not in resource or resource.endswith(("/*", ":*"))
    attached = iam.list_attached_role_policies(RoleName=role)["AttachedPolicies"]
    assert {policy["PolicyName"] for policy in attached} <= {
        "AWSLambdaBasicExecutionRole",
        "AWSXRayDaemonWriteAccess",
        "AWSXrayWriteOnlyAccess",
        "AWSLambdaDynamoDBExecutionRole",
    }


def actions(statements: list[dict[str, Any]]) -> set[str]:
    return {action for statement in statements for action in many(statement["Action"])}


def document(answer: dict[str, Any]) -> dict[str, Any]:
    found = answer["PolicyDocument"]
    return found if isinstance(found, dict) else dict(json.loads(found))
