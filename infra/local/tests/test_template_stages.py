"""Parts of template.yaml that only AWS stages have: domain, names, mail, alarms, limits."""

import json
import re
from typing import Any

import pytest
from support.template import DEFAULTS, RESOURCES, TEMPLATE, in_stage, properties
from zest_local.places import REPOSITORY

DOMAIN = "zest.example"
CERTIFICATE = "arn:aws:acm:us-east-1:111122223333:certificate/7c1f"
OTHER_VAULT = "arn:aws:backup:eu-west-1:444455556666:backup-vault:zest"
IMPORTING = {"FnFetch", "FnRead", "FnExtract", "FnPicture"}


def policy(resources: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Returns the distribution's content security policy: its text, and the substituted names."""
    headers = resources["SecurityHeaders"]["Properties"]["ResponseHeadersPolicyConfig"]["SecurityHeadersConfig"]
    text, names = headers["ContentSecurityPolicy"]["ContentSecurityPolicy"]["Fn::Sub"]
    return text, names


@pytest.mark.parametrize("stage", ["dev", "prod"])
def test_security_policy_lists_the_hosts_of_the_app(stage: str):
    text, names = policy(in_stage(stage))
    connections = next(part.split() for part in text.split(";") if part.split()[0] == "connect-src")
    assert connections[1:5] == ["'self'", "https://${Graphql}", "wss://${Realtime}", "https://${UploadsHost}"]
    # The host's id is not the API id; only the attribute has it.
    assert names["Graphql"] == {"Fn::GetAtt": ["Api", "GraphQLDns"]}
    assert names["Realtime"] == {"Fn::GetAtt": ["Api", "RealtimeDns"]}
    assert "ApiId" not in text
    bucket = names["UploadsHost"]["Fn::Sub"][1]["Bucket"]
    assert bucket == in_stage(stage)["Uploads"]["Properties"]["BucketName"]


def origins(resources: dict[str, Any]) -> dict[str, Any]:
    """Returns the places at which a stage states its own address."""
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


def test_custom_domain_is_used_in_every_own_address():
    here = {"Fn::Sub": "https://${SiteDomain}"}
    found = origins(in_stage("prod", SiteDomain=DOMAIN, CertificateArn=CERTIFICATE))
    assert found["cors"] == [here]
    assert found["urls"] == [here] * 6
    assert found["aliases"] == [DOMAIN]
    assert found["certificate"]["AcmCertificateArn"] == CERTIFICATE
    assert found["certificate"]["MinimumProtocolVersion"] == "TLSv1.2_2021"


@pytest.mark.parametrize("stage", ["dev", "prod"])
def test_distribution_domain_is_used_without_a_custom_one(stage: str):
    here = {"Fn::Sub": "https://${Cdn.DomainName}"}
    found = origins(in_stage(stage))
    assert found["cors"] == [here]
    assert found["urls"] == [here] * 6
    assert found["aliases"] == {"Ref": "AWS::NoValue"}
    assert found["certificate"]["CloudFrontDefaultCertificate"] is True


def test_site_origin_output_equals_the_cors_origin():
    assert (
        TEMPLATE["Outputs"]["SiteOrigin"]["Value"]
        == properties("Uploads")["CorsConfiguration"]["CorsRules"][0]["AllowedOrigins"][0]
    )


def refused(**parameters: str) -> set[str]:
    """Returns the names of the rules that reject these parameters."""
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


def test_dependent_parameters_are_required_together():
    assert refused() == set()
    assert refused(SiteDomain=DOMAIN) == {"DomainHasCertificate"}
    assert refused(CertificateArn=CERTIFICATE) == {"CertificateHasDomain"}
    assert refused(SiteDomain=DOMAIN, CertificateArn=CERTIFICATE) == set()
    assert refused(MailIdentityArn="arn:aws:ses:eu-west-1:111122223333:identity/zest.example") == {"MailHasSender"}
    assert refused(MonthlyBudget="200") == {"BudgetHasReader"}
    assert refused(MonthlyBudget="200", AlarmEmail="ops@zest.example") == set()
    assert refused(BackupCopyVault=OTHER_VAULT) == {"CopyHasBackups"}
    assert refused(BackupCopyVault=OTHER_VAULT, Backups="on") == set()
    assert refused(TextRecognition="tesseract") == {"ReaderHasImage"}
    assert refused(TextRecognition="tesseract", Stage="local") == set()


def test_global_names_contain_the_region():
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
    # A retained resource with a fixed name could not be deployed a second time.
    assert resources["TokenSecret"]["Properties"]["Name"] == {"Ref": "AWS::NoValue"}


def test_local_stage_keeps_its_resource_names():
    resources = in_stage("local")
    assert resources["Uploads"]["Properties"]["BucketName"] == {"Fn::Sub": "zest-${Stage}-uploads-${AWS::AccountId}"}
    assert resources["TokenSecret"]["Properties"]["Name"] == "zest-local-token-keys"


def test_mail_is_sent_by_ses_if_an_identity_is_given():
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


def test_alarm_mail_subscribes_the_given_address():
    assert in_stage("prod", AlarmEmail="ops@zest.example")["AlarmMail"]["Properties"] == {
        "TopicArn": {"Ref": "Alarms"},
        "Protocol": "email",
        "Endpoint": "ops@zest.example",
    }
    assert "AlarmMail" not in in_stage("prod")
    assert "AlarmMail" not in in_stage("local", AlarmEmail="ops@zest.example")
    alarms = {name: body for name, body in RESOURCES.items() if body["Type"] == "AWS::CloudWatch::Alarm"}
    assert all(body["Properties"]["AlarmActions"] == [{"Ref": "Alarms"}] for body in alarms.values())


def test_monthly_budget_is_reported_to_the_alarm_address():
    given = in_stage("prod", AlarmEmail="ops@zest.example", MonthlyBudget="200")["AccountBudget"]["Properties"]
    assert given["Budget"]["BudgetLimit"] == {"Amount": "200", "Unit": "USD"}
    addresses = [who["Address"] for one in given["NotificationsWithSubscribers"] for who in one["Subscribers"]]
    assert addresses == ["ops@zest.example"] * 2
    assert "AccountBudget" not in in_stage("prod", AlarmEmail="ops@zest.example")
    assert "AccountBudget" not in in_stage("local", AlarmEmail="ops@zest.example", MonthlyBudget="200")


def test_prod_is_protected_from_deletion_unless_it_is_new():
    def protected(**parameters: str) -> list[Any]:
        resources = in_stage(**parameters)
        tables = [body["Properties"] for body in resources.values() if body["Type"] == "AWS::DynamoDB::Table"]
        return [
            *(table["DeletionProtectionEnabled"] for table in tables),
            resources["UserPool"]["Properties"]["DeletionProtection"],
        ]

    assert protected(stage="prod") == [True] * 5 + ["ACTIVE"]
    assert protected(stage="prod", DeletionProtection="off") == protected(stage="dev") == [False] * 5 + ["INACTIVE"]


EDGE = {"SiteFirewall", "SiteLogs", "SiteLogSource", "SiteLogDestination", "SiteLogDelivery"}


def test_managed_rules_and_access_logs_are_off_by_default():
    switched_on = {"ManagedRules": "on", "AccessLogs": "on"}
    assert not {name for name in in_stage("prod") if name in EDGE or name.startswith("RestFirewall")}
    here = in_stage("prod", **switched_on, **{"AWS::Region": "us-east-1"})
    there = in_stage("prod", **switched_on, **{"AWS::Region": "eu-west-1"})
    assert set(here) - set(there) == {*EDGE, "SiteErrors"}
    apis = {name for name, body in RESOURCES.items() if body["Type"] == "AWS::Serverless::Api"}
    protected = {
        name
        for body in there.values()
        if body["Type"] == "AWS::WAFv2::WebACLAssociation"
        for name in re.findall(r"restapis/\$\{(\w+)\}", json.dumps(body["Properties"]["ResourceArn"]))
    }
    assert protected == apis
    fields = here["SiteLogDelivery"]["Properties"]["RecordFields"]
    assert not {"c-ip", "cs-uri-stem", "cs-uri-query", "cs(Cookie)", "cs(Referer)", "x-forwarded-for"} & set(fields)


def test_backups_are_off_by_default_and_contain_every_table():
    kinds = ("AWS::Backup::", "AWS::KMS::")
    for resources in (in_stage("prod"), in_stage("local", Backups="on")):
        assert not [body for body in resources.values() if body["Type"].startswith(kinds)]
    resources = in_stage("prod", Backups="on")
    selected = resources["BackupSelection"]["Properties"]["BackupSelection"]["Resources"]
    tables = [name for name, body in RESOURCES.items() if body["Type"] == "AWS::DynamoDB::Table"]
    assert selected == [{"Fn::GetAtt": [name, "Arn"]} for name in tables]
    assert resources["BackupVault"]["Properties"]["EncryptionKeyArn"] == {"Fn::GetAtt": ["BackupKey", "Arn"]}
    # A retained vault with a fixed name could not be deployed a second time.
    assert "AWS::StackId" in json.dumps(resources["BackupVault"]["Properties"]["BackupVaultName"])


def test_backups_are_copied_only_to_a_named_vault_whose_account_may_use_the_key():
    def copies(**parameters: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        resources = in_stage("prod", Backups="on", **parameters)
        [rule] = resources["BackupPlan"]["Properties"]["BackupPlan"]["BackupPlanRule"]
        _, *others = resources["BackupKey"]["Properties"]["KeyPolicy"]["Statement"]
        return rule["CopyActions"], others

    nothing = {"Ref": "AWS::NoValue"}
    assert copies() == (nothing, [nothing, nothing])
    [copy], others = copies(BackupCopyVault=OTHER_VAULT)
    assert copy["DestinationBackupVaultArn"] == OTHER_VAULT
    # The account is the fifth part of the vault's ARN.
    part = {"Fn::Select": [4, {"Fn::Split": [":", OTHER_VAULT]}]}
    assert OTHER_VAULT.split(":")[4] == "444455556666"
    assert all(one["Principal"]["AWS"]["Fn::Sub"][1]["Account"] == part for one in others)
    assert [one["Action"] for one in others] == [["kms:DescribeKey", "kms:Decrypt"], "kms:CreateGrant"]


def test_subdomains_and_preloading_of_hsts_must_be_asked_for():
    def hsts(**parameters: str) -> list[bool]:
        headers = in_stage("prod", **parameters)["SecurityHeaders"]["Properties"]["ResponseHeadersPolicyConfig"]
        sent = headers["SecurityHeadersConfig"]["StrictTransportSecurity"]
        return [sent["IncludeSubdomains"], sent["Preload"]]

    assert hsts() == [False, False]
    assert hsts(HstsPreload="on") == [True, True]


def test_every_function_with_a_model_keeps_both_daily_budgets():
    resources = in_stage("prod", AgentDayBudget="50", AgentStageDayBudget="700")
    told = {
        name: body["Properties"]["Environment"]["Variables"]
        for name, body in resources.items()
        if "BEDROCK_MODEL_ID" in json.dumps(body)
    }
    assert set(told) == {"FnAgent", "FnAssist", "FnPropose"}
    assert all((one["DAY_BUDGET"], one["STAGE_DAY_BUDGET"]) == ("50", "700") for one in told.values())


def test_every_dead_letter_queue_has_an_alarm():
    queues = {name for name, body in RESOURCES.items() if body["Type"] == "AWS::SQS::Queue"}
    alarms = [body["Properties"] for body in RESOURCES.values() if body["Type"] == "AWS::CloudWatch::Alarm"]
    metrics = [
        one["MetricStat"]["Metric"] for alarm in alarms for one in alarm.get("Metrics", []) if "MetricStat" in one
    ]
    watched = {
        dimension["Value"]["Fn::GetAtt"][0]
        for metric in [*alarms, *metrics]
        if metric.get("MetricName") == "ApproximateNumberOfMessagesVisible"
        for dimension in metric["Dimensions"]
    }
    assert watched == queues


def test_import_concurrency_is_limited_if_a_limit_is_given():
    def limited(resources: dict[str, Any]) -> dict[str, Any]:
        found = {
            name: body["Properties"].get("ReservedConcurrentExecutions", {"Ref": "AWS::NoValue"})
            for name, body in resources.items()
            if body["Type"] in ("AWS::Serverless::Function", "AWS::Lambda::Function")
        }
        return {name: limit for name, limit in found.items() if limit != {"Ref": "AWS::NoValue"}}

    assert limited(in_stage("prod", ImportConcurrency="100")) == dict.fromkeys(IMPORTING, "100")
    # Only one of the two readers is called, so only that one reserves concurrency.
    assert set(limited(in_stage("prod", ImportConcurrency="100", TextRecognition="tesseract"))) == {
        *IMPORTING - {"FnRead"},
        "FnReadImage",
    }
    assert limited(in_stage("prod")) == {}
    assert limited(in_stage("local", ImportConcurrency="100")) == {}


def test_no_arn_hardcodes_the_aws_partition():
    texts = [REPOSITORY / "template.yaml", *(REPOSITORY / "statemachines").glob("*.asl.json")]
    for file in texts:
        assert "arn:aws:" not in file.read_text(), file.name


def test_root_address_serves_the_landing_page():
    assert properties("Cdn")["DistributionConfig"]["DefaultRootObject"] == "home.html"


def test_reader_image_is_named_by_digest():
    pattern = TEMPLATE["Parameters"]["ReaderImage"]["AllowedPattern"]
    image = "111122223333.dkr.ecr.eu-west-1.amazonaws.com/zest-reader"
    assert re.fullmatch(pattern, f"{image}@sha256:{'a1' * 32}") and re.fullmatch(pattern, "")
    assert not re.fullmatch(pattern, f"{image}:1")


def test_reader_image_contains_one_file_and_suits_lambda():
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


def test_email_with_a_code_is_in_three_languages():
    template = RESOURCES["UserPool"]["Properties"]["VerificationMessageTemplate"]
    assert template["EmailMessage"].count("{####}") == 1
    for language in ("en", "es", "fr"):
        assert f'<p lang="{language}">' in template["EmailMessage"]
    assert len(template["EmailSubject"]) <= 140
