"""The check of crates against deny.toml reports violations."""

import pytest
from zest_local import crates

MIT_AND_BSD = {"MIT", "BSD-3-Clause", "Apache-2.0 WITH LLVM-exception"}
RULES = {
    "licenses": {"allow": ["MIT"], "clarify": [{"crate": "filed@1.0.0", "expression": "MIT"}]},
    "bans": {"skip": [{"crate": "twice"}]},
}


def package(name: str, version: str = "1.0.0", licence: str | None = "MIT", source: str | None = crates.CRATES_IO):
    return {"name": name, "version": version, "license": licence, "source": source}


TWICE = [package("twice"), package("twice", "2.0.0")]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("MIT", True),
        ("GPL-3.0-only", False),
        ("GPL-3.0-only OR MIT", True),
        ("GPL-3.0-only/MIT", True),
        ("GPL-3.0-only / MIT", True),
        ("GPL-3.0-only AND MIT", False),
        ("BSD-3-Clause AND MIT", True),
        ("MIT OR BSD-3-Clause AND GPL-3.0-only", True),
        ("(MIT OR BSD-3-Clause) AND GPL-3.0-only", False),
        ("GPL-3.0-only AND (MIT OR BSD-3-Clause)", False),
        ("Apache-2.0 WITH LLVM-exception", True),
        ("Apache-2.0", False),
        ("MITRE", False),
    ],
)
def test_spdx_expression_is_allowed_if_its_licences_are(expression: str, expected: bool):
    assert crates.is_allowed(expression, MIT_AND_BSD) is expected


@pytest.mark.parametrize("expression", ["", "MIT OR", "(MIT", "MIT)", "MIT MIT"])
def test_invalid_spdx_expression_is_refused(expression: str):
    with pytest.raises(ValueError):
        crates.is_allowed(expression, MIT_AND_BSD)


@pytest.mark.parametrize(
    ("packages", "expected"),
    [
        ([package("ours", licence="MIT", source=None), package("filed", licence=None), *TWICE], []),
        ([package("unnamed", licence=None), *TWICE], ["unnamed@1.0.0: has no licence"]),
        ([package("copyleft", licence="GPL-3.0-only"), *TWICE], ["copyleft@1.0.0: GPL-3.0-only is not allowed"]),
        (
            [package("elsewhere", source="git+https://git.example/elsewhere"), *TWICE],
            ["elsewhere@1.0.0: comes from git+https://git.example/elsewhere"],
        ),
        (
            [package("new"), package("new", "2.1.0"), *TWICE],
            ["new: 1.0.0, 2.1.0 are all built in"],
        ),
        ([package("twice")], ["twice: only one version; remove it from deny.toml"]),
    ],
)
def test_forbidden_crate_is_reported(packages: list[crates.Package], expected: list[str]):
    assert crates.problems(packages, RULES) == expected
