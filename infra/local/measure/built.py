"""Builds the programs of this commit for measurements, optimised by default."""

import subprocess
from pathlib import Path

from zest_local.places import REPOSITORY, TARGET

from measure.yardstick import NotMeasured, run

# Cargo profiles and their folders in target/.
PROFILES = {"release": "release", "dev": "debug"}


def build(package: str, *parts: str, profile: str = "release") -> None:
    """Builds a package, or the parts selected by cargo options. Raises NotMeasured."""
    command = ["cargo", "build", "--profile", profile, "--locked", "--quiet", "--package", package, *parts]
    if subprocess.run(command, cwd=REPOSITORY, check=False).returncode != 0:
        raise NotMeasured(f"{package} did not build; see cargo's messages above")


def binary(name: str, profile: str = "release") -> Path:
    """Returns the path of a binary built with a profile."""
    return TARGET / PROFILES[profile] / name


def commit() -> str:
    """Returns the commit, with a note if the tree has changes. Raises NotMeasured."""
    return run(["git", "describe", "--always", "--dirty=, with changes"], "git does not know the commit").strip()
