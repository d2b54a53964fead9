"""`make deploy`, second half: uploads the built front end and its configuration to the deployed stack's bucket.

Needs boto3 and AWS credentials, as `sam deploy` does; the Makefile puts infra/local on the path.
"""

import argparse
import json
import tomllib
from pathlib import Path

import boto3
from zest_local.site_files import filled_in, uploads

REPOSITORY = Path(__file__).resolve().parent.parent
DIST = REPOSITORY / "frontend" / "dist"


def main() -> None:
    """Uploads files and configuration."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--config-env", default="default")
    stage = parser.parse_args().config_env
    settings = tomllib.loads((REPOSITORY / "samconfig.toml").read_text())[stage]
    stack_name = settings["global"]["parameters"]["stack_name"]
    session = boto3.Session()
    stack = session.client("cloudformation").describe_stacks(StackName=stack_name)["Stacks"][0]
    outputs = {output["OutputKey"]: output["OutputValue"] for output in stack["Outputs"]}
    s3 = session.client("s3")
    site = settings.get("site", {}).get("parameters", {})
    origin = site.get("origin") or f"https://{outputs['CdnDomain']}"
    contact = site.get("contact_email") or parser.error(
        f"samconfig.toml names no contact_email in [{stage}.site.parameters]: the public pages tell it"
    )
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
    configuration = {
        "stage": stack_name.removeprefix("zest-"),
        "region": session.region_name,
        "userPoolId": outputs["UserPoolId"],
        "userPoolClientId": outputs["UserPoolClientId"],
        "identityPoolId": outputs["IdentityPoolId"],
        "graphqlEndpoint": outputs["GraphqlEndpoint"],
        "oauthDomain": outputs["OauthDomain"],
        "google": outputs["Google"] == "yes",
        "demo": False,
    }
    s3.put_object(
        Bucket=outputs["SiteBucket"],
        Key="config.json",
        Body=json.dumps(configuration).encode(),
        ContentType="application/json",
        CacheControl="no-cache",
    )
    print(f"{len(objects)} files are at {origin}")


if __name__ == "__main__":
    main()
