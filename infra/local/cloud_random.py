"""Makes ministack use the operating system's random numbers, because its own are predictable.

CloudFormation generates the signing key of owner tokens with `random.choices`.
"""

import random


def install():
    """Patches `random`. Call it before any random number is used."""
    source = random.SystemRandom()
    for name in ("random", "uniform", "randint", "randrange", "randbytes", "getrandbits", "choice", "choices"):
        setattr(random, name, getattr(source, name))
    for name in ("sample", "shuffle"):
        setattr(random, name, getattr(source, name))
