"""What the stages on AWS have of template.yaml and the local one has not: domain, names, mail, alarms, limits."""

import json
from typing import Any

import pytest
from support.template import DEFAULTS, RESOURCES, TEMPLATE, in_stage, properties
from zest_local.places import REPOSITORY

DOMAIN = "zest.example"
CERTIFICATE = "arn:aws:acm:us-east-1:111122223333:certificate/7c1f"
IMPORTING = {"FnFetch", "FnRead", "FnExtract", "FnPicture"}


def policy(resources: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The content security policy of the distribution: its text, and what stands for the names in it."""
    headers = resources["SecurityHeaders"]["Properties"]["ResponseHeadersPolicyConfig"]["SecurityHeadersConfig"]
    text, names = headers["ContentSecurityPolicy"]["ContentSecurityPolicy"]["Fn::Sub"]
    return text, names


@pytest.mark.parametrize("stage", ["dev", "prod"])
def test_the_security_policy_names_the_hosts_that_the_app_calls(stage: str):
    text, names = policy(in_stage(stage))
    connections = next(part.split() for part in text.split(";") if part.split()[0] == "connect-src")
    assert connections[1:5] == ["'self'", "https://${Graphql}", "wss://${Realtime}", "https://${Uploads}"]
    # The id in these hosts is not the API's: only the attributes know it.
    assert names["Graphql"] == {"Fn::GetAtt": ["Api", "GraphQLDns"]}
    assert names["Realtime"] == {"Fn::GetAtt": ["Api", "RealtimeDns"]}
    assert "ApiId" not in text
    bucket = names["Uploads"]["Fn::Sub"][1]["Bucket"]
    assert bucket == in_stage(stage)["Uploads"]["Properties"]["BucketName"]


def origins(resources: dict[str, Any]) -> dict[str, Any]:
    """Where a stage says what its own address is."""
    client = resources["UserPoolClient"]["Properties"]
    distribution = resources["Cdn"]["Properties"]["DistributionConfig"]
    [rule] = resources["Uploads"]["Properties"]["CorsConfiguration"]["CorsRules"]
    urls = [url["Fn::Sub"] for name in ("CallbackURLs", "LogoutURLs") for url in client[name]]
    assert len(urls) == 6
    assert all(text.startswith("${Origin}/") for text, _ in urls)
    return {
        "cors": rule["AllowedOrigins"],
        "urls": [names["Origin"] for _, names in urls],
        "aliases": distribution["Aliases"],
        "certificate": distribution["ViewerCertificate"],
    }


def test_a_domain_is_used_wherever_the_site_says_its_own_address():
    here = {"Fn::Sub": "https://${SiteDomain}"}
    found = origins(in_stage("prod", SiteDomain=DOMAIN, CertificateArn=CERTIFICATE))
    assert found["cors"] == [here]
    assert found["urls"] == [here] * 6
    assert found["aliases"] == [DOMAIN]
    assert found["certificate"]["AcmCertificateArn"] == CERTIFICATE
    assert found["certificate"]["MinimumProtocolVersion"] == "TLSv1.2_2021"


@pytest.mark.parametrize("stage", ["dev", "prod"])
def test_without_a_domain_the_distribution_s_own_is_used(stage: str):
    here = {"Fn::Sub": "https://${Cdn.DomainName}"}
    found = origins(in_stage(stage))
    assert found["cors"] == [here]
    assert found["urls"] == [here] * 6
    assert found["aliases"] == {"Ref": "AWS::NoValue"}
    assert found["certificate"]["CloudFrontDefaultCertificate"] is True


def test_the_pages_tell_the_same_address():
    assert (
        TEMPLATE["Outputs"]["SiteOrigin"]["Value"]
        == properties("Uploads")["CorsConfiguration"]["CorsRules"][0]["AllowedOrigins"][0]
    )


def refused(**parameters: str) -> set[str]:
    """The rules that refuse a deployment with these parameters."""
    given = {**DEFAULTS, "Stage": "prod", **parameters}

    def value(node: Any) -> Any:
        match node:
            case {"Ref": name}:
                return given[name]
            case {"Fn::Equals": [one, other]}:
                return value(one) == value(other)
            case {"Fn::Not": [one]}:
                return not value(one)
            case {"Fn::And": parts}:
                return all(value(part) for part in parts)
        return node

    return {
        name
        for name, rule in TEMPLATE["Rules"].items()
        if value(rule["RuleCondition"]) and not all(value(part["Assert"]) for part in rule["Assertions"])
    }


def test_what_belongs_together_is_asked_for_together():
    assert refused() == set()
    assert refused(SiteDomain=DOMAIN) == {"DomainHasCertificate"}
    assert refused(CertificateArn=CERTIFICATE) == {"CertificateHasDomain"}
    assert refused(SiteDomain=DOMAIN, CertificateArn=CERTIFICATE) == set()
    assert refused(MailIdentityArn="arn:aws:ses:eu-west-1:111122223333:identity/zest.example") == {"MailHasSender"}
    assert refused(TextRecognition="tesseract") == {"ReaderHasImage"}
    assert refused(TextRecognition="tesseract", Stage="local") == set()


def test_names_that_two_regions_or_a_second_deployment_would_share_name_the_region():
    def regional(name: Any) -> bool:
        return "${AWS::Region}" in json.dumps(name)

    resources = in_stage("prod")
    headers = resources["SecurityHeaders"]["Properties"]["ResponseHeadersPolicyConfig"]["Name"]
    access = resources["SiteAccess"]["Properties"]["OriginAccessControlConfig"]["Name"]
    functions = [resources[name]["Properties"]["Name"] for name in ("SiteRoutes", "SiteStatus")]
    buckets = [
        body["Properties"]["BucketName"]
        for body in resources.values()
        if body["Type"] == "AWS::S3::Bucket" and "BucketName" in body["Properties"]
    ]
    assert len(buckets) == 1
    assert all(regional(name) for name in [headers, access, *functions, *buckets])
    # What is retained and has a name of ours cannot be deployed again beside itself.
    assert resources["TokenSecret"]["Properties"]["Name"] == {"Ref": "AWS::NoValue"}


def test_the_local_stage_keeps_the_names_under_which_people_s_things_lie():
    resources = in_stage("local")
    assert resources["Uploads"]["Properties"]["BucketName"] == {"Fn::Sub": "zest-${Stage}-uploads-${AWS::AccountId}"}
    assert resources["TokenSecret"]["Properties"]["Name"] == "zest-local-token-keys"


def test_mail_comes_from_ses_where_an_identity_is_given():
    identity = "arn:aws:ses:eu-west-1:111122223333:identity/zest.example"
    given = in_stage("prod", MailIdentityArn=identity, MailFrom="Zest <no-reply@zest.example>")
    assert given["UserPool"]["Properties"]["EmailConfiguration"] == {
        "EmailSendingAccount": "DEVELOPER",
        "SourceArn": identity,
        "From": "Zest <no-reply@zest.example>",
    }
    assert in_stage("prod")["UserPool"]["Properties"]["EmailConfiguration"] == {
        "EmailSendingAccount": "COGNITO_DEFAULT"
    }


def test_somebody_hears_the_alarms():
    assert in_stage("prod", AlarmEmail="ops@zest.example")["AlarmMail"]["Properties"] == {
        "TopicArn": {"Ref": "Alarms"},
        "Protocol": "email",
        "Endpoint": "ops@zest.example",
    }
    assert "AlarmMail" not in in_stage("prod")
    assert "AlarmMail" not in in_stage("local", AlarmEmail="ops@zest.example")
    alarms = {name: body for name, body in RESOURCES.items() if body["Type"] == "AWS::CloudWatch::Alarm"}
    assert all(body["Properties"]["AlarmActions"] == [{"Ref": "Alarms"}] for body in alarms.values())


def test_every_queue_of_what_failed_has_an_alarm():
    queues = {name for name, body in RESOURCES.items() if body["Type"] == "AWS::SQS::Queue"}
    watched = {
        dimension["Value"]["Fn::GetAtt"][0]
        for body in RESOURCES.values()
        if body["Type"] == "AWS::CloudWatch::Alarm"
        and body["Properties"]["MetricName"] == "ApproximateNumberOfMessagesVisible"
        for dimension in body["Properties"]["Dimensions"]
    }
    assert watched == queues


def test_imports_leave_the_rest_of_the_quota_to_the_api_where_a_limit_is_given():
    def limited(resources: dict[str, Any]) -> dict[str, Any]:
        found = {
            name: body["Properties"].get("ReservedConcurrentExecutions", {"Ref": "AWS::NoValue"})
            for name, body in resources.items()
            if body["Type"] in ("AWS::Serverless::Function", "AWS::Lambda::Function")
        }
        return {name: limit for name, limit in found.items() if limit != {"Ref": "AWS::NoValue"}}

    assert limited(in_stage("prod", ImportConcurrency="100")) == dict.fromkeys(IMPORTING, "100")
    assert set(limited(in_stage("prod", ImportConcurrency="100", TextRecognition="tesseract"))) == {
        *IMPORTING,
        "FnReadImage",
    }
    assert limited(in_stage("prod")) == {}
    assert limited(in_stage("local", ImportConcurrency="100")) == {}


def test_nothing_names_a_partition_of_aws():
    texts = [REPOSITORY / "template.yaml", *(REPOSITORY / "statemachines").glob("*.asl.json")]
    for file in texts:
        assert "arn:aws:" not in file.read_text(), file.name


def test_the_address_of_the_site_alone_is_the_landing_page():
    assert properties("Cdn")["DistributionConfig"]["DefaultRootObject"] == "home.html"


def test_the_reader_s_image_holds_one_file_and_is_one_lambda_takes():
    ignored = (REPOSITORY / ".dockerignore").read_text().splitlines()
    assert [line for line in ignored if line and not line.startswith("#")] == [
        "*",
        "!target/lambda/fn-read/bootstrap",
    ]
    copied = [
        line.split()[1]
        for line in (REPOSITORY / "lambdas/functions/fn-read.Dockerfile").read_text().splitlines()
        if line.startswith("COPY ")
    ]
    assert copied == ["target/lambda/fn-read/bootstrap"]
    assert "--provenance=false" in (REPOSITORY / "Makefile").read_text()
