"""Starts and supervises the local cloud, the gateway and the stand-ins."""

import contextlib
import json
import os
import random
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from zest_local import lifeline, say, template
from zest_local.build import binary
from zest_local.deploy import ACCOUNT, REGION, Cloud, rest_routes
from zest_local.places import DEMO, LOCAL_CLOUD, SITE, State
from zest_local.site_files import filled_in

# The rate limits of the gateway per caller and per address.
RATES = ("callerPerSecond", "callerAtOnce", "addressPerSecond", "addressAtOnce", "identitiesPerHour")
# Path of the Stripe webhook on the app's origin.
STRIPE_WEBHOOK = "/api/payment/webhook"
RECIPE_PAGE = "/recipe-page/index.html"
# Number of starts of a child within a minute after which a further one ends the launcher.
RESTART_LIMIT = 5
# Below the ports that Linux and macOS assign to other sockets: a port stays free until its child binds it.
PORTS = range(20_000, 32_768)


class NotRunning(Exception):
    """A child process does not start or exits again. The message names it and its log."""


class Killed(NotRunning):
    """A signal killed a child process before it answered."""


def free_port() -> int:
    """Returns an unused local port."""
    return next(port for port in random.sample(PORTS, len(PORTS)) if is_free(port))


def is_free(port: int) -> bool:
    """Returns whether a port is free on every loopback address."""
    for family, address in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
        try:
            with socket.socket(family) as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind((address, port))
        except OSError as error:
            # A machine without IPv6 has no address ::1.
            if family == socket.AF_INET or error.errno == 98:
                return False
    return True


class Child:
    """A supervised process: command, log, and readiness URL."""

    def __init__(self, name: str, state: State, command: list[str], environment: dict[str, str], ready_url: str):
        self.name = name
        self.log = state.logs / f"{name}.log"
        self.pid_file = state.run / f"{name}.pid"
        self._command = command
        self._environment = {**os.environ, **environment, **lifeline.environment()}
        self._ready_url = ready_url
        self._port = urllib.parse.urlsplit(ready_url).port or 80
        self.restart_limit = RESTART_LIMIT
        self._process: subprocess.Popen[bytes] | None = None
        self._starts: list[float] = []

    def start(self, seconds: float = 30) -> None:
        """Starts the process and waits until it answers."""
        self._starts = [at for at in self._starts if time.monotonic() - at < 60] + [time.monotonic()]
        if len(self._starts) > self.restart_limit:
            raise NotRunning(f"the {self.name} keeps crashing; see {self.log}.")
        deadline = time.monotonic() + seconds
        # Another process on this port would answer in place of the child.
        while not is_free(self._port):
            if time.monotonic() > deadline:
                raise NotRunning(f"port {self._port} of the {self.name} is in use.")
            time.sleep(0.05)
        _keep_last(self.log)
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                # The launcher handles Ctrl-C and stops the children in order.
                start_new_session=True,
                preexec_fn=lifeline.tie,
            )
        self.pid_file.write_text(str(self._process.pid))
        while not _answers(self._ready_url):
            if self._process.poll() is not None:
                if self._process.returncode < 0:
                    raise Killed(f"the {self.name} was killed while it started; see {self.log}.")
                raise NotRunning(f"the {self.name} exited immediately: {_last_line(self.log)}")
            if time.monotonic() > deadline:
                raise NotRunning(f"the {self.name} did not answer within {seconds:.0f} seconds; see {self.log}.")
            time.sleep(0.05)

    def has_ended(self) -> bool:
        """Returns whether the process has exited."""
        return self._process is not None and self._process.poll() is not None

    def stop(self, seconds: float = 15) -> None:
        """Sends SIGTERM, then SIGKILL."""
        if self._process is None or self._process.poll() is not None:
            return
        self._process.terminate()
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def cloud(state: State, port: int) -> Child:
    """Returns the local cloud with a new root secret. Every request needs a valid signature."""
    _write_private(state.cloud_secret, secrets.token_urlsafe(32))
    environment = {
        "ZEST_CLOUD_SECRET_FILE": str(state.cloud_secret),
        "BIND_HOST": "127.0.0.1",
        "GATEWAY_PORT": str(port),
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}",
        "AUTH": "true",
        "PERSIST_STATE": "1",
        "STATE_DIR": str(state.cloud),
        "S3_PERSIST": "1",
        "S3_DATA_DIR": str(state.objects),
        "LAMBDA_EXECUTOR": "local",
        "IOT_MTLS_ENABLED": "0",
        "MINISTACK_REGION": REGION,
        "TMPDIR": str(state.run),
        "LOG_LEVEL": "INFO",
        "PYTHONPATH": str(LOCAL_CLOUD),
        "AWS_CONFIG_FILE": os.devnull,
        "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
    }
    command = [sys.executable, "-m", "zest_local.cloud"]
    # The cloud refuses an unsigned request; the refusal shows that it serves.
    return Child("cloud", state, command, environment, f"http://127.0.0.1:{port}/")


