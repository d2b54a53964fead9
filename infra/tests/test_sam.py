"""`make deploy` with the SAM CLI for stage dev: what it deploys, and what only AWS can show."""

import hashlib
import json
import sys
import time
from typing import Any

import pytest
from botocore.exceptions import ClientError
from conftest import CONTACT, STACK, Checkout, Deployed
from support.template import TEMPLATE, in_stage
from zest_local.deploy import REGION, Cloud

# Parts that this test cannot verify, with reasons. test_deployed.py lists what the local cloud lacks in general.
UNSHOWN = {
    "Api: its hosts": "infra/local/cloud_templates.py makes them up: AWS alone says which they are",
    "ApiFirewallAssociation": "infra/local/cloud_templates.py accepts it: nothing is filtered",
    "AWS::ACM::Certificate of SiteDomain": "nobody issues one, and no DNS points to the distribution",
    "ReservedConcurrentExecutions": "no account with a quota",
    "FnReadImage": "a container image needs Docker and a registry",
    "arm64": "the functions that answer here are development builds of this machine",
    "AlarmMail": "no mail is sent, no alarm rises",
    "alarms over several metrics": "infra/local/cloud_templates.py stores them over the first",
    "AccountBudget, SiteLogDelivery and its source and destination": "ministack does not know their types",
    "GoogleProvider": "ministack does not know AWS::Cognito::UserPoolIdentityProvider",
    "EmailConfiguration": "no mail is sent",
}


def test_sam_validate_accepts_the_template(checkout: Checkout):
    done = checkout.run("sam", "validate", "--lint", "--region", REGION)
    assert done.returncode == 0, done.stdout
    assert "is a valid SAM Template" in done.stdout


@pytest.mark.parametrize(
    ("stage", "sentence"),
    [
        ("default", "samconfig.toml has no contact_email in [default.site.parameters]"),
        ("prod", "samconfig.toml has no contact_email in [prod.site.parameters]"),
        ("staging", "samconfig.toml has no stage 'staging'"),
    ],
)
def test_missing_settings_are_reported_before_deployment(checkout: Checkout, stage: str, sentence: str):
    checkout.configure()
    done = checkout.run("make", "deploy", f"STAGE={stage}", f"PYTHON={sys.executable}")
    assert done.returncode != 0
    assert sentence in done.stdout
    assert "sam" not in [line.split()[0] for line in done.stdout.splitlines() if line]


def test_unbuilt_function_is_reported_before_deployment(checkout: Checkout):
    checkout.configure(contact_email=f'"{CONTACT}"')
    bootstrap = checkout.folder / "target/lambda/fn-apply/bootstrap"
    aside = bootstrap.rename(bootstrap.with_name("aside"))
    try:
        done = checkout.run("make", "deploy", f"PYTHON={sys.executable}")
    finally:
        aside.rename(bootstrap)
    assert (done.returncode != 0, "not built: fn-apply. Run make build." in done.stdout) == (True, True)


def test_binaries_of_other_sources_are_refused(checkout: Checkout):
    checkout.configure(contact_email=f'"{CONTACT}"')
    schema = checkout.folder / "schema.graphql"
    text = schema.read_text()
    schema.write_text(f"# another\n{text}")
    try:
        done = checkout.run("make", "deploy", f"PYTHON={sys.executable}")
    finally:
        schema.write_text(text)
    assert (done.returncode != 0, "the front end: built from different sources." in done.stdout) == (True, True)


def test_sam_builds_and_deploys_without_prompts(deployed: Deployed):
    assert "Build Succeeded" in deployed.said
    assert f"Successfully created/updated stack - {STACK} in {REGION}" in deployed.said


def test_every_stage_resource_is_deployed(deployed: Deployed):
    pages = deployed.cloud.client("cloudformation").get_paginator("list_stack_resources")
    found = {
        resource["LogicalResourceId"]
        for page in pages.paginate(StackName=STACK)
        for resource in page["StackResourceSummaries"]
    }
    assert set(in_stage("dev")) <= found


