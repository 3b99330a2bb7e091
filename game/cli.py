"""The command line."""


def main() -> None:
    """Go."""
    print("hello")
