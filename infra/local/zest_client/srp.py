"""Secure Remote Password as Cognito uses it: proves that the client knows the password without sending it.

Uses RFC 5054 with the 3072-bit group of RFC 3526. Cognito defines the key derivation and the signed message.
"""

import base64
import hashlib
import hmac
import secrets
from datetime import UTC, datetime

_N = int(
    "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD"
    "EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED"
    "EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F"
    "83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B"
    "E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA0510"
    "15728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7DB3970F85A6E1E4C7"
    "ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200C"
    "BBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF",
    16,
)
_G = 2


def _padded(number: int) -> bytes:
    # A leading zero byte keeps the number positive if its first bit is set.
    return number.to_bytes(number.bit_length() // 8 + 1, "big")


def _hash(*parts: bytes) -> int:
    return int.from_bytes(hashlib.sha256(b"".join(parts)).digest(), "big")


class Proof:
    """One sign-in: send `public`, then respond to the challenge with `answer`."""

    def __init__(self) -> None:
        self._secret = secrets.randbits(1024)
        self._public = pow(_G, self._secret, _N)

    @property
    def public(self) -> str:
        """Returns SRP_A in hexadecimal."""
        return f"{self._public:x}"

    def answer(self, user_pool: str, password: str, challenge: dict[str, str]) -> dict[str, str]:
        """Returns the ChallengeResponses for PASSWORD_VERIFIER."""
        pool, user = user_pool.split("_", 1)[1], challenge["USER_ID_FOR_SRP"]
        theirs, salt = int(challenge["SRP_B"], 16), int(challenge["SALT"], 16)
        mixed = _hash(_padded(self._public), _padded(theirs))
        inner = hashlib.sha256(f"{pool}{user}:{password}".encode()).digest()
        private = _hash(_padded(salt), inner)
        multiplier = _hash(_padded(_N), _padded(_G))
        shared = pow(theirs - multiplier * pow(_G, private, _N), self._secret + mixed * private, _N)
        extracted = hmac.digest(_padded(mixed), _padded(shared), "sha256")
        key = hmac.digest(extracted, b"Caldera Derived Key\x01", "sha256")[:16]
        now = datetime.now(UTC)
        # Cognito expects English names in any locale, and the day without a leading zero.
        day = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][now.weekday()]
        month = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][now.month - 1]
        moment = f"{day} {month} {now.day} {now:%H:%M:%S} UTC {now.year}"
        signed = f"{pool}{user}".encode() + base64.b64decode(challenge["SECRET_BLOCK"]) + moment.encode()
        return {
            "USERNAME": user,
            "PASSWORD_CLAIM_SECRET_BLOCK": challenge["SECRET_BLOCK"],
            "PASSWORD_CLAIM_SIGNATURE": base64.b64encode(hmac.digest(key, signed, "sha256")).decode(),
            "TIMESTAMP": moment,
        }