def gateway(state: State, profile: str, port: int, cloud: Cloud, outputs: dict[str, str], limits: str) -> Child:
    """Returns the gateway: AppSync and the front door."""
    origin = f"http://localhost:{port}"
    config = state.run / "gateway.json"
    deployed = template.load()
    routes = rest_routes(deployed, cloud)
    settings: dict[str, Any] = {
        "port": port,
        "cloudEndpoint": cloud.endpoint,
        "cloudSecret": cloud.secret,
        "region": REGION,
        "accountId": ACCOUNT,
        "apiId": outputs["ApiId"],
        "userPoolId": outputs["UserPoolId"],
        "site": str(SITE),
        "demo": str(DEMO),
        "mediaBucket": outputs["MediaBucket"],
        "uploadsBucket": outputs["UploadsBucket"],
        "spaRoutes": [template.site_routes(deployed, "APP")],
        "pageRoutes": [template.site_routes(deployed, "PAGES")],
        "siteTexts": filled_in(origin, "contact@localhost"),
        "rest": [route for route in routes if route["path"] != RECIPE_PAGE],
        # Only the distribution uses this route.
        "recipePage": {
            "function": next(route["function"] for route in routes if route["path"] == RECIPE_PAGE),
            "resource": RECIPE_PAGE,
            "route": template.recipe_route(deployed),
            "siteBucket": outputs["SiteBucket"],
            "origin": origin,
        },
        # In some browsers, 'self' does not include WebSockets of the same origin.
        "contentSecurityPolicy": template.content_policy(deployed, {"connect-src": f"ws://localhost:{port}"}),
        "clientConfig": {
            "stage": "local",
            "region": REGION,
            "userPoolId": outputs["UserPoolId"],
            "userPoolClientId": outputs["UserPoolClientId"],
            "identityPoolId": outputs["IdentityPoolId"],
            "graphqlEndpoint": f"{origin}/graphql",
            "userPoolEndpoint": f"{origin}/cognito-idp/",
            "identityPoolEndpoint": f"{origin}/cognito-identity/",
            "oauthDomain": f"localhost:{port}",
            "google": True,
            "demo": True,
            "credits": limits != "off",
            "groceries": outputs["Groceries"] != "off",
            "agent": outputs["Agent"],
        },
    }
    if limits != "on":
        # A Zest with custom or no limits has a single user, such as a test suite.
        settings["limits"] = dict.fromkeys(RATES, 1_000_000)
    _write_private(config, json.dumps(settings))
    command = [str(binary("gateway", profile)), "--config", str(config)]
    return Child("gateway", state, command, {}, f"http://127.0.0.1:{port}/healthz")


