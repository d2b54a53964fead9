"""Starts ministack with `cloud_verifier`, for the gateway's conformance suite."""

import ctypes
import os
import signal
import sys
from pathlib import Path

import ministack.app as ministack

sys.path.insert(0, str(Path(__file__).parent))
import cloud_access
import cloud_verifier

PR_SET_PDEATHSIG = 1

ministack_app = ministack.app


async def app(scope, receive, send):
    """ministack's ASGI app with the endpoint of the verifier."""
    if scope["type"] == "http" and scope["path"] == cloud_verifier.PATH:
        return await cloud_verifier.verify(scope, receive, send)
    return await ministack_app(scope, receive, send)


if __name__ == "__main__":
    # The cloud ends with the process of the tests, even if that is killed.
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() == 1:
        sys.exit("The test that started this cloud has exited.")
    ministack.app = cloud_access.guarded(app, cloud_access.secret())
    ministack.main()
