"""`make deploy`, second half: uploads the built front end and its configuration to the deployed stack's bucket.

Needs boto3 and AWS credentials, as `sam deploy` does.
"""

import argparse
import json
import mimetypes
import tomllib
from pathlib import Path

import boto3

REPOSITORY = Path(__file__).resolve().parent.parent
DIST = REPOSITORY / "frontend" / "dist"


def main() -> None:
    """Uploads everything but the pages first, so that no page names a file that is not there yet."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--config-env", default="default")
    stage = parser.parse_args().config_env
    settings = tomllib.loads((REPOSITORY / "samconfig.toml").read_text())[stage]
    stack_name = settings["global"]["parameters"]["stack_name"]
    session = boto3.Session()
    stack = session.client("cloudformation").describe_stacks(StackName=stack_name)["Stacks"][0]
    outputs = {output["OutputKey"]: output["OutputValue"] for output in stack["Outputs"]}
    s3 = session.client("s3")
    files = [file for file in DIST.rglob("*") if file.is_file()]
    for file in sorted(files, key=lambda file: file.suffix == ".html"):
        name = file.relative_to(DIST).as_posix()
        s3.put_object(
            Bucket=outputs["SiteBucket"],
            Key=name,
            Body=file.read_bytes(),
            ContentType=mimetypes.guess_type(name)[0] or "application/octet-stream",
            # Built assets carry their hash in their name; everything else may change with the next deployment.
            CacheControl="public, max-age=31536000, immutable" if name.startswith("assets/") else "no-cache",
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
    print(f"{len(files)} files are at https://{outputs['CdnDomain']}")


if __name__ == "__main__":
    main()
