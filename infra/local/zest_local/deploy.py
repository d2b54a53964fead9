"""Deploys template.yaml to the local cloud with a change set, as `sam deploy` does."""

import hashlib
import json
import shutil
import time
import urllib.request
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import boto3
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.config import Config
from botocore.credentials import Credentials
from botocore.exceptions import ClientError

from zest_local import template
from zest_local.places import State

STACK = "zest-local"
REGION = "us-east-1"
ACCOUNT = "000000000000"
# The root access key id of the local cloud. Its secret is new at each start.
ROOT_KEY = "test"
BUCKET = "deploy"
TEMPLATE_KEY = "template.json"
# Further imports at the same time are refused as busy. Two cores finish this many within half a minute.
IMPORTS_UNDER_WAY = 60
# The only model of the Bedrock stand-in.
STAND_IN_MODEL = "zest.stand-in-v1:0"
NO_CHANGES = "didn't contain changes"


class DeployFailed(Exception):
    """A failed deployment; the message names resource and reason."""


@dataclass(frozen=True)
class Cloud:
    """Address and clients of the local cloud."""

    endpoint: str
    secret: str = field(repr=False)

    @classmethod
    def of(cls, state: State) -> "Cloud":
        """Returns the cloud of a state folder. Raises FileNotFoundError if none was started."""
        return cls((state.run / "endpoint").read_text(), state.cloud_secret.read_text())

    def client(self, service: str) -> Any:
        """Returns a boto3 client with root credentials."""
        return boto3.client(
            service,
            endpoint_url=self.endpoint,
            region_name=REGION,
            aws_access_key_id=ROOT_KEY,
            aws_secret_access_key=self.secret,
            config=Config(retries={"max_attempts": 2}, connect_timeout=5, read_timeout=60),
        )

    def function(self, name: str) -> str:
        """Returns the deployed name of a function from its logical id, such as FnFetch."""
        found = self.client("cloudformation").describe_stack_resource(StackName=STACK, LogicalResourceId=name)
        physical: str = found["StackResourceDetail"]["PhysicalResourceId"]
        return physical

    def environment(self) -> dict[str, str]:
        """Returns the AWS environment variables for programs that call the cloud with root credentials."""
        return {"AWS_ENDPOINT_URL": self.endpoint, **self.credentials()}

    def credentials(self) -> dict[str, str]:
        """Returns the root credentials as AWS environment variables."""
        return {"AWS_ACCESS_KEY_ID": ROOT_KEY, "AWS_SECRET_ACCESS_KEY": self.secret}

    def save(self) -> None:
        """Makes the cloud save its whole state."""
        self._post("/_local/save")

    def resume(self) -> None:
        """Makes the cloud resume interrupted executions."""
        self._post("/_local/resume")

    def _post(self, path: str) -> None:
        request = AWSRequest("POST", self.endpoint + path)
        SigV4Auth(Credentials(ROOT_KEY, self.secret), "local", REGION).add_auth(request)
        signed = urllib.request.Request(request.url, headers=dict(request.headers.items()), method="POST")
        with urllib.request.urlopen(signed, timeout=30):
            pass


@dataclass(frozen=True)
class StandIns:
    """Origins of the vendor stand-ins."""

    stripe: str
    instacart: str
    bedrock: str


