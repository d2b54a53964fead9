"""Protects credentials and events of functions: random keys instead of keys derived from names, and a secret in the URL
of events.
"""

import functools
import hmac
import secrets
import string
import threading

from ministack.core import lambda_runtime
from ministack.services import lambda_svc, sts

_keys = {}
_keys_lock = threading.Lock()
_KEY_LETTERS = string.ascii_uppercase + string.digits


def install():
    """Patches ministack. Call it before any function starts."""
    # Both modules have imported the name, so it is replaced in both.
    lambda_runtime.execution_credentials = lambda_svc.execution_credentials = _credentials
    worker = lambda_runtime.ProvidedWorker
    worker._build_handler_class = _asking(worker._build_handler_class)
    lambda_svc._provided_worker_env = _told(lambda_svc._provided_worker_env)


def _credentials(config):
    """Returns the session credentials of the function's role, which are constant while the cloud runs."""
    account, _ = lambda_runtime._account_region_from_function_config(config)
    function, role = config["FunctionArn"], config.get("Role", "").rsplit("/", 1)[-1]
    with _keys_lock:
        if (function, role) not in _keys:
            _keys[function, role] = {
                "AWS_ACCESS_KEY_ID": "ASIA" + "".join(secrets.choice(_KEY_LETTERS) for _ in range(16)),
                "AWS_SECRET_ACCESS_KEY": secrets.token_urlsafe(30),
                "AWS_SESSION_TOKEN": secrets.token_urlsafe(64),
            }
        keys = _keys[function, role]
    name = config.get("FunctionName", "function")[:64]
    sts.register_session(
        keys["AWS_ACCESS_KEY_ID"],
        {
            "Arn": f"arn:aws:sts::{account}:assumed-role/{role}/{name}",
            "UserId": f"{role}:{name}",
            "SecretAccessKey": keys["AWS_SECRET_ACCESS_KEY"],
            "SessionToken": keys["AWS_SESSION_TOKEN"],
        },
    )
    return dict(keys)


def _asking(build):
    """Wraps the handler of events: accepts only requests whose path starts with the secret."""

    @functools.wraps(build)
    def built(worker, generation, pending):
        handler = build(worker, generation, pending)

        class Asking(handler):
            def parse_request(self):
                if not super().parse_request():
                    return False
                if hmac.compare_digest(self.path.partition("/2018-06-01/")[0].encode(), f"/{_part()}".encode()):
                    return True
                self.close_connection = True
                self.send_error(403)
                return False

        return Asking

    return built


def _told(environment):
    @functools.wraps(environment)
    def variables(config, code_dir, port):
        made = environment(config, code_dir, port)
        made["AWS_LAMBDA_RUNTIME_API"] = f"http://{made['AWS_LAMBDA_RUNTIME_API']}/{_part()}"
        return made

    return variables


@functools.cache
def _part():
    return secrets.token_urlsafe(24)
