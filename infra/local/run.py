"""`make run`: prepares the Python environment, then starts zest_local in it.

Uses only the standard library, because nothing is installed yet.
"""

import argparse
import os
import sys

if sys.version_info < (3, 11):  # noqa: UP036  (this very line is what an older Python runs)
    sys.exit(f"Zest needs Python 3.11 or newer; this is {sys.version.split()[0]}. Install python3.11 and run again.")

from zest_local import environment, say


def main() -> None:
    """Prepares the environment, then replaces this process with the launcher or another module."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--dev-tools", action="store_true")
    parser.add_argument("--module", default="zest_local")
    ours, others = parser.parse_known_args()
    try:
        python = environment.prepare(with_dev_tools=ours.dev_tools)
    except environment.Missing as missing:
        say.fail(str(missing))
    os.environ["PYTHONPATH"] = f"{environment.LOCAL_CLOUD}{os.pathsep}{environment.LOCAL_CLOUD.parent / 'lint'}"
    os.execv(python, [str(python), "-m", ours.module, *others])


if __name__ == "__main__":
    main()
