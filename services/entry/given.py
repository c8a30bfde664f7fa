"""The settings that a process was given, or the sentence that says what is wrong with them."""

import os

from services.entry.settings import BadSetting, Settings, read_settings
from services.entry.wiring import log_as_json
from services.entry.words import CannotStart
from services.matches.ports import StoreDown
from services.store.connect import connect


def given_settings() -> Settings:
    """The settings of this process, whose log is JSON from here on."""
    log_as_json(os.environ)
    try:
        settings = read_settings(os.environ)
        connect(settings.events_url)
    except (BadSetting, ValueError) as bad:
        raise CannotStart(str(bad)) from None
    except StoreDown:
        pass  # a Cluster that is not there yet; a single server is not even asked
    return settings