def stripe(state: State, profile: str, origin: str) -> Child:
    """Returns the Stripe stand-in with new keys. Uses the last port again if it is free, so that the deployment stays
    unchanged.
    """
    port = _port_before(state.stripe) or free_port()
    settings = {
        "port": port,
        "secretKey": f"sk_test_{secrets.token_hex(24)}",
        "webhookSecret": f"whsec_{secrets.token_hex(24)}",
        "webhookUrl": f"{origin}{STRIPE_WEBHOOK}",
    }
    _write_private(state.stripe, json.dumps(settings))
    command = [str(binary("stripe-stand-in", profile)), "--config", str(state.stripe)]
    return Child("stripe-stand-in", state, command, {}, f"http://127.0.0.1:{port}/healthz")


def instacart(state: State, profile: str) -> Child:
    """Returns the Instacart stand-in with a new key, on the last port if it is free."""
    port = _port_before(state.instacart) or free_port()
    settings = {"port": port, "apiKey": f"keys.local-{secrets.token_hex(24)}"}
    _write_private(state.instacart, json.dumps(settings))
    command = [str(binary("instacart-stand-in", profile)), "--config", str(state.instacart)]
    return Child("instacart-stand-in", state, command, {}, f"http://127.0.0.1:{port}/healthz")


def bedrock(state: State) -> Child:
    """Returns the Bedrock stand-in with a new key, on the last port if it is free. Functions find it by
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME.
    """
    port = _port_before(state.bedrock) or free_port()
    # The stand-in pauses like a real model, so that streaming is visible.
    settings = {"port": port, "key": f"bedrock-local-{secrets.token_hex(24)}", "pauseMilliseconds": 30}
    _write_private(state.bedrock, json.dumps(settings))
    command = [sys.executable, "-m", "bedrock", "--config", str(state.bedrock)]
    environment = {"PYTHONPATH": str(LOCAL_CLOUD)}
    return Child("bedrock-stand-in", state, command, environment, f"http://127.0.0.1:{port}/healthz")


def origin_of(config: Path) -> str:
    """Returns the origin of a stand-in from its configuration."""
    return f"http://127.0.0.1:{json.loads(config.read_text())['port']}"


def sweep(cloud_api: Cloud, outputs: dict[str, str]) -> dict[str, int]:
    """Runs the sweep for all recipes at once, after a start. The scheduled sweep waits until a recipe is idle."""
    invoke = cloud_api.client("lambda").invoke
    answer = invoke(FunctionName=outputs["SweepFunction"], Payload=json.dumps({"quietSeconds": 0}).encode())
    report = json.loads(answer["Payload"].read())
    if "FunctionError" in answer:
        raise NotRunning(f"the sweep failed: {report.get('errorType', 'unknown')}")
    return report


def watch(children: list[Child], after_restart: Callable[[Child], None]) -> None:
    """Restarts children that have ended, until a signal arrives."""
    while True:
        for child in children:
            if child.has_ended():
                say.step(f"The {child.name} exited; restarting it")
                # The child was killed during its start; the next round tries again.
                with contextlib.suppress(Killed):
                    child.start()
                    after_restart(child)
        time.sleep(0.2)


def end_on_signals() -> None:
    """Makes each termination signal raise KeyboardInterrupt, so that clean-up runs."""

    def end(number: int, _frame: object) -> None:
        raise KeyboardInterrupt(number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end)


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:
            return answer.status < 500
    except urllib.error.HTTPError as error:
        return error.code < 500
    except OSError:
        return False


def _write_private(file: Path, text: str) -> None:
    """Writes a file that only its owner can ever read."""
    file.unlink(missing_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as opened:
        opened.write(text)


def _port_before(config: Path) -> int | None:
    try:
        port = int(json.loads(config.read_text())["port"])
    except (OSError, ValueError, KeyError):
        return None
    return port if is_free(port) else None


def _keep_last(log: Path) -> None:
    if log.exists() and log.stat().st_size > 5_000_000:
        os.replace(log, log.with_suffix(".log.1"))


def _last_line(log: Path) -> str:
    lines = log.read_text(errors="replace").strip().splitlines()
    return lines[-1] if lines else f"no output; see {log}."
