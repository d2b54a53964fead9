"""Neither a web page nor a program without the secret controls the local cloud."""

import hashlib
import http.client
import json
import re
import secrets
import stat
import threading
import time
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import cloud_access
import pytest
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from botocore.exceptions import ClientError
from support.zest import Zest
from zest_client import Guest
from zest_local.deploy import REGION, ROOT_KEY, Cloud

pytestmark = pytest.mark.attack

FOREIGN_HOSTS = ["evil.example", "127.0.0.1.nip.io", "localhost.evil.example", "media.s3.amazonaws.com", "0.0.0.0", ""]
CONTROL_PATHS = [
    "/_ministack/reset",
    "/_ministack/reset?init=1",
    "/_ministack/health",
    "/_ministack/ready",
    "/_ministack/config",
    "/_ministack/ses/messages",
    "/_ministack/sqs/messages",
    "/_ministack/lambda-code/zest",
    "/_ministack/rds/iam-auth",
    "/_localstack/health",
    "/_localstack/init",
    "/_aws/ses",
    "/_aws/execute-api/a/b",
]


def send(
    cloud: Cloud, method: str, path: str, headers: dict[str, str], body: bytes = b""
) -> tuple[int, dict[str, str], bytes]:
    address = urlsplit(cloud.endpoint)
    connection = http.client.HTTPConnection("127.0.0.1", address.port, timeout=30)
    try:
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in {"host": address.netloc, "content-length": str(len(body)), **headers}.items():
            connection.putheader(name, value)
        connection.endheaders(body)
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    finally:
        connection.close()


def unverified(service: str, key: str = ROOT_KEY) -> str:
    """Returns an Authorization header that ministack accepts as root: a scope with an invalid signature."""
    scope = f"{key}/{time.strftime('%Y%m%d', time.gmtime())}/{REGION}/{service}/aws4_request"
    return f"AWS4-HMAC-SHA256 Credential={scope}, SignedHeaders=host;x-amz-date, Signature={'0' * 64}"


def signed(cloud: Cloud, key: str, secret: str, token: str | None = None, host: str | None = None) -> dict[str, str]:
    """Returns a signed ListTables; `host` replaces the host of the cloud in the signature."""
    headers = {"x-amz-target": "DynamoDB_20120810.ListTables", "content-type": "application/x-amz-json-1.0"}
    headers["host"] = urlsplit(cloud.endpoint).netloc if host is None else host
    request = AWSRequest("POST", f"{cloud.endpoint}/", data=b"{}", headers=headers)
    SigV4Auth(Credentials(key, secret, token), "dynamodb", REGION).add_auth(request)
    return {name.lower(): value for name, value in request.headers.items()}


def list_tables(cloud: Cloud, headers: dict[str, str]) -> int:
    return send(cloud, "POST", "/", headers, b"{}")[0]


# Requests that a page can send without a CORS preflight.
PAGES = {
    "list roles": ("iam", b"Action=ListRoles&Version=2010-05-08", {}),
    "create a function": ("lambda", b"{}", {"path": "/2015-03-31/functions"}),
    "read the table": ("dynamodb", b"{}", {"target": "DynamoDB_20120810.ListTables"}),
    "read the signing key": ("secretsmanager", b"{}", {"target": "secretsmanager.ListSecrets"}),
    "list buckets": ("s3", b"", {"method": "GET"}),
    "list users": ("cognito-idp", b"{}", {"target": "AWSCognitoIdentityProviderService.ListUserPools"}),
}


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:3000", None])
@pytest.mark.parametrize("name", PAGES)
def test_page_request_is_refused_without_cors_headers(zest: Zest, name: str, origin: str | None):
    service, body, how = PAGES[name]
    for authorization in (unverified(service), unverified(service, "000000000000"), None):
        headers = {"content-type": "text/plain", "x-amz-date": time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())}
        headers |= {"origin": origin} if origin else {}
        headers |= {"authorization": authorization} if authorization else {}
        headers |= {"x-amz-target": how["target"]} if "target" in how else {}
        status, answered, _ = send(zest.cloud, how.get("method", "POST"), how.get("path", "/"), headers, body)
        assert status == 403
        assert not [header for header in answered if header.startswith("access-control")]


@pytest.mark.parametrize("header", ["origin", "sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest"])
def test_valid_signature_from_a_browser_is_refused(zest: Zest, header: str):
    cloud = zest.cloud
    whole = signed(cloud, ROOT_KEY, cloud.secret)
    assert list_tables(cloud, whole) == 200
    assert list_tables(cloud, whole | {header: "http://localhost:3000"}) == 403
    proof = {cloud_access.PROOF: cloud_access.proof(cloud.secret, "POST", "/", time.time())}
    assert list_tables(cloud, whole | proof | {header: "http://localhost:3000"}) == 403


@pytest.mark.parametrize("path", ["/", "/_ministack/reset", "/2015-03-31/functions"])
def test_cors_preflight_is_refused(zest: Zest, path: str):
    asked = {"origin": "http://evil.example", "access-control-request-method": "POST"}
    status, answered, _ = send(zest.cloud, "OPTIONS", path, asked)
    assert status == 403
    assert not [header for header in answered if header.startswith("access-control")]


