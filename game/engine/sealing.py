"""Seals of hidden answers, and seeds derived from seeds: hashes that bind whoever made them, and tell nobody anything.

A side that answers in a sealed group is bound by a seal: a hash of its reply and of a salt that it alone knows. All
sides see the seal at once. Whoever has noted it can check later, by reply and salt in the record, that the reply is
the one that was sealed.
"""

from __future__ import annotations

import hashlib
import secrets

import msgspec

from game.engine.decision import Reply

SALT_BYTES = 16
SHOWN = 8
"""Digits of a seal that a sentence shows: enough to note down."""
_encode = msgspec.json.Encoder(order="sorted").encode


def seal_of(reply: Reply, salt: str) -> str:
    """The seal of a reply: 32 hexadecimal digits.

    >>> seal_of(Reply(exit="pass"), "salt") == seal_of(Reply(exit="pass"), "salt")
    True
    >>> seal_of(Reply(exit="pass"), "salt") == seal_of(Reply(exit="stay"), "salt")
    False
    """
    return hashlib.blake2b(salt.encode() + b"\n" + _encode(reply), digest_size=16).hexdigest()


def short_seal(seal: str) -> str:
    """The first digits of a seal in two groups, to be read aloud.

    >>> short_seal("3f2a91c0aa00")
    '3f2a 91c0'
    """
    return f"{seal[: SHOWN // 2]} {seal[SHOWN // 2 : SHOWN]}"


def new_salt() -> str:
    """A salt that nobody can guess."""
    return secrets.token_hex(SALT_BYTES)


def derived_salt(seed: str, decision: str) -> str:
    """The salt of a bot's answer to a decision, by the battle's seed: the same seed gives the same battle."""
    return hashlib.blake2b(f"tabula-belli salt {seed} {decision}".encode(), digest_size=SALT_BYTES).hexdigest()


def bots_seed(seed: str) -> int:
    """The seed of the bots' own chance, from that of their battle: a stream of its own for each battle."""
    return int.from_bytes(hashlib.blake2b(f"tabula-belli bots {seed}".encode(), digest_size=8).digest())


def derived_seed(seed: str, salt: str) -> str:
    """The seed of a battle that was branched off with a salt: whoever knows both seed and salt can check the dice."""
    return hashlib.blake2b(f"tabula-belli fork {seed} {salt}".encode(), digest_size=SALT_BYTES).hexdigest()
