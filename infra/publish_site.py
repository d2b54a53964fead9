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
import build_stamp
from zest_local.site_files import filled_in, uploads

REPOSITORY = Path(__file__).resolve().parent.parent
DIST = REPOSITORY / "frontend" / "dist"


def main() -> None:
    """Checks the prerequisites. Without --check, also uploads files and configuration."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--config-env", default="default")
    parser.add_argument(
        "--check", action="store_true", help="print what is missing for a deployment, and upload nothing"
    )
    arguments = parser.parse_args()
    settings = tomllib.loads((REPOSITORY / "samconfig.toml").read_text()).get(arguments.config_env)
    if settings is None:
        sys.exit(f"samconfig.toml has no stage {arguments.config_env!r}")
    contact = settings.get("site", {}).get("parameters", {}).get("contact_email", "")
    lacking = list(_lacking(arguments.config_env, contact, _architecture(settings)))
    if lacking:
        sys.exit("\n".join(lacking))
    if not arguments.check:
        _publish(settings["global"]["parameters"]["stack_name"], contact)


def _architecture(settings: dict[str, Any]) -> str:
    """Returns the parameter Architecture, or arm64, its default in template.yaml."""
    given = settings["deploy"]["parameters"]["parameter_overrides"]
    found = re.search(r"\bArchitecture=(\w+)", given)
    return found[1] if found else "arm64"


def _lacking(stage: str, contact: str, architecture: str) -> list[str]:
    """Returns a sentence for each missing prerequisite that would otherwise show up only after the deployment."""
    sentences = []
    if not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", contact):
        sentences.append(f"samconfig.toml has no contact_email in [{stage}.site.parameters]: the public pages show it")
    functions = sorted(file.stem for file in (REPOSITORY / "lambdas/functions/src/bin").glob("*.rs"))
    unbuilt = [file.parent.name for file in _binaries(functions) if not file.is_file()]
    if unbuilt:
        sentences.append(f"not built: {', '.join(unbuilt)}. Run make build.")
    wrong = [] if unbuilt else build_stamp.of_another_machine(_binaries(functions), architecture)
    if wrong:
        fix = f"Run make build ARCHITECTURE={architecture}, or change the parameter Architecture."
        sentences.append(f"not built for {architecture}: {', '.join(wrong)}. {fix}")
    if not (DIST / "index.html").is_file():
        sentences.append("the front end is not built. Run make build.")
    elif not unbuilt and (outdated := build_stamp.outdated(REPOSITORY)):
        sentences.append(f"{' and '.join(outdated)}: built from different sources. Run make build.")
    return sentences


def _binaries(functions: list[str]) -> list[Path]:
    return [REPOSITORY / "target" / "lambda" / name / "bootstrap" for name in functions]


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
    print(f"Uploaded {len(objects)} files to {origin}")


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