@pytest.mark.parametrize("host", FOREIGN_HOSTS)
def test_dns_rebinding_host_is_refused(zest: Zest, host: str):
    cloud = zest.cloud
    assert list_tables(cloud, signed(cloud, ROOT_KEY, cloud.secret, host=host)) == 403


@pytest.mark.parametrize("path", CONTROL_PATHS)
@pytest.mark.parametrize("method", ["GET", "POST", "PUT"])
def test_ministack_control_paths_are_closed(zest: Zest, method: str, path: str):
    cloud = zest.cloud
    proof = {cloud_access.PROOF: cloud_access.proof(cloud.secret, method, path, time.time())}
    for headers in ({}, {"authorization": unverified("s3")}, proof):
        assert send(cloud, method, path, headers)[0] == 403
    # The cloud was not reset.
    assert cloud.client("dynamodb").list_tables()["TableNames"]


def test_root_key_signature_is_verified(zest: Zest):
    cloud = zest.cloud
    good = signed(cloud, ROOT_KEY, cloud.secret)
    assert list_tables(cloud, good) == 200
    for bad in (
        signed(cloud, ROOT_KEY, "test"),
        signed(cloud, ROOT_KEY, ""),
        signed(cloud, ROOT_KEY, cloud.secret[:-1]),
        signed(cloud, ROOT_KEY, cloud.secret, token="x"),
        signed(cloud, "000000000000", cloud.secret),
        signed(cloud, "000000000000", "test"),
        signed(cloud, "AKIAUNKNOWNUNKNOWN12", cloud.secret),
        good | {"x-amz-target": "DynamoDB_20120810.ListTables", "x-amz-date": "20200101T000000Z"},
        good | {"authorization": good["authorization"].replace("SignedHeaders=", "SignedHeaders=x;")},
        good | {"authorization": re.sub("Signature=.*", "Signature=", good["authorization"])},
        good | {"authorization": f"AWS {ROOT_KEY}:c2ln"},
        good | {"authorization": "Bearer x"},
        {name: value for name, value in good.items() if name != "authorization"},
    ):
        assert list_tables(cloud, bad) == 403
    # The signature includes the body.
    assert send(cloud, "POST", "/", good, b'{"Limit": 1}')[0] == 403
    assert send(cloud, "POST", "/other", good, b"{}")[0] == 403


def test_presigned_url_of_the_root_key_is_refused(zest: Zest):
    cloud, bucket = zest.cloud, zest.outputs["SiteBucket"]
    link = cloud.client("s3").generate_presigned_url("list_objects_v2", Params={"Bucket": bucket})
    forged = (
        Cloud(cloud.endpoint, "test").client("s3").generate_presigned_url("get_object", {"Bucket": bucket, "Key": "a"})
    )
    for address in (link, forged):
        split = urlsplit(address)
        assert send(cloud, "GET", f"{split.path}?{split.query}", {})[0] == 403


def test_signature_is_bound_to_its_request_and_expires(zest: Zest):
    cloud, path = zest.cloud, f"/{zest.outputs['UserPoolId']}/.well-known/jwks.json"

    def answer(proof: str, method: str = "GET", target: str = path) -> int:
        return send(cloud, method, target, {cloud_access.PROOF: proof})[0]

    now = time.time()
    good = cloud_access.proof(cloud.secret, "GET", path, now)
    assert answer(good) == 200
    assert answer(good, target=f"{path}?a=b") == 403
    assert answer(good, target="/") == 403
    assert answer(good, method="POST") == 403
    assert answer(cloud_access.proof("test", "GET", path, now)) == 403
    assert answer(cloud_access.proof(cloud.secret, "GET", path, now - 3600)) == 403
    assert answer(cloud_access.proof(cloud.secret, "GET", path, now + 3600)) == 403
    for odd in ("", ":", f"{int(now)}", f"{int(now)}:", "x:" + good.split(":")[1], "9" * 400 + ":0", "²:0"):
        assert answer(odd.encode().decode("latin-1")) == 403


def test_guest_keys_cannot_bypass_verifier_or_snapshots(zest: Zest, guest: Guest):
    cloud, own = zest.cloud, guest.credentials
    for path in ("/_local/sigv4", "/_local/save", "/_local/resume"):
        request = AWSRequest("POST", f"{cloud.endpoint}{path}", data=b"{}")
        SigV4Auth(Credentials(own.access_key, own.secret_key, own.token), "local", REGION).add_auth(request)
        assert send(cloud, "POST", path, dict(request.headers.items()), b"{}")[0] == 403
    with pytest.raises(ClientError, match="AccessDenied"):
        Cloud(cloud.endpoint, "").client("dynamodb").list_tables()


