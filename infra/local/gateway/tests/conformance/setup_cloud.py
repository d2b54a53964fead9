"""Creates the resources of the conformance suite in a running ministack, and prints them as JSON."""

import io
import json
import sys
import time
import zipfile
from pathlib import Path
from urllib.parse import urlsplit

import boto3

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
import cloud_access

endpoint, sdl_file, secret = sys.argv[1:]
REGION, ACCOUNT, PASSWORD = "us-east-1", "000000000000", "Correct-horse-7"

ECHO = """
class Refused(Exception):
    pass

def handler(event, context):
    arguments = event["arguments"]
    if arguments.get("id") == "fail":
        raise Refused("Unauthorized")
    return {"id": arguments.get("id", "x"), "owner": arguments.get("owner"), "strict": "s", "raw": event}
"""

AUTHORIZER = """
def handler(event, context):
    token = event["authorizationToken"]
    return {"isAuthorized": token == "good", "resolverContext": {"who": "bearer"}, "ttlOverride": 0}
"""


def client(service):
    made = boto3.client(
        service, endpoint_url=endpoint, region_name=REGION, aws_access_key_id="test", aws_secret_access_key=secret
    )
    made.meta.events.register("before-send", proven)
    return made


def proven(request, **_):
    split = urlsplit(request.url)
    target = f"{split.path}?{split.query}" if split.query else split.path
    request.headers[cloud_access.PROOF] = cloud_access.proof(secret, request.method, target, time.time())


def member(cognito):
    """Returns pool, client and tokens of a new member."""
    pool = cognito.create_user_pool(PoolName="people")["UserPool"]["Id"]
    app = cognito.create_user_pool_client(
        UserPoolId=pool,
        ClientName="web",
        ExplicitAuthFlows=["ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"],
    )["UserPoolClient"]["ClientId"]
    cognito.admin_create_user(UserPoolId=pool, Username="ana", MessageAction="SUPPRESS")
    cognito.admin_set_user_password(UserPoolId=pool, Username="ana", Password=PASSWORD, Permanent=True)
    cognito.create_group(UserPoolId=pool, GroupName="staff")
    cognito.admin_add_user_to_group(UserPoolId=pool, Username="ana", GroupName="staff")
    tokens = cognito.initiate_auth(
        ClientId=app, AuthFlow="USER_PASSWORD_AUTH", AuthParameters={"USERNAME": "ana", "PASSWORD": PASSWORD}
    )["AuthenticationResult"]
    return pool, app, tokens


def role(iam, name, principal, statements):
    trust = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", **principal}]}
    arn = iam.create_role(RoleName=name, AssumeRolePolicyDocument=json.dumps(trust))["Role"]["Arn"]
    if statements:
        policy = {"Version": "2012-10-17", "Statement": statements}
        iam.put_role_policy(RoleName=name, PolicyName="only", PolicyDocument=json.dumps(policy))
    return arn


def function(functions, name, code, role_arn):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as package:
        package.writestr("index.py", code)
    return functions.create_function(
        FunctionName=name,
        Runtime="python3.11",
        Role=role_arn,
        Handler="index.handler",
        Code={"ZipFile": archive.getvalue()},
        Timeout=10,
    )["FunctionArn"]


def main():
    cognito, iam, functions, appsync = (client(s) for s in ("cognito-idp", "iam", "lambda", "appsync"))
    pool, app, tokens = member(cognito)
    other_pool, _, other_tokens = member(cognito)
    lambda_role = role(
        iam, "functions", {"Principal": {"Service": "lambda.amazonaws.com"}, "Action": "sts:AssumeRole"}, []
    )
    echo, authorizer = (function(functions, n, c, lambda_role) for n, c in (("echo", ECHO), ("authorizer", AUTHORIZER)))
    pool_config = {"userPoolId": pool, "awsRegion": REGION}
    api = appsync.create_graphql_api(
        name="suite",
        authenticationType="AWS_LAMBDA",
        queryDepthLimit=6,
        lambdaAuthorizerConfig={"authorizerUri": authorizer, "authorizerResultTtlInSeconds": 0},
        additionalAuthenticationProviders=[
            {"authenticationType": "AWS_IAM"},
            {"authenticationType": "AMAZON_COGNITO_USER_POOLS", "userPoolConfig": pool_config},
        ],
    )["graphqlApi"]["apiId"]
    with open(sdl_file, "rb") as sdl:
        appsync.start_schema_creation(apiId=api, definition=sdl.read())
    appsync.create_data_source(
        apiId=api, name="echo", type="AWS_LAMBDA", serviceRoleArn=lambda_role, lambdaConfig={"lambdaFunctionArn": echo}
    )
    for type_name, field in (
        ("Query", "thing"),
        ("Query", "openThing"),
        ("Mutation", "publishThing"),
        ("Subscription", "onThing"),
    ):
        appsync.create_resolver(apiId=api, typeName=type_name, fieldName=field, dataSourceName="echo")

    provider = f"cognito-idp.{REGION}.amazonaws.com/{pool}"
    identity_pool = client("cognito-identity").create_identity_pool(
        IdentityPoolName="guests",
        AllowUnauthenticatedIdentities=True,
        CognitoIdentityProviders=[{"ProviderName": provider, "ClientId": app}],
    )["IdentityPoolId"]
    fields = [
        f"arn:aws:appsync:{REGION}:{ACCOUNT}:apis/{api}/types/{field}"
        for field in ("Query/fields/thing", "Mutation/fields/publishThing", "Subscription/fields/onThing")
    ]
    guest_role = role(
        iam,
        "guests",
        {"Principal": {"Federated": "cognito-identity.amazonaws.com"}, "Action": "sts:AssumeRoleWithWebIdentity"},
        [{"Effect": "Allow", "Action": "appsync:GraphQL", "Resource": fields}],
    )
    identities = client("cognito-identity")
    identities.set_identity_pool_roles(
        IdentityPoolId=identity_pool, Roles={"unauthenticated": guest_role, "authenticated": guest_role}
    )
    identity = identities.get_id(IdentityPoolId=identity_pool)["IdentityId"]
    guest = identities.get_credentials_for_identity(IdentityId=identity)["Credentials"]
    logins = {provider: tokens["IdToken"]}
    signed_in = identities.get_id(IdentityPoolId=identity_pool, Logins=logins)["IdentityId"]
    signer = identities.get_credentials_for_identity(IdentityId=signed_in, Logins=logins)["Credentials"]

    pictures = client("s3")
    pictures.create_bucket(Bucket="media")
    key = f"media/{'a' * 32}/{'b' * 64}"
    pictures.put_object(Bucket="media", Key=key, Body=b"picture", ContentType="image/png")
    pictures.put_object(Bucket="media", Key=f"media/{'a' * 32}/c0ffee", Body=b"<p>", ContentType="text/html")

    print(
        json.dumps(
            {
                "apiId": api,
                "userPoolId": pool,
                "otherPoolId": other_pool,
                "clientId": app,
                "accessToken": tokens["AccessToken"],
                "idToken": tokens["IdToken"],
                "otherAccessToken": other_tokens["AccessToken"],
                "identityId": identity,
                "identityPoolId": identity_pool,
                "key": guest["AccessKeyId"],
                "secret": guest["SecretKey"],
                "token": guest["SessionToken"],
                "memberKey": signer["AccessKeyId"],
                "memberSecret": signer["SecretKey"],
                "memberToken": signer["SessionToken"],
            }
        )
    )


if __name__ == "__main__":
    main()
