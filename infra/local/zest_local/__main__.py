"""The launcher: builds, starts the local cloud, deploys, starts the gateway, and supervises the processes."""

import argparse
import fcntl
import json
import os
import re
import shutil
from pathlib import Path
from typing import NoReturn

from botocore.exceptions import BotoCoreError, ClientError

from zest_local import build, lifeline, say, supervisor
from zest_local.deploy import (
    Cloud,
    DeployFailed,
    StandIns,
    deploy,
    forget_old_work,
    forget_unused_uploads,
    give_instacart_key,
    give_stripe_keys,
    register_google,
)
from zest_local.places import REPOSITORY, TOOLS, State

# File with the outputs of the deployed stack, for tests and measurements.
STACK = "stack.json"


def main() -> None:
    """Parses the arguments and runs. Prints expected failures as one line each."""
    # Remove the AWS settings of the developer, which neither the local cloud nor the functions may use.
    for name in [name for name in os.environ if name.startswith("AWS_")]:
        del os.environ[name]
    parser = _Parser(prog="zest")
    parser.add_argument("--port", type=_port, default=os.environ.get("PORT") or "3000")
    parser.add_argument("--profile", choices=["dev", "release"], default=os.environ.get("PROFILE") or "dev")
    parser.add_argument("--state", type=Path, default=TOOLS / "state")
    parser.add_argument(
        "--limits", default=os.environ.get("LIMITS") or "on", help="on, off, or Limits of template.yaml"
    )
    parser.add_argument("--no-build", action="store_true", help="use the existing build")
    parser.add_argument("--restart-limit", type=int, default=supervisor.RESTART_LIMIT, help="of the parts, a minute")
    parser.add_argument("--reset", action="store_true", help="forget the state and stop")
    arguments = parser.parse_args()
    state = State(arguments.state.resolve())
    try:
        with _Lock(state):
            if arguments.reset:
                _forget(state)
                say.note("Zest has forgotten everything.")
                return
            if arguments.port and not supervisor.is_free(arguments.port):
                say.fail(
                    f"port {arguments.port} is in use. End what runs there, or choose another: "
                    f"make run PORT={arguments.port + 1}"
                )
            if not arguments.no_build:
                build.everything(arguments.profile)
            port = arguments.port or supervisor.free_port()
            _run(state, arguments.profile, port, arguments.restart_limit, arguments.limits)
    except (build.BuildFailed, DeployFailed, supervisor.NotRunning) as reason:
        say.fail(str(reason))
    except (ClientError, BotoCoreError) as error:
        say.fail(f"the local cloud refused a step of the deployment: {error}")
    except KeyboardInterrupt:
        say.note("Stopped.")


def _run(state: State, profile: str, port: int, restart_limit: int, limits: str) -> None:
    supervisor.end_on_signals()
    lifeline.end_with_parent()
    state.create()
    _forget_half_a_state(state)
    origin = f"http://localhost:{port}"
    cloud_port = supervisor.free_port()
    children: list[supervisor.Child] = []
    try:
        say.step("Starting the local cloud")
        cloud = supervisor.cloud(state, cloud_port)
        api = Cloud(f"http://127.0.0.1:{cloud_port}", state.cloud_secret.read_text())
        cloud.restart_limit = restart_limit
        children.append(cloud)
        cloud.start()
        say.step("Deploying template.yaml")
        stripe = supervisor.stripe(state, profile, origin)
        instacart = supervisor.instacart(state, profile)
        bedrock = supervisor.bedrock(state)
        origins = [supervisor.origin_of(config) for config in (state.stripe, state.instacart, state.bedrock)]
        stand_ins = StandIns(*origins)
        outputs = deploy(api, state, profile, origin, stand_ins, limits)
        give_stripe_keys(api, outputs["StripeSecret"], json.loads(state.stripe.read_text()))
        give_instacart_key(api, outputs["InstacartSecret"], json.loads(state.instacart.read_text()))
        register_google(api, outputs["UserPoolId"], origin)
        api.save()
        # Write the outputs last: the existence of this file shows that the deployment was saved.
        (state.run / STACK).write_text(json.dumps(outputs))
        (state.run / "endpoint").write_text(api.endpoint)
        for stand_in in (stripe, instacart, bedrock):
            children.append(stand_in)
            stand_in.start()
        gateway = supervisor.gateway(state, profile, port, api, outputs, limits)
        children.append(gateway)
        gateway.start()
        forget_old_work(api, outputs["WorkBucket"])
        forget_unused_uploads(api, outputs["UploadsBucket"])
        api.resume()
        report = supervisor.sweep(api, outputs)
        if report["restarted"] or report["failed"]:
            say.step(f"Restarted {report['restarted']} interrupted imports; {report['failed']} failed")
        say.step(f"Zest is ready: {origin}   (Ctrl-C stops it)")

        def after_restart(child: supervisor.Child) -> None:
            if child is cloud:
                try:
                    api.resume()
                    supervisor.sweep(api, outputs)
                except (OSError, BotoCoreError, ClientError, supervisor.NotRunning):
                    # The cloud was killed again or is busy.
                    say.step("The sweep restarts interrupted imports within about three minutes")

        supervisor.watch(children, after_restart)
    finally:
        for child in reversed(children):
            child.stop()


def _forget_half_a_state(state: State) -> None:
    # If a first start was killed before it saved its deployment, there are objects without a stack.
    if not (state.run / STACK).exists():
        for folder in (state.cloud, state.objects, state.run):
            shutil.rmtree(folder, ignore_errors=True)
        state.create()


def _forget(state: State) -> None:
    for folder in (state.cloud, state.objects, state.run, state.logs, state.functions):
        shutil.rmtree(folder, ignore_errors=True)


def _port(text: str) -> int:
    if not text.isdigit() or not (text == "0" or 1024 <= int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"PORT must be a number from 1024 to 65535, not {text!r}")
    return int(text)


class _Parser(argparse.ArgumentParser):
    """Prints an argument error as one line, like other start failures."""

    def error(self, message: str) -> NoReturn:
        say.fail(re.sub(r"^argument --\w+: ", "", message))


class _Lock:
    """The lock file of a state. Two launchers would overwrite each other's data."""

    def __init__(self, state: State):
        state.folder.mkdir(parents=True, exist_ok=True)
        self._file = (state.folder / "lock").open("a")
        self._folder = state.folder

    def __enter__(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            shown = os.path.relpath(self._folder, REPOSITORY)
            say.fail(f"another Zest is running with the state in {shown}. Stop it first (Ctrl-C in its window).")

    def __exit__(self, *_: object) -> None:
        self._file.close()


if __name__ == "__main__":
    main()