def test_function_credentials_are_unpredictable(zest: Zest):
    """Without the patch, ministack derives the keys of a function from its name and the name of its role."""
    found = zest.client("lambda").get_function_configuration(FunctionName=zest.function("FnGraphql"))
    zest.invoke("FnSweep", {"quietSeconds": 3600})
    digest = hashlib.sha256(f"{found['FunctionArn']}:{found['Role']}".encode()).hexdigest()
    key, secret, token = (
        f"ASIA{digest[:16].upper()}",
        hashlib.sha256(f"secret:{digest}".encode()).hexdigest(),
        hashlib.sha256(f"token:{digest}".encode()).hexdigest(),
    )
    assert list_tables(zest.cloud, signed(zest.cloud, key, secret, token)) == 403


def ports_of(pid: int) -> dict[int, str]:
    """Returns the TCP ports on which a process listens, with addresses in the format of the kernel."""
    sockets = set()
    for file in (Path("/proc") / str(pid) / "fd").iterdir():
        # A file may be closed while the folder is read.
        try:
            sockets.add(str(file.readlink()))
        except OSError:
            continue
    found = {}
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            address, port = fields[1].split(":")
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in sockets:
                found[int(port, 16)] = address
    return found


def test_ports_are_local_and_require_authentication(zest: Zest, guest: Guest):
    guest.list()
    pid = int((zest.state / "run" / "cloud.pid").read_text())
    ports = ports_of(pid)
    assert len(ports) > 1, "functions fetch their events at ports of their own"
    assert set(ports.values()) == {"0100007F"}
    for port in ports:
        for path in ("/2018-06-01/runtime/invocation/next", "/", "//2018-06-01/runtime/invocation/next"):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            try:
                connection.request("GET", path, headers={"origin": "http://evil.example"})
                assert connection.getresponse().status == 403
            finally:
                connection.close()


def test_secret_file_is_private_and_not_in_any_environment(zest: Zest, guest: Guest):
    guest.list()
    run = zest.state / "run"
    secret = (run / "cloud-secret").read_text()
    assert len(secret) >= 40
    for file in ("cloud-secret", "gateway.json", "instacart.json", "stripe.json"):
        assert stat.S_IMODE((run / file).stat().st_mode) == 0o600
    for name in ("cloud", "gateway"):
        own = Path("/proc") / (run / f"{name}.pid").read_text()
        assert secret.encode() not in (own / "environ").read_bytes()
        assert secret.encode() not in (own / "cmdline").read_bytes()


ORIGINS = ["http://evil.example", "null", "https://localhost:3000", "http://127.0.0.1:1"]


@pytest.mark.parametrize("origin", ORIGINS)
@pytest.mark.parametrize(
    "path",
    ["/cognito-identity/", "/cognito-idp/", "/", "/oauth2/token", "/local/google/authorize", "/local/google/token"],
)
def test_front_door_refuses_other_origins(zest: Zest, path: str, origin: str):
    front = Cloud(f"http://127.0.0.1:{zest.port}", "")
    target = {"x-amz-target": "AWSCognitoIdentityService.GetId", "content-type": "text/plain"}
    pool = json.dumps({"IdentityPoolId": zest.outputs["IdentityPoolId"]}).encode()
    assert send(front, "POST", path, target | {"origin": origin}, pool)[0] == 403


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.nip.io:3000", "localhost.evil.example"])
@pytest.mark.parametrize("path", ["/", "/config.json", "/healthz", "/graphql", "/demo/", "/local/google/authorize"])
def test_front_door_refuses_foreign_host_names(zest: Zest, host: str, path: str):
    front = Cloud(f"http://127.0.0.1:{zest.port}", "")
    assert send(front, "GET", path, {"host": host})[0] == 421


def test_front_door_uploads_accept_only_its_own_origin(zest: Zest, guest: Guest):
    submission = f"{secrets.token_hex(4)}-0000-4000-8000-{secrets.token_hex(6)}"
    form = guest.upload_form(submission, "FILE", 3)
    path = urlsplit(form["url"]).path
    front = Cloud(f"http://127.0.0.1:{zest.port}", "")
    boundary = {"content-type": "multipart/form-data; boundary=x"}
    assert send(front, "POST", path, boundary | {"origin": "http://evil.example"}, b"--x--")[0] == 403
    own = {"origin": zest.origin, "host": f"localhost:{zest.port}"}
    assert guest.upload("FILE", b"abc", submission=submission)
    status, _, body = send(front, "POST", path, boundary | own, b"--x--")
    assert (status, b"AccessDenied" in body) == (403, True), "S3's own refusal, of a form that nobody has signed"


def test_signature_verification_is_fast(zest: Zest):
    """Verifies many signed requests at the same time."""
    cloud, outcomes = zest.cloud, []

    def ask() -> None:
        outcomes.extend(list_tables(cloud, signed(cloud, ROOT_KEY, cloud.secret)) for _ in range(25))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes == [200] * 100


def test_post_form_of_the_root_key_is_refused_by_the_cloud(zest: Zest):
    fields = urlencode({"Action": "GetCallerIdentity", "Version": "2011-06-15"}).encode()
    headers = {"authorization": unverified("sts"), "content-type": "application/x-www-form-urlencoded"}
    assert send(zest.cloud, "POST", "/", headers, fields)[0] == 403
