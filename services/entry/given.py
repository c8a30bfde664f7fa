"""The settings that a process was given, or the sentence that says what is wrong with them."""

import os

from services.entry.settings import BadSetting, Settings, read_settings
from services.entry.wiring import log_as_json
from services.entry.words import CannotStart


def given_settings() -> Settings:
    """The settings of this process, whose log is JSON from here on."""
    log_as_json(os.environ)
    try:
        return read_settings(os.environ)
    except BadSetting as bad:
        raise CannotStart(str(bad)) from None
