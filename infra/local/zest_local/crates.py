"""Checks the licences, duplicates and sources of crates against deny.toml. `make advisories` also checks advisories."""

import json
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from typing import Any

from zest_local.places import REPOSITORY

CRATES_IO = "registry+https://github.com/rust-lang/crates.io-index"

Package = dict[str, Any]
Rules = dict[str, Any]


def main() -> int:
    """Prints the violations and returns the exit code."""
    rules = tomllib.loads((REPOSITORY / "deny.toml").read_text())
    packages = _packages(rules["graph"]["targets"])
    found = problems(packages, rules)
    for problem in found:
        print(problem)
    print(f"{len(packages)} crates, {len(found)} problems. For advisories, run make advisories.")
    return 1 if found else 0


def problems(packages: list[Package], rules: Rules) -> list[str]:
    """Returns the violations of the rules, one sentence each, sorted."""
    return sorted([*_licences(packages, rules), *_sources(packages), *_duplicates(packages, rules)])


def is_allowed(expression: str, allowed: set[str]) -> bool:
    """Returns whether these licences satisfy an SPDX expression. Older crates use a slash for OR."""
    tokens = re.findall(r"[()]|[^\s()]+(?: WITH [^\s()]+)?", re.sub(r"\s*/\s*", " OR ", expression))
    value, rest = _either(tokens, allowed)
    if rest:
        raise ValueError(f"not an SPDX expression: {expression}")
    return value


def _either(tokens: list[str], allowed: set[str]) -> tuple[bool, list[str]]:
    value, tokens = _both(tokens, allowed)
    while tokens[:1] == ["OR"]:
        other, tokens = _both(tokens[1:], allowed)
        value = value or other
    return value, tokens


def _both(tokens: list[str], allowed: set[str]) -> tuple[bool, list[str]]:
    value, tokens = _single(tokens, allowed)
    while tokens[:1] == ["AND"]:
        other, tokens = _single(tokens[1:], allowed)
        value = value and other
    return value, tokens


def _single(tokens: list[str], allowed: set[str]) -> tuple[bool, list[str]]:
    match tokens:
        case ["(", *inner]:
            value, rest = _either(inner, allowed)
            if rest[:1] != [")"]:
                raise ValueError("a bracket of an SPDX expression is not closed")
            return value, rest[1:]
        case [")" | "AND" | "OR", *_] | []:
            raise ValueError("a licence is missing in an SPDX expression")
        case [licence, *rest]:
            return licence in allowed, rest


def _licences(packages: list[Package], rules: Rules) -> list[str]:
    allowed = set(rules["licenses"]["allow"])
    clarified = {entry["crate"]: entry["expression"] for entry in rules["licenses"].get("clarify", [])}
    found = []
    for package in packages:
        name = f"{package['name']}@{package['version']}"
        expression = clarified.get(name) or package["license"]
        if expression is None:
            found.append(f"{name}: has no licence")
        elif not is_allowed(expression, allowed):
            found.append(f"{name}: {expression} is not allowed")
    return found


def _sources(packages: list[Package]) -> list[str]:
    return [
        f"{package['name']}@{package['version']}: comes from {package['source']}"
        for package in packages
        if package["source"] not in (None, CRATES_IO)
    ]


def _duplicates(packages: list[Package], rules: Rules) -> list[str]:
    known = {entry["crate"] for entry in rules["bans"]["skip"]}
    versions: dict[str, set[str]] = defaultdict(set)
    for package in packages:
        versions[package["name"]].add(package["version"])
    twice = {name: found for name, found in versions.items() if len(found) > 1}
    new = [f"{name}: {', '.join(sorted(twice[name]))} are all built in" for name in twice.keys() - known]
    gone = [f"{name}: only one version; remove it from deny.toml" for name in known - twice.keys()]
    return new + gone


def _packages(targets: list[str]) -> list[Package]:
    platforms = [argument for target in targets for argument in ("--filter-platform", target)]
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--all-features", *platforms]
    done = subprocess.run(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit("cargo metadata failed; see its message above.")
    return json.loads(done.stdout)["packages"]


if __name__ == "__main__":
    sys.exit(main())
