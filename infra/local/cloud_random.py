"""Makes ministack draw from the operating system's randomness, as its own generator is predictable.

CloudFormation generates the owner token signing key with `random.choices`.
"""

import random


def mend():
    """Patches `random`; call before anything is drawn."""
    source = random.SystemRandom()
    for name in ("random", "uniform", "randint", "randrange", "randbytes", "getrandbits", "choice", "choices"):
        setattr(random, name, getattr(source, name))
    for name in ("sample", "shuffle"):
        setattr(random, name, getattr(source, name))
