"""What is measured: builds of this commit, optimised unless something else is asked for."""

import subprocess
from pathlib import Path

from zest_local.places import REPOSITORY, TARGET

from measure.yardstick import NotMeasured, run

# Where cargo leaves what it builds with a profile.
PROFILES = {"release": "release", "dev": "debug"}


def build(package: str, *parts: str, profile: str = "release") -> None:
    """Builds one package with a profile, all of it or the parts that cargo's options name. Raises NotMeasured."""
    command = ["cargo", "build", "--profile", profile, "--locked", "--quiet", "--package", package, *parts]
    if subprocess.run(command, cwd=REPOSITORY, check=False).returncode != 0:
        raise NotMeasured(f"{package} did not build; cargo's messages stand above")


def binary(name: str, profile: str = "release") -> Path:
    """Where a program is when it was built with a profile."""
    return TARGET / PROFILES[profile] / name


def commit() -> str:
    """Which commit this is, and whether anything was changed since. Raises NotMeasured."""
    return run(["git", "describe", "--always", "--dirty=, with changes"], "git does not know the commit").strip()
