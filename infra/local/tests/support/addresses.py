"""Source addresses of requests: each test that counts uses needs its own."""

import itertools

# Addresses of this machine, never repeated within a process.
_numbers = itertools.count(0x010001)


def new_address() -> str:
    number = next(_numbers)
    return f"127.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
