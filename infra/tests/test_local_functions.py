"""The program of all functions for the local cloud."""

import re

from zest_local.places import REPOSITORY

STARTED = re.compile(r"([a-z_:]+)::start\(\)")


def test_local_program_starts_each_function_like_its_binary():
    main = (REPOSITORY / "infra/local/functions/src/main.rs").read_text()
    together = dict(re.findall(rf'"(fn-[a-z-]+)" => {STARTED.pattern}', main))
    binaries = (REPOSITORY / "lambdas/functions/src/bin").glob("fn-*.rs")
    alone = {file.stem: STARTED.findall(file.read_text()) for file in binaries}
    assert alone == {name: [f"functions::{module}"] for name, module in together.items()}
