"""`make run`: makes sure that everything is there, then hands over to zest_local in its own Python environment.

Only the standard library is used here: on a fresh machine nothing else is installed yet.
"""

import os
import sys

if sys.version_info < (3, 11):
    sys.exit(f"Zest needs Python 3.11 or newer; this is {sys.version.split()[0]}. Install python3.11 and run again.")

from zest_local import environment, say  # noqa: E402  (only after the version is known to be enough)


def main() -> None:
    """Prepares the environment and replaces this process by the launcher in it."""
    try:
        python = environment.prepare(with_dev_tools="--dev-tools" in sys.argv)
    except environment.Missing as missing:
        say.fail(str(missing))
    arguments = [argument for argument in sys.argv[1:] if argument != "--dev-tools"]
    os.environ["PYTHONPATH"] = str(environment.LOCAL_CLOUD)
    os.execv(python, [str(python), "-m", "zest_local", *arguments])


if __name__ == "__main__":
    main()