def deploy(cloud: Cloud, state: State, profile: str, origin: str, stand_ins: StandIns, limits: str) -> dict[str, str]:
    """Deploys the template and returns the outputs of the stack."""
    parameters = {
        "Stage": "local",
        "Architecture": template.architecture(),
        "DemoKitchen": f"{origin}/demo/",
        "LocalGraphqlEndpoint": f"{origin}/graphql",
        "LocalOrigin": origin,
        "LocalStripe": stand_ins.stripe,
        "LocalInstacart": stand_ins.instacart,
        "LocalBedrock": stand_ins.bedrock,
        "BedrockModelId": STAND_IN_MODEL,
        # The model of the stand-in costs nothing.
        "ModelPrice": "0/0",
        "TextRecognition": "tesseract",
        "Limits": limits,
        "ImportsUnderWay": str(IMPORTS_UNDER_WAY),
    }
    body = template.load()
    packages = template.package(body, state, profile)
    text = json.dumps(body)
    digest = hashlib.sha256((text + json.dumps(parameters)).encode()).hexdigest()
    stamp = state.run / "deployed"
    cloudformation = cloud.client("cloudformation")
    exists = _exists(cloudformation)
    if not exists or not stamp.exists() or stamp.read_text() != digest:
        stamp.unlink(missing_ok=True)
        _upload(cloud, {**packages.zips, TEMPLATE_KEY: text.encode()})
        # Deploy the template from S3, because a request body is limited to 51,200 bytes.
        address = f"{cloud.endpoint}/{BUCKET}/{TEMPLATE_KEY}"
        _apply(cloudformation, address, parameters, "UPDATE" if exists else "CREATE")
        _forget_old_functions(state, packages.copy.name)
        stamp.write_text(digest)
    stack = cloudformation.describe_stacks(StackName=STACK)["Stacks"][0]
    return {output["OutputKey"]: output["OutputValue"] for output in stack["Outputs"]}


def rest_routes(body: template.Template, cloud: Cloud) -> list[dict[str, Any]]:
    """Returns the methods of the REST APIs, each with the deployed name of its function."""
    resources = cloud.client("cloudformation").describe_stack_resources(StackName=STACK)["StackResources"]
    names = {resource["LogicalResourceId"]: resource["PhysicalResourceId"] for resource in resources}
    return [{**route, "function": names[route["function"]]} for route in template.rest_routes(body)]


def give_stripe_keys(cloud: Cloud, secret: str, settings: dict[str, Any]) -> None:
    """Stores the keys of the stand-in in the secret that contains Stripe's keys on AWS."""
    keys = {"secretKey": settings["secretKey"], "webhookSecrets": [settings["webhookSecret"]]}
    cloud.client("secretsmanager").put_secret_value(SecretId=secret, SecretString=json.dumps(keys))


def give_instacart_key(cloud: Cloud, secret: str, settings: dict[str, Any]) -> None:
    """Stores the key of the stand-in in the secret that contains Instacart's key on AWS."""
    key = json.dumps({"apiKey": settings["apiKey"]})
    cloud.client("secretsmanager").put_secret_value(SecretId=secret, SecretString=key)


def register_google(cloud: Cloud, user_pool: str, origin: str) -> None:
    """Registers the gateway's Google stand-in with the user pool. The provider in the template is only for AWS."""
    cognito = cloud.client("cognito-idp")
    stand_in = {
        "UserPoolId": user_pool,
        "ProviderName": "Google",
        "ProviderDetails": {
            "client_id": "zest",
            "client_secret": "nobody-asks",
            "attributes_request_method": "GET",
            "oidc_issuer": f"{origin}/local/google",
            "authorize_url": f"{origin}/local/google/authorize",
            "token_url": f"{origin}/local/google/token",
            "authorize_scopes": "openid email profile",
        },
        "AttributeMapping": {"email": "email", "email_verified": "email_verified", "name": "name"},
    }
    known = cognito.list_identity_providers(UserPoolId=user_pool)["Providers"]
    if any(provider["ProviderName"] == "Google" for provider in known):
        cognito.update_identity_provider(**stand_in)
    else:
        cognito.create_identity_provider(ProviderType="OIDC", **stand_in)


def forget_old_work(cloud: Cloud, bucket: str, older_than: timedelta = timedelta(days=1)) -> int:
    """Deletes old import artifacts. It replaces the S3 lifecycle, which the local cloud lacks."""
    s3, horizon, forgotten = cloud.client("s3"), datetime.now(UTC) - older_than, 0
    for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix="work/"):
        for item in page.get("Contents", []):
            if item["LastModified"] < horizon:
                s3.delete_object(Bucket=bucket, Key=item["Key"])
                forgotten += 1
    return forgotten


