"""Static checks of template.yaml and the state machines: lint, names, alarms, permissions, local-only parts."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.machines import tasks
from support.template import (
    FUNCTIONS,
    MACHINES,
    RESOURCES,
    TEMPLATE,
    granted_to,
    in_stage,
    many,
    policy_statements,
    properties,
    statements,
)
from zest_local import template
from zest_local.places import FUNCTION_BINARIES, REPOSITORY

KITCHEN = "http://localhost:3000/demo/"
GATEWAY = "http://localhost:3000/graphql"
STAND_IN = "http://127.0.0.1:4242"
READS_THE_KITCHEN = {"FnFetch", "FnPicture", "FnGraphql", "FnReadAgain", "FnExtractRecipe", "FnMcp"}

# Actions Step Functions needs for logging; like DeleteIdentities they have no resource-level permissions.
LOG_DELIVERY = {
    "logs:CreateLogDelivery",
    "logs:GetLogDelivery",
    "logs:UpdateLogDelivery",
    "logs:DeleteLogDelivery",
    "logs:ListLogDeliveries",
    "logs:PutResourcePolicy",
    "logs:DescribeResourcePolicies",
    "logs:DescribeLogGroups",
}


# Transient errors according to https://docs.aws.amazon.com/step-functions/latest/dg/sfn-best-practices.html
TRANSIENT = {
    "Busy",
    "Lambda.TooManyRequestsException",
    "Lambda.ServiceException",
    "Lambda.AWSLambdaException",
    "Lambda.SdkClientException",
    "Lambda.ClientExecutionTimeoutException",
    "Runtime.ExitError",
    "Lambda.Unknown",
}


def kebab(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


def test_cfn_lint_reports_nothing():
    tool = Path(sys.executable).parent / "cfn-lint"
    done = subprocess.run(
        [str(tool), "--format", "parseable", str(REPOSITORY / "template.yaml")],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_every_function_has_a_binary_of_its_name():
    binaries = {file.stem for file in FUNCTION_BINARIES.glob("*.rs")}
    assert binaries == {kebab(name) for name in FUNCTIONS}
    for name in FUNCTIONS:
        assert properties(name)["CodeUri"] == f"target/lambda/{kebab(name)}/"
        # Otherwise `sam build` would look for a Makefile in that folder.
        assert RESOURCES[name]["Metadata"] == {"SkipBuild": True}


# Timeouts above 60 seconds. The audit runs at night. FnAgent has two minutes (`agent::Limits`), then it stores.
LONGEST = {"FnAuditCredits": 900, "FnAgent": 150, "FnAssist": 90}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_function_has_log_group_and_timeout(name: str):
    function, logs = properties(name), properties(f"{name}Logs")
    assert function["LoggingConfig"] == {"LogGroup": {"Ref": f"{name}Logs"}}
    assert logs["LogGroupName"] == {"Fn::Sub": f"/zest/${{Stage}}/{kebab(name)}"}
    assert logs["RetentionInDays"] > 0
    assert 0 < function["Timeout"] <= LONGEST.get(name, 60)


@pytest.mark.parametrize("name", MACHINES)
def test_a_state_machine_has_a_log_group_and_alarms(name: str):
    [destination] = properties(name)["Logging"]["Destinations"]
    logs = destination["CloudWatchLogsLogGroup"]["LogGroupArn"]["Fn::GetAtt"][0]
    assert RESOURCES[logs]["Type"] == "AWS::Logs::LogGroup"
    alarm = properties(f"{name}Failures")
    watched = [one["MetricStat"]["Metric"] for one in alarm["Metrics"] if "MetricStat" in one]
    assert [metric["MetricName"] for metric in watched] == ["ExecutionsFailed", "ExecutionsTimedOut"]
    assert {metric["Namespace"] for metric in watched} == {"AWS/States"}
    assert all(metric["Dimensions"] == [{"Name": "StateMachineArn", "Value": {"Ref": name}}] for metric in watched)
    assert (alarm["Threshold"], alarm["Metrics"][0]["Expression"]) == (1, "SUM(METRICS())")
    assert alarm["AlarmActions"] == [{"Ref": "Alarms"}]


@pytest.mark.parametrize("name", MACHINES)
def test_every_task_has_a_timeout_retries_and_a_catch(name: str):
    definition = json.loads((REPOSITORY / properties(name)["DefinitionUri"]).read_text())
    assert definition["TimeoutSeconds"] <= 300
    substitutions = properties(name)["DefinitionSubstitutions"]
    used = set()
    for task_name, task in tasks(definition).items():
        [placeholder] = re.findall(r"\$\{(\w+)\}", task["Parameters"]["FunctionName"])
        used.add(placeholder)
        # The function times out first, so that its own error is reported.
        for function in functions_of(substitutions[placeholder]):
            assert task["TimeoutSeconds"] > properties(function)["Timeout"], task_name
        transient = [error for retry in task["Retry"] for error in retry["ErrorEquals"]]
        # Step Functions uses the first retry entry that names an error.
        assert len(transient) == len(set(transient)), task_name
        assert set(transient) >= TRANSIENT, task_name
        assert all(retry["JitterStrategy"] == "FULL" and retry["BackoffRate"] > 1 for retry in task["Retry"])
        assert task["Catch"], task_name
        assert "States.ALL" not in transient, task_name
    assert used | {"Partition"} == set(substitutions)


def functions_of(arn: dict) -> list[str]:
    """Returns the functions that an ARN names; for an !If, the functions of both branches."""
    if "Fn::If" in arn:
        return [name for one in arn["Fn::If"][1:] for name in functions_of(one)]
    if "Ref" in arn:
        return [arn["Ref"].removesuffix(".Alias")]
    return [arn["Fn::GetAtt"][0]]


def test_uncaught_state_errors_lead_to_fail():
    definition = json.loads((REPOSITORY / "statemachines/recipe-processing.asl.json").read_text())
    for name, task in tasks(definition).items():
        targets = {error: catch["Next"] for catch in task["Catch"] for error in catch["ErrorEquals"]}
        assert targets["Superseded"] == "Superseded"
        assert name == "Fail" or targets["States.ALL"] == "Fail"


@pytest.mark.parametrize(("stage", "mode"), [("local", "test"), ("dev", "test"), ("prod", "live")])
def test_stripe_is_live_in_prod_and_the_stand_in_is_local_only(stage: str, mode: str):
    resources = in_stage(stage, LocalStripe=STAND_IN, LocalOrigin="http://localhost:3000")
    told = {name for name, body in resources.items() if STAND_IN in json.dumps(body)}
    pays = {name for name, body in resources.items() if "PAYMENT_MODE" in json.dumps(body)}
    assert pays >= {"FnPayments", "FnStripeWebhook"}
    assert told == (pays if stage == "local" else set())
    for name in pays:
        assert resources[name]["Properties"]["Environment"]["Variables"]["PAYMENT_MODE"] == mode


@pytest.mark.parametrize("stage", ["local", "dev", "prod"])
def test_grocery_stand_in_is_local_only(stage: str):
    for chosen in TEMPLATE["Parameters"]["GroceryPartner"]["AllowedValues"]:
        resources = in_stage(stage, LocalInstacart=STAND_IN, GroceryPartner=chosen)
        told = {name for name, body in resources.items() if STAND_IN in json.dumps(body)}
        assert told == ({"FnGrocery"} if stage == "local" else set())
        partner = resources["FnGrocery"]["Properties"]["Environment"]["Variables"]["GROCERY_PARTNER"]
        assert partner == (STAND_IN if stage == "local" else chosen)


@pytest.mark.parametrize("stage", ["local", "dev", "prod"])
def test_model_stand_in_is_local_only_and_functions_use_one_profile(stage: str):
    resources = in_stage(stage, LocalBedrock=STAND_IN, BedrockModelId="us.someone.model-v1:0")
    told = {name for name, body in resources.items() if STAND_IN in json.dumps(body)}
    asking = {name for name, body in resources.items() if "BEDROCK_MODEL_ID" in json.dumps(body)}
    assert asking == {"FnAgent", "FnAssist", "FnPropose"} and told == (asking if stage == "local" else set())
    for name in asking:
        statements = [one for one in granted_to(name) if "bedrock:InvokeModelWithResponseStream" in many(one["Action"])]
        assert statements, name
        for statement in statements:
            # A statement for all models requires the one inference profile.
            assert "Condition" in statement or "foundation-model/*" not in json.dumps(statement), name


def test_assistant_is_enabled_where_a_model_exists():
    for model, told in (("us.someone.model-v1:0", "on"), ("", "")):
        resources = in_stage("prod", BedrockModelId=model)
        assert resources["FnGraphql"]["Properties"]["Environment"]["Variables"]["ASSISTANT"] == told


def test_edge_proof_header_is_sent_by_the_distribution_only():
    proof = properties("FnGrocery")["Environment"]["Variables"]["EDGE_PROOF"]
    origins = properties("Cdn")["DistributionConfig"]["Origins"]
    shown = {origin["Id"]: origin["OriginCustomHeaders"] for origin in origins if "OriginCustomHeaders" in origin}
    header = {"HeaderName": "x-zest-edge", "HeaderValue": proof}
    assert shown == {"instacart-api": [header], "recipe-agent-api": [header], "programs-api": [header]}
    for name in ("FnPropose", "FnExtractRecipe", "FnMcp"):
        assert properties(name)["Environment"]["Variables"]["EDGE_PROOF"] == proof
    # The UUID of the stack id, which is not in the outputs.
    assert proof == {"Fn::Select": [2, {"Fn::Split": ["/", {"Ref": "AWS::StackId"}]}]}
    assert "StackId" not in json.dumps(TEMPLATE["Outputs"])


def test_every_rest_method_but_the_listed_requires_a_member():
    routes = template.rest_routes(template.load())
    open_to_all = {(route["method"], route["path"]) for route in routes if not route["membersOnly"]}
    # Grocery and propose functions verify owner tokens themselves, since guests have those as well; functions for
    # programs verify personal tokens.
    assert open_to_all == {
        ("GET", "/payment/packages"),
        ("POST", "/payment/webhook"),
        ("POST", "/instacart/generate-url"),
        ("POST", "/agent/propose"),
        ("POST", "/extract"),
        *((method, "/mcp") for method in ("POST", "GET", "DELETE")),
        # Public.
        ("GET", "/recipe-page/index.html"),
    }
    for name, body in RESOURCES.items():
        if body["Type"] == "AWS::Serverless::Api":
            properties = body["Properties"]
            assert (properties["StageName"], "$context.path" in str(properties["AccessLogSetting"])) == ("api", False)
            assert all("identity" not in str(log) for log in [properties["AccessLogSetting"]]), name


@pytest.mark.parametrize("stage", ["dev", "prod"])
def test_demo_kitchen_is_local_only(stage: str):
    resources = in_stage(stage, DemoKitchen=KITCHEN, LocalGraphqlEndpoint=GATEWAY)
    assert "localhost" not in json.dumps(resources)
    for name in READS_THE_KITCHEN:
        assert resources[name]["Properties"]["Environment"]["Variables"]["DEMO_KITCHEN"] == ""
    assert {"ApiFirewall", "ApiFirewallAssociation"} <= set(resources)


PUBLISHERS = {"FnAgent", "FnPublish", "FnPublishCredits"}


def test_demo_kitchen_variable_is_set_for_its_readers_only():
    resources = in_stage("local", DemoKitchen=KITCHEN, LocalGraphqlEndpoint=GATEWAY)
    assert {name for name, body in resources.items() if KITCHEN in json.dumps(body)} == READS_THE_KITCHEN
    assert {name for name, body in resources.items() if GATEWAY in json.dumps(body)} == PUBLISHERS
    assert "ApiFirewall" not in resources


def test_no_policy_grants_wildcard_resources():
    for name, body in RESOURCES.items():
        for statement in statements(body) + (policy_statements(body) if body["Type"] == "AWS::IAM::Policy" else []):
            actions = set(many(statement["Action"]))
            assert not any("*" in action for action in actions), name
            if "*" in many(statement["Resource"]):
                knowing_no_resource = ({"cognito-identity:DeleteIdentities"}, {"textract:DetectDocumentText"})
                assert actions in (LOG_DELIVERY, *knowing_no_resource), name


def rows(kinds: str) -> dict:
    """Returns the condition that limits a statement to rows with these key prefixes."""
    return {"ForAllValues:StringLike": {"dynamodb:LeadingKeys": [f"{kind}#*" for kind in kinds]}}


# R: recipe, O: list, N: owner state, P: upload, L: counter. None may read U, the identities of members.
@pytest.mark.parametrize(
    ("name", "kinds"), [("FnFetch", "R"), ("FnRead", "RONP"), ("FnExtract", "RONP"), ("FnOwnPicture", "RONPL")]
)
def test_functions_reading_foreign_bytes_reach_only_their_rows(name: str, kinds: str):
    table = {"Fn::GetAtt": ["Recipes", "Arn"]}
    conditions = [one.get("Condition") for one in granted_to(name) if table in many(one["Resource"])]
    assert conditions == [rows(kinds)]


def test_functions_reading_the_internet_have_minimal_permissions():
    table, work, media = (
        {"Fn::GetAtt": ["Recipes", "Arn"]},
        {"Fn::Sub": "${Work.Arn}/work/*"},
        {"Fn::Sub": "${Media.Arn}/media/*"},
    )
    assert statements(RESOURCES["FnFetch"]) == [
        {"Effect": "Allow", "Action": "dynamodb:GetItem", "Resource": table, "Condition": rows("R")},
        {"Effect": "Allow", "Action": "s3:PutObject", "Resource": work},
    ]
    assert statements(RESOURCES["FnPicture"]) == [
        {"Effect": "Allow", "Action": "s3:GetObject", "Resource": work},
        {"Effect": "Allow", "Action": "s3:PutObject", "Resource": media},
    ]
    changes = {"dynamodb:UpdateItem", "dynamodb:PutItem", "dynamodb:DeleteItem"}
    for statement in statements(RESOURCES["FnReadAgain"]):
        assert not statement["Action"].startswith("s3:")
        if statement["Action"] in changes:
            assert statement["Condition"] == {"ForAllValues:StringLike": {"dynamodb:LeadingKeys": ["L#*"]}}


def test_no_page_sets_an_opener_policy():
    """The bookmarklet communicates with its opener, which any Cross-Origin-Opener-Policy prevents."""
    policies = [part for part in RESOURCES.values() if part["Type"] == "AWS::CloudFront::ResponseHeadersPolicy"]
    assert policies and "cross-origin-opener-policy" not in json.dumps(policies).lower()


def test_functions_reading_uploads_have_minimal_permissions():
    granted = {
        (action, json.dumps(resource))
        for statement in statements(RESOURCES["FnRead"])
        for action in many(statement["Action"])
        for resource in many(statement["Resource"])
    }
    table, work = json.dumps({"Fn::GetAtt": ["Recipes", "Arn"]}), json.dumps({"Fn::Sub": "${Work.Arn}/work/*"})
    folders = [f"${{Uploads.Arn}}/{kind}-submissions/*" for kind in ("picture", "file", "page")]
    wanted = {(f"dynamodb:{action}", table) for action in ("GetItem", "PutItem", "ConditionCheckItem", "Query")}
    wanted |= {(f"s3:{action}", work) for action in ("GetObject", "PutObject", "DeleteObject")}
    for folder in folders:
        wanted.add(("s3:GetObject", json.dumps({"Fn::Sub": folder})))
        # If the recipe has been deleted, the function deletes its upload.
        wanted.add(("s3:DeleteObject", json.dumps({"Fn::Sub": folder})))
        if folder.startswith("${Uploads.Arn}/page-"):
            continue
        pages = json.dumps({"Fn::Sub": f"{folder}/pages/*"})
        wanted |= {(f"s3:{action}", pages) for action in ("PutObject", "PutObjectTagging")}
    wanted.add(("s3:ListBucket", json.dumps({"Fn::GetAtt": ["Uploads", "Arn"]})))
    assert granted == wanted
    [listing] = [part for part in statements(RESOURCES["FnRead"]) if part["Action"] == "s3:ListBucket"]
    prefixes = listing["Condition"]["StringLike"]["s3:prefix"]
    assert prefixes == ["picture-submissions/*", "file-submissions/*", "page-submissions/*"]
    [recognising] = policy_statements(RESOURCES["FnReadTextract"])
    assert recognising["Action"] == "textract:DetectDocumentText"
    assert statements(RESOURCES["FnReadFile"]) == []


@pytest.mark.parametrize(
    ("stage", "recognition", "image", "textract"),
    [
        ("local", "tesseract", False, False),
        ("dev", "textract", False, True),
        ("dev", "tesseract", True, False),
        ("prod", "textract", False, True),
    ],
)
def test_text_recognition_follows_the_stage_parameter(stage: str, recognition: str, image: bool, textract: bool):
    resources = in_stage(stage, TextRecognition=recognition)
    assert ("FnReadImage" in resources, "FnReadTextract" in resources) == (image, textract)
    reader = resources["RecipeProcessing"]["Properties"]["DefinitionSubstitutions"]["FnReadArn"]
    assert reader == {"Fn::GetAtt": ["FnReadImage" if image else "FnRead", "Arn"]}


def readers_of(secret: str) -> set[str]:
    """Returns the functions whose roles may read a secret."""
    arn = {"Fn::GetAtt": [secret, "Id"]}
    return {
        name
        for name in FUNCTIONS
        for statement in granted_to(name)
        if "secretsmanager:GetSecretValue" in many(statement["Action"]) and arn in many(statement["Resource"])
    }


def test_key_of_email_hashes_is_readable_by_one_function():
    assert readers_of("AddressSecret") == {"FnOpenCredits"}
    assert readers_of("CounterSecret") == {
        name for name in FUNCTIONS if "COUNTER_SECRET" in json.dumps(properties(name))
    }


def test_logged_app_crash_raises_an_alarm():
    counted, alarm = properties("AppCrashes"), properties("AppCrashesAlarm")
    # Written by lambdas/functions/src/recipes/graphql/counting.rs.
    assert (counted["LogGroupName"], counted["FilterPattern"]) == (
        {"Ref": "FnGraphqlLogs"},
        '{ $.message = "crash" }',
    )
    [metric] = counted["MetricTransformations"]
    assert (alarm["Namespace"], alarm["MetricName"]) == (metric["MetricNamespace"], metric["MetricName"])
    assert alarm["AlarmActions"] == [{"Ref": "Alarms"}]


BROWSERS = {
    "Query/fields/listUploads",
    "Query/fields/sourcePages",
    "Mutation/fields/createUpload",
    "Query/fields/getRecipe",
    "Query/fields/listRecipes",
    "Query/fields/exportRecipes",
    "Query/fields/getConversation",
    "Query/fields/listConversations",
    "Query/fields/listConversationMessages",
    "Mutation/fields/createConversation",
    "Mutation/fields/updateConversation",
    "Mutation/fields/deleteConversation",
    "Mutation/fields/sendMessage",
    "Mutation/fields/stopMessage",
    "Subscription/fields/onConversationPart",
    "Query/fields/getSharedList",
    "Query/fields/listSharedLists",
    "Mutation/fields/createSharedList",
    "Mutation/fields/changeSharedList",
    "Mutation/fields/endSharedList",
    "Subscription/fields/onSharedListChange",
    "Query/fields/getFeedback",
    "Query/fields/listFeedbacks",
    "Mutation/fields/createFeedback",
    "Mutation/fields/createRecipe",
    "Mutation/fields/createBlankRecipe",
    "Mutation/fields/copyRecipe",
    "Mutation/fields/recordEvent",
    "Mutation/fields/reportCrash",
    "Mutation/fields/issueOwnerToken",
    "Subscription/fields/onRecipeChange",
}


@pytest.mark.parametrize(
    ("role", "alone"),
    [("GuestRole", "Mutation/fields/issueClaimToken"), ("MemberRole", "Mutation/fields/claimRecipes")],
)
def test_browser_role_may_call_only_listed_fields(role: str, alone: str):
    [statement] = statements(RESOURCES[role])
    assert statement["Action"] == "appsync:GraphQL"
    fields = {resource["Fn::Sub"].removeprefix("${Api.Arn}/types/") for resource in statement["Resource"]}
    assert fields == BROWSERS | {alone}


def test_only_one_function_may_delete_accounts():
    for name in FUNCTIONS:
        actions = {action for statement in granted_to(name) for action in many(statement["Action"])}
        deletes = {action for action in actions if action.startswith("cognito") and "Delete" in action}
        assert bool(deletes) == (name == "FnAccount"), name


def test_every_field_of_the_schema_has_its_resolver():
    schema = (REPOSITORY / "schema.graphql").read_text()
    fields = set()
    for kind in ("Query", "Mutation", "Subscription"):
        [body] = re.findall(rf"^type {kind} \{{\n(.*?)^\}}", schema, re.M | re.S)
        fields |= {(kind, name) for name in re.findall(r"^  (\w+)[(:]", body, re.M)}
    resolved = {
        (body["Properties"]["TypeName"], body["Properties"]["FieldName"])
        for body in RESOURCES.values()
        if body["Type"] == "AWS::AppSync::Resolver"
    }
    assert resolved == fields | {("Recipe", "agentConversationHistory")}
