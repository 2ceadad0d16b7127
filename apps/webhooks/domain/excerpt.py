"""What is kept of a receiver's answer: a short line without what may be a secret."""

import re

LONGEST_READ = 2000
LONGEST = 200
HIDDEN = "[…]"
# Keys, tokens and signatures are long runs without a space; so is hardly any word that helps.
_LONG_RUN = re.compile(r"[^\s\"'<>]{25,}")


def clean_excerpt(answer: bytes) -> str:
    """Shorten an answer to one line of printable text, with every long run of it hidden."""
    text = answer[:LONGEST_READ].decode(errors="replace")
    printable = "".join(sign if sign.isprintable() else " " for sign in text)
    return _LONG_RUN.sub(HIDDEN, " ".join(printable.split()))[:LONGEST]
