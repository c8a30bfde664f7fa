"""The web application as gunicorn asks for it."""

from flask import Flask
from gunicorn.app.base import Application
from limits.errors import ConfigurationError

from services.entry.given import given_settings
from services.entry.settings import BadSetting, Settings
from services.entry.wiring import make_web
from services.entry.words import CannotStart
from services.matches.ports import StoreDown


class Served(Application):
    """Settings are read once, in the master; each worker builds its own application, after it was forked."""

    def __init__(self, configuration: str) -> None:
        self._configuration = configuration
        self._settings = given_settings()
        _try(self._settings)
        super().__init__()

    def load_config(self) -> None:
        self.load_config_from_file(self._configuration)

    def load(self) -> Flask:
        return make_web(self._settings)


def _try(settings: Settings) -> None:
    """Build an application and drop it: so an impossible setting is a sentence here, not a dying worker."""
    try:
        make_web(settings)
    except (BadSetting, ConfigurationError, ValueError) as bad:
        raise CannotStart(str(bad)) from bad
    except StoreDown:
        return  # a Cluster that is not there yet: readiness says so
