"""`make deploy`: checks the prerequisites before `sam deploy` (--check), uploads the front end after it.

Needs boto3 and AWS credentials, like `sam deploy`; the Makefile adds infra/local to the path.
"""

import argparse
import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import boto3
from zest_local.site_files import filled_in, uploads

REPOSITORY = Path(__file__).resolve().parent.parent
DIST = REPOSITORY / "frontend" / "dist"


def main() -> None:
    """Checks, or uploads files and configuration."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--config-env", default="default")
    parser.add_argument("--check", action="store_true", help="say what a deployment would lack, and upload nothing")
    arguments = parser.parse_args()
    settings = tomllib.loads((REPOSITORY / "samconfig.toml").read_text()).get(arguments.config_env)
    if settings is None:
        sys.exit(f"samconfig.toml has no stage {arguments.config_env!r}")
    contact = settings.get("site", {}).get("parameters", {}).get("contact_email", "")
    lacking = list(_lacking(arguments.config_env, contact))
    if lacking:
        sys.exit("\n".join(lacking))
    if not arguments.check:
        _publish(settings["global"]["parameters"]["stack_name"], contact)


def _lacking(stage: str, contact: str) -> list[str]:
    """Missing prerequisites that would otherwise show up only after deployment, one sentence each."""
    sentences = []
    if not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", contact):
        sentences.append(
            f"samconfig.toml names no contact_email in [{stage}.site.parameters]: the public pages tell it"
        )
    functions = sorted(file.stem for file in (REPOSITORY / "lambdas/functions/src/bin").glob("*.rs"))
    unbuilt = [name for name in functions if not (REPOSITORY / "target" / "lambda" / name / "bootstrap").is_file()]
    if unbuilt:
        sentences.append(f"not built: {', '.join(unbuilt)}. Run make build.")
    if not (DIST / "index.html").is_file():
        sentences.append("the front end is not built. Run make build.")
    return sentences


def _publish(stack_name: str, contact: str) -> None:
    session = boto3.Session()
    stack = session.client("cloudformation").describe_stacks(StackName=stack_name)["Stacks"][0]
    outputs = {output["OutputKey"]: output["OutputValue"] for output in stack["Outputs"]}
    s3 = session.client("s3")
    origin = outputs["SiteOrigin"]
    objects = uploads(DIST, filled_in(origin, contact))
    for upload in objects:
        s3.put_object(
            Bucket=outputs["SiteBucket"],
            Key=upload.key,
            Body=upload.body,
            ContentType=upload.content_type,
            CacheControl=upload.cache_control,
            Metadata=upload.metadata,
        )
    s3.put_object(
        Bucket=outputs["SiteBucket"],
        Key="config.json",
        Body=json.dumps(_configuration(session.region_name, outputs)).encode(),
        ContentType="application/json",
        CacheControl="no-cache",
    )
    print(f"{len(objects)} files are at {origin}")


def _configuration(region: str, outputs: dict[str, str]) -> dict[str, Any]:
    return {
        "stage": outputs["Stage"],
        "region": region,
        "userPoolId": outputs["UserPoolId"],
        "userPoolClientId": outputs["UserPoolClientId"],
        "identityPoolId": outputs["IdentityPoolId"],
        "graphqlEndpoint": outputs["GraphqlEndpoint"],
        "oauthDomain": outputs["OauthDomain"],
        "google": outputs["Google"] == "yes",
        "demo": False,
        "credits": outputs["Limits"] != "off",
        "groceries": outputs["Groceries"] != "off",
        "agent": outputs["Agent"],
    }


if __name__ == "__main__":
    main()
