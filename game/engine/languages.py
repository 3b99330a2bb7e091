"""The languages of the program: English, and every language whose catalogue lies beside the program.

A language is a folder ``assets/locale/<code>/LC_MESSAGES`` with a compiled catalogue ``game.mo``. Nothing else in the
code names a language. The catalogue itself says what the language is called and how it writes a decimal
(docs/translating.md).
"""

from __future__ import annotations

import gettext
from functools import cache
from importlib.resources import files
from pathlib import Path


def N_(key: str) -> str:
    """Mark a sentence for translation."""
    return key


SOURCE = "en"
"""The language of the sentences in code and data, which needs no catalogue."""
DOMAIN = "game"
OWN_NAME = N_("[name of this language, in this language]")
DECIMAL_SIGN = N_("[decimal sign of this language]")


def locale_folder() -> Path:
    """The folder of the program's own catalogues."""
    return Path(str(files("assets"))) / "locale"


@cache
def catalogue(domain: str, folder: Path, language: str) -> gettext.NullTranslations:
    """The translations of one domain; an empty catalogue where there is none."""
    if language == SOURCE:
        return gettext.NullTranslations()
    return gettext.translation(domain, str(folder), [language], fallback=True)


@cache
def codes() -> tuple[str, ...]:
    """The codes of all languages, English first; no catalogue is read for them."""
    files_of_all = sorted(locale_folder().glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return (SOURCE, *(file.parent.parent.name for file in files_of_all))


@cache
def languages() -> dict[str, str]:
    """The name of each language in that language, by its code; English first, then by code."""
    return {code: "English" if code == SOURCE else _own(code, OWN_NAME, code) for code in codes()}


def decimal_sign(language: str) -> str:
    """The sign between the whole part and the decimals of a number."""
    return _own(language, DECIMAL_SIGN, ".")


def language_of(locale: str) -> str:
    """The language of the program that suits a locale such as "pl_PL.UTF-8"; English where none does."""
    code = locale.replace("-", "_").split(".")[0]
    return next((one for one in (code, code.split("_")[0].lower()) if one in codes()), SOURCE)


def _own(language: str, key: str, default: str) -> str:
    said = catalogue(DOMAIN, locale_folder(), language).gettext(key)
    return default if said == key else said
