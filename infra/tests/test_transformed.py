"""The template after the SAM transform: resources that template.yaml does not show."""

import json
import re
import subprocess
from graphlib import TopologicalSorter
from typing import Any

import pytest
from zest_local.places import REPOSITORY

LIMIT = 500
"""Maximum number of resources of a CloudFormation stack."""


@pytest.fixture(scope="module")
def resources() -> dict[str, dict[str, Any]]:
    command = (str(REPOSITORY / ".local/sam/bin/python"), str(REPOSITORY / "infra/tests/transformed.py"))
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True)
    found: dict[str, dict[str, Any]] = json.loads(done.stdout)["Resources"]
    return found


def of_type(resources: dict[str, dict[str, Any]], type_: str) -> list[dict[str, Any]]:
    return [body["Properties"] for body in resources.values() if body["Type"] == type_]


def test_each_rest_api_has_one_stage_with_limits_and_logs(resources: dict[str, dict[str, Any]]):
    apis = [name for name, body in resources.items() if body["Type"] == "AWS::ApiGateway::RestApi"]
    stages = of_type(resources, "AWS::ApiGateway::Stage")
    assert sorted(stage["RestApiId"]["Ref"] for stage in stages) == sorted(apis)
    for stage in stages:
        (settings,) = stage["MethodSettings"]
        assert settings["ThrottlingRateLimit"] > 0, stage
        assert "DestinationArn" in stage["AccessLogSetting"], stage
    # A deployment that names a stage would create one without them.
    assert [body for body in of_type(resources, "AWS::ApiGateway::Deployment") if "StageName" in body] == []


def test_stack_stays_below_the_limit_of_resources(resources: dict[str, dict[str, Any]]):
    assert len(resources) < 0.8 * LIMIT


def test_each_rest_api_has_an_alarm_for_server_errors(resources: dict[str, dict[str, Any]]):
    names = {json.dumps(body["Name"]) for body in of_type(resources, "AWS::ApiGateway::RestApi")}
    alarms = [body for body in of_type(resources, "AWS::CloudWatch::Alarm") if body.get("MetricName") == "5XXError"]
    watched = {
        json.dumps(alarm["Dimensions"][0]["Value"]) for alarm in alarms if alarm["Namespace"] == "AWS/ApiGateway"
    }
    assert watched == names


def test_alarms_and_their_price_are_those_of_the_operating_manual(resources: dict[str, dict[str, Any]]):
    alarms = of_type(resources, "AWS::CloudWatch::Alarm")
    watched = sum(max(1, sum("MetricStat" in metric for metric in alarm.get("Metrics", []))) for alarm in alarms)
    manual = (REPOSITORY / "docs/OPERATIONS.md").read_text()
    row = f"| CloudWatch: {len(alarms)} alarms over {watched} metrics, five custom metrics, one dashboard (free) "
    price = 0.10 * watched + 0.30 * 5
    assert f"{row}| $0.10 and $0.30 a metric | ${price:.2f} |" in manual
    for name, body in resources.items():
        if body["Type"] == "AWS::CloudWatch::Alarm":
            assert f"`{name}`" in manual or any(name.endswith(end) for end in GROUPED), name


# Alarms that share one row of the manual per kind.
GROUPED = ("ApiErrors", "Failures")


def inline_policy_size(role: dict[str, Any]) -> int:
    """Returns the characters of a role's inline policies, without blanks. An intrinsic function counts as 90."""
    documents = [policy["PolicyDocument"] for policy in role.get("Policies", [])]
    return sum(len(_deployed(document)) for document in documents)


def _deployed(node: Any) -> str:
    if isinstance(node, dict) and len(node) == 1 and next(iter(node)).startswith(("Fn::", "Ref")):
        return "x" * 90
    if isinstance(node, dict):
        return "{" + ",".join(f'"{key}":{_deployed(value)}' for key, value in node.items()) + "}"
    if isinstance(node, list):
        return "[" + ",".join(_deployed(item) for item in node) + "]"
    return json.dumps(node)