def test_functions_run_with_their_roles(deployed: Deployed):
    def invoke(name: str, event: Any) -> Any:
        client = deployed.cloud.client("lambda")
        answer = client.invoke(FunctionName=deployed.resource(name), Payload=json.dumps(event).encode())
        payload = json.loads(answer["Payload"].read())
        assert "FunctionError" not in answer, payload
        return payload

    decision = invoke("FnAuthorizer", {"authorizationToken": str(time.time_ns() // 1_000_000)})
    assert decision["resolverContext"] == {"purpose": "anonymous"}
    # Queries the table's index with the function's role.
    assert invoke("FnSweep", {"quietSeconds": 0})["seen"] == 0


def policy(deployed: Deployed) -> str:
    """Returns the content security policy that the distribution sends."""
    client = deployed.cloud.client("cloudfront")
    found = client.get_response_headers_policy(Id=deployed.resource("SecurityHeaders"))["ResponseHeadersPolicy"]
    headers = found["ResponseHeadersPolicyConfig"]["SecurityHeadersConfig"]
    text: str = headers["ContentSecurityPolicy"]["ContentSecurityPolicy"]
    return text


def hosts(deployed: Deployed) -> list[str]:
    """Returns the API hosts in the policy."""
    connections = next(part.split() for part in policy(deployed).split(";") if part.split()[0] == "connect-src")
    return [host.split("//")[1] for host in connections if "appsync" in host]


def test_deployed_security_policy_lists_the_api_hosts(deployed: Deployed):
    text = policy(deployed)
    assert [host.split(".")[1] for host in hosts(deployed)] == ["appsync-api", "appsync-realtime-api"]
    assert deployed.outputs["ApiId"] not in text
    assert f" https://{deployed.outputs['UploadsBucket']}.s3.{REGION}.amazonaws.com" in text
    assert "${" not in text


def test_site_is_published_with_the_stage_configuration(deployed: Deployed):
    s3, bucket = deployed.cloud.client("s3"), deployed.outputs["SiteBucket"]
    page = s3.get_object(Bucket=bucket, Key="home.html")["Body"].read().decode()
    origin = f"https://{deployed.outputs['CdnDomain']}"
    assert deployed.outputs["SiteOrigin"] == origin
    assert origin in page
    assert "zest.invalid" not in page
    contact = s3.get_object(Bucket=bucket, Key="contact.html")["Body"].read().decode()
    assert CONTACT in contact
    configuration = json.loads(s3.get_object(Bucket=bucket, Key="config.json")["Body"].read())
    assert configuration["graphqlEndpoint"] == deployed.outputs["GraphqlEndpoint"]
    assert (configuration["stage"], configuration["google"], configuration["demo"]) == ("dev", False, False)
    assert configuration["credits"] is True
    assert configuration["groceries"] is False
    assert configuration["agent"] == "off"


def test_state_machines_use_the_partition_service_name(deployed: Deployed):
    client = deployed.cloud.client("stepfunctions")
    for name in ("ProcessingArn", "PostProcessingArn"):
        definition = client.describe_state_machine(stateMachineArn=deployed.outputs[name])["definition"]
        assert "arn:aws:states:::lambda:invoke" in definition
        assert "${" not in definition


def test_unverified_parts_are_still_unsupported(deployed: Deployed):
    """Fails if the local cloud gains support for a part of UNSHOWN, so that the list is updated."""
    assert {"FnReadImage", "AlarmMail", "GoogleProvider"}.isdisjoint(in_stage("dev"))
    reader = deployed.cloud.client("lambda").get_function_configuration(FunctionName=deployed.resource("FnRead"))
    assert reader["Architectures"] == ["arm64"]
    host = hosts(deployed)[0].split(".")[0]
    assert host == hashlib.sha256(deployed.outputs["ApiId"].encode()).hexdigest()[:26]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"SiteDomain": "zest.example"}, "SiteDomain needs CertificateArn"),
        ({"CertificateArn": "arn:aws:acm:us-east-1:111122223333:certificate/7c1f"}, "CertificateArn needs SiteDomain"),
        ({"CertificateArn": "arn:aws:acm:eu-west-1:111122223333:certificate/7c1f"}, "CertificateArn"),
        ({"SiteDomain": "https://zest.example/"}, "SiteDomain"),
        ({"MailIdentityArn": "arn:aws:ses:eu-west-1:111122223333:identity/zest.example"}, "MailIdentityArn"),
        ({"TextRecognition": "tesseract"}, "TextRecognition=tesseract needs ReaderImage"),
    ],
)
def test_incomplete_parameter_pair_is_refused_before_deployment(cloud: Cloud, given: dict[str, str], sentence: str):
    # Only parameters and rules: CloudFormation evaluates them first.
    refusing = {name: TEMPLATE[name] for name in ("Parameters", "Rules")}
    body = json.dumps({**refusing, "Resources": {"Topic": {"Type": "AWS::SNS::Topic"}}})
    parameters = [{"ParameterKey": name, "ParameterValue": value} for name, value in given.items()]
    with pytest.raises(ClientError) as refused:
        cloud.client("cloudformation").create_change_set(
            StackName="refused",
            ChangeSetName="one",
            ChangeSetType="CREATE",
            TemplateBody=body,
            Parameters=parameters,
        )
    assert refused.value.response["Error"]["Code"] == "ValidationError"
    assert sentence in str(refused.value)
