"""The operating system's randomness for all that ministack draws: its own source can be foretold from what it shows.

The key that signs owner tokens is a secret that CloudFormation generates, and it is drawn with `random.choices`.
"""

import random


def mend():
    """Once, before anything is drawn: from then on `random` draws from the operating system."""
    source = random.SystemRandom()
    for name in ("random", "uniform", "randint", "randrange", "randbytes", "getrandbits", "choice", "choices"):
        setattr(random, name, getattr(source, name))
    for name in ("sample", "shuffle"):
        setattr(random, name, getattr(source, name))