def test_roles_and_sizes_are_those_of_the_operating_manual(resources: dict[str, dict[str, Any]]):
    roles = of_type(resources, "AWS::IAM::Role")
    largest = max(inline_policy_size(role) for role in roles)
    schema = (REPOSITORY / "schema.graphql").stat().st_size
    # IAM allows 10,240 characters of inline policies in a role, AppSync a schema of 1 MB.
    assert largest < 5_000
    assert schema < 200_000
    for machine in of_type(resources, "AWS::StepFunctions::StateMachine"):
        assert "DefinitionS3Location" in machine
    for function in of_type(resources, "AWS::Lambda::Function"):
        # Lambda allows 4 KB of environment variables.
        assert len(_deployed(function.get("Environment", {}).get("Variables", {}))) < 3_000
    manual = (REPOSITORY / "docs/OPERATIONS.md").read_text()
    sentence = (
        f"With all options it has {len(resources)} resources (CloudFormation allows 500), of them {len(roles)} roles"
    )
    assert sentence in manual


def test_every_function_has_a_role_of_its_own(resources: dict[str, dict[str, Any]]):
    functions = {name: body for name, body in resources.items() if body["Type"] == "AWS::Lambda::Function"}
    roles = [json.dumps(body["Properties"]["Role"]) for name, body in functions.items() if name != "FnReadImage"]
    assert len(roles) == len(set(roles)) == len(functions) - 1


CANARIES = {"FnGraphql": "ApiFaultsAlarm", "FnExtract": "ImportFaultsAlarm"}


def references(node: Any) -> set[str]:
    """Returns the logical ids to which a node of a resource refers."""
    if isinstance(node, list):
        return set().union(*map(references, node))
    if not isinstance(node, dict):
        return set()
    found = set().union(*map(references, node.values()))
    if "Ref" in node:
        found.add(node["Ref"])
    if "Fn::GetAtt" in node:
        attribute = node["Fn::GetAtt"]
        found.add(attribute.split(".")[0] if isinstance(attribute, str) else attribute[0])
    if "Fn::Sub" in node:
        text, given = node["Fn::Sub"], {}
        if isinstance(text, list):
            text, given = text
        found |= {name.split(".")[0] for name in re.findall(r"\$\{(\w[^}]*)\}", text)} - given.keys()
    return found


def needs(resources: dict[str, dict[str, Any]], name: str) -> set[str]:
    body = resources[name]
    named = {"DependsOn": [{"Ref": other} for other in many(body.get("DependsOn", []))]}
    return references([body.get("Properties"), body.get("UpdatePolicy"), named]) & resources.keys()


def many(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def test_new_versions_are_canaries_that_an_alarm_stops(resources: dict[str, dict[str, Any]]):
    groups = {
        name.removesuffix("DeploymentGroup"): body["Properties"]
        for name, body in resources.items()
        if body["Type"] == "AWS::CodeDeploy::DeploymentGroup"
    }
    assert groups.keys() == CANARIES.keys()
    for function, group in groups.items():
        assert group["AlarmConfiguration"] == {"Enabled": True, "Alarms": [{"Name": {"Ref": CANARIES[function]}}]}
        assert "DEPLOYMENT_STOP_ON_ALARM" in group["AutoRollbackConfiguration"]["Events"]
        alias = resources[f"{function}Aliaslive"]
        update = alias["UpdatePolicy"]["CodeDeployLambdaAliasUpdate"]
        assert update["DeploymentGroupName"] == {"Ref": f"{function}DeploymentGroup"}


def test_callers_of_a_canary_use_its_alias(resources: dict[str, dict[str, Any]]):
    for function in CANARIES:
        own = {f"{function}Aliaslive", *(name for name in resources if name.startswith(f"{function}Version"))}
        past = [name for name in resources.keys() - own if function in needs(resources, name)]
        assert past == [], f"they call {function} itself, so its canary would not see their calls"
        assert [name for name in resources if f"{function}Aliaslive" in needs(resources, name)]


def test_resources_form_no_cycle(resources: dict[str, dict[str, Any]]):
    order = TopologicalSorter({name: needs(resources, name) for name in resources})
    assert len(list(order.static_order())) == len(resources)