def forget_unused_uploads(
    cloud: Cloud, bucket: str, older_than: timedelta = timedelta(days=1), prefix: str = ""
) -> int:
    """Deletes old uploads without a recipe. It replaces the S3 lifecycle, which the local cloud lacks."""
    s3, horizon, forgotten = cloud.client("s3"), datetime.now(UTC) - older_than, 0
    for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=prefix):
        for item in page.get("Contents", []):
            if item["LastModified"] < horizon:
                tags = s3.get_object_tagging(Bucket=bucket, Key=item["Key"])["TagSet"]
                if {"Key": "use", "Value": "none"} in tags:
                    s3.delete_object(Bucket=bucket, Key=item["Key"])
                    forgotten += 1
    return forgotten


def _exists(cloudformation: Any) -> bool:
    try:
        stack = cloudformation.describe_stacks(StackName=STACK)["Stacks"][0]
    except ClientError:
        return False
    return stack["StackStatus"] != "REVIEW_IN_PROGRESS"


def _upload(cloud: Cloud, objects: dict[str, bytes]) -> None:
    s3 = cloud.client("s3")
    s3.create_bucket(Bucket=BUCKET)
    for key, body in objects.items():
        s3.put_object(Bucket=BUCKET, Key=key, Body=body)


def _apply(cloudformation: Any, address: str, parameters: dict[str, str], kind: str) -> None:
    change_set = cloudformation.create_change_set(
        StackName=STACK,
        ChangeSetName=f"zest-{int(time.time() * 1000)}",
        ChangeSetType=kind,
        TemplateURL=address,
        Parameters=[{"ParameterKey": key, "ParameterValue": value} for key, value in parameters.items()],
        Capabilities=["CAPABILITY_IAM", "CAPABILITY_NAMED_IAM", "CAPABILITY_AUTO_EXPAND"],
    )["Id"]
    prepared = _wait(lambda: cloudformation.describe_change_set(ChangeSetName=change_set, StackName=STACK), "Status")
    if prepared["Status"] != "CREATE_COMPLETE":
        reason = prepared.get("StatusReason", "no reason given")
        if NO_CHANGES in reason:
            return
        raise DeployFailed(f"the template was rejected: {reason}")
    cloudformation.execute_change_set(ChangeSetName=change_set, StackName=STACK)
    stack = _wait(lambda: cloudformation.describe_stacks(StackName=STACK)["Stacks"][0], "StackStatus")
    if stack["StackStatus"] not in ("CREATE_COMPLETE", "UPDATE_COMPLETE"):
        raise DeployFailed(f"the deployment ended with {stack['StackStatus']}: {_first_failure(cloudformation)}")


def _wait(describe: Any, field: str, seconds: float = 120) -> dict[str, Any]:
    deadline = time.monotonic() + seconds
    while True:
        answer = describe()
        if not answer[field].endswith(("_PENDING", "_IN_PROGRESS")):
            return answer
        if time.monotonic() > deadline:
            raise DeployFailed(f"the deployment was still {answer[field]} after {seconds:.0f} seconds")
        time.sleep(0.1)


def _first_failure(cloudformation: Any) -> str:
    events = cloudformation.describe_stack_events(StackName=STACK)["StackEvents"]
    failed = [event for event in events if "FAILED" in event["ResourceStatus"]]
    if not failed:
        return "no resource says why"
    # Events are in order from new to old; the oldest failure is the cause.
    return f"{failed[-1]['LogicalResourceId']}: {failed[-1].get('ResourceStatusReason', 'no reason given')}"


def _forget_old_functions(state: State, used: str) -> None:
    for folder in state.functions.iterdir():
        if folder.name != used:
            shutil.rmtree(folder)
