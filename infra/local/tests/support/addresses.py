"""Source addresses of requests. Each test that counts requests needs its own."""

import itertools

# Addresses of this machine. A process uses each only once.
_numbers = itertools.count(0x010001)


def new_address() -> str:
    number = next(_numbers)
    return f"127.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
