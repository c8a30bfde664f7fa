"""The pages and pictures, as a Flask blueprint."""

import gzip
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

import orjson
import structlog
from flask import Blueprint, Response, render_template, request
from flask_babel import Babel
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.routing import PathConverter

from rulesets.contract import Json, Message, Options, Ruleset, options_schema
from services.matches.analysing import analysis
from services.matches.errors import (
    Invalid,
    Limited,
    NotNow,
    NoToken,
    NotYet,
    Rejected,
    UnknownMatch,
    WrongToken,
)
from services.matches.ports import StoreDown
from services.matches.room import Room
from services.web.analysed import analysed
from services.web.catalogues import ENGLISH, LANGUAGES, TAGS, Catalogues
from services.web.drawing import Drawings
from services.web.files import Files
from services.web.showing import Look, Showing
from services.web.speaking import Speaker
from services.web.texts import TEXTS

log = structlog.get_logger()

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
PACKED = ("text/html", "text/javascript", "text/css", "application/json", "image/svg+xml")
# What these answer is read by the page's scripts.
FOR_SCRIPTS = ("/shown", "/preview", "/analysed", "/mine")
YEAR = 365 * 24 * 3600


class _OutsideOfTheApi(PathConverter):
    """Whatever nothing else answers to is a person's mistake there, and a page says so."""

    regex = "(?!api/)[^/].*?"


@dataclass
class Pages:
    """What the pages are made from; `address` is the public one, for links."""

    room: Room
    address: str

    def __post_init__(self) -> None:
        self.catalogues = Catalogues(self.room.rulesets)
        self.showing = Showing(Drawings(self.room.rulesets), self.catalogues)
        self.files = Files()

    def blueprint(self) -> Blueprint:
        pages = Blueprint("pages", __name__, template_folder="templates")
        routes: Mapping[str, Callable[..., Any]] = {
            "/": self.start,
            "/matches/<match>": self.match,
            "/matches/<match>/shown": self.shown,
            "/matches/<match>/preview": self.preview,
            "/matches/<match>/analysed": self.analysed,
            "/matches/<match>/mine": self.mine,
            "/matches/<match>/table.svg": self.svg,
            "/matches/<match>/table.png": self.png,
        }
        for path, view in routes.items():
            pages.add_url_rule(path, view_func=view)
        pages.add_url_rule("/page/<digest>/<name>", "file", lambda digest, name: self.files.served(name))  # noqa: ARG005 - any digest serves: an old page asks for an old one
        pages.record_once(lambda setup: _translate(setup.app))
        pages.record_once(lambda setup: setup.app.url_map.converters.update(outside=_OutsideOfTheApi))
        pages.add_url_rule("/<outside:_>", view_func=self.nowhere)
        pages.after_request(_finished)
        pages.register_error_handler(Exception, self.failed)
        return pages

    def start(self) -> str:
        names = sorted(name for name in self.room.rulesets if "@" not in name)
        games = [self._game(name, self.room.rulesets[name]) for name in names]
        return self._page("start.html", games=games)

    def match(self, match: str) -> str:
        history = self.room.histories.read(match)
        look = _look()
        shown = self.showing.shown(history, look)
        opening = history.current.opening
        speaker = self._speaker(opening.ruleset)
        return self._page(
            "match.html",
            match=match,
            shown=shown,
            past=look.at is not None,
            game=speaker.text(Message(opening.name.capitalize())),
            anchor=history.current.anchor,
            ruleset=opening.name,
            options=orjson.dumps(opening.options).decode(),
            about=_about(speaker, opening.ruleset),
            rules=[speaker.text(rule) for rule in getattr(opening.ruleset, "RULES", ())],
            chosen=[*_chosen(speaker, opening.ruleset, opening.options)],
            keys=[(keys, speaker.text(about)) for keys, about in getattr(opening.ruleset, "KEYS", ())],
            draws=shown["table"] is not None,
        )

    def shown(self, match: str) -> Response:
        history = self.room.histories.read(match)
        return _json(self.showing.shown(history, _look(), _number("after") or 0, _number("since")))

    def preview(self, match: str) -> Response:
        history = self.room.histories.read(match)
        return _json(self.showing.preview(history, _look(), _single("move") or ""))

    def mine(self, match: str) -> Response:
        """Which seat the token in the Authorization header proves, unless a bot has that now."""
        history = self.room.histories.read(match)
        seat = self.room.tokens.seat(match, request.headers.get("Authorization", "").partition(" ")[2])
        player = history.current.players[seat]
        if player is None or player.bot:
            raise WrongToken(f"seat {seat} was handed over to a bot")
        return _json({"seat": seat})

    def analysed(self, match: str) -> Response:
        """An analysis that is whole, or whether it is under way; to ask the API for it is what begins one."""
        history = self.room.histories.read(match)
        try:
            found = analysis(self.room, match, _begin_nothing)
        except (_NotBegun, NotNow):
            return _json({"status": "none"})
        if not found.done:
            return _json({"status": "running"})
        speaker = self.showing.speaker(history.current, _language())
        values = analysed(history, orjson.loads(found.body), speaker, self.room.breathe)
        html = render_template("analysis.html", _=_saying(speaker), **values)
        return _json({"status": "done", "html": html})

    def svg(self, match: str) -> Response:
        picture = self.showing.picture(self.room.histories.read(match), _look())
        return _picture(picture, "image/svg+xml")

    def png(self, match: str) -> Response:
        return _picture(self.showing.png(self.room.histories.read(match), _look()), "image/png")

    def nowhere(self, _: str) -> NoReturn:
        raise NotFound

    def failed(self, error: Exception) -> tuple[str | Response, int, dict[str, str]]:
        """A page that says in a sentence what is wrong."""
        status, message, detail = _said(error)
        if status >= 500:
            log.error("page", status=status, path=request.path, exc_info=error)
        headers = {"Retry-After": str(error.seconds)} if isinstance(error, Limited) else {}
        said = self._speaker(None).text(message)
        if request.path.endswith(FOR_SCRIPTS):
            return _json({"sentence": said, "detail": detail}), status, headers
        return self._page("wrong.html", message=said, detail=detail), status, headers

    def _page(self, template: str, **values: Any) -> str:
        speaker = self._speaker(None)
        return render_template(
            template,
            _=_saying(speaker),
            texts=orjson.dumps({key: speaker.text(Message(text)) for key, text in TEXTS.items()}).decode(),
            language=_language(),
            languages=LANGUAGES,
            files=f"/page/{self.files.digest}",
            address=self.address,
            bots=(bots := self._bots()),
            usual_bot=(usual := bots[len(bots) // 2] if bots else (None, ""))[0],
            usual_title=usual[1],
            **values,
        )

    def _speaker(self, ruleset: Ruleset | None) -> Speaker:
        return Speaker(self.catalogues.of(ruleset, _language()))

    def _bots(self) -> list[tuple[str, str]]:
        """Names of bots, the strongest first, as the API and as people call them; the middle one is usual."""
        strongest = sorted(self.room.bots, key=lambda bot: -self.room.bots[bot])
        return [(bot, self._speaker(None).text(Message(bot))) for bot in strongest]

    def _game(self, name: str, ruleset: Ruleset) -> Json:
        say = self._speaker(ruleset)
        options = {
            key: {
                **schema,
                "label": _title(say, key),
                "about": say.text(Message(schema["description"])),
                "choices": [(value, _title(say, value)) for value in schema.get("enum", ())],
            }
            for key, schema in _choosable(ruleset)
        }
        seats = list(ruleset.SEATS)
        return {
            "name": name,
            "title": say.text(Message(name.capitalize())),
            "about": _about(say, ruleset),
            "seats": seats,
            "usual": 2 if 2 in seats else seats[0],
            "options": options,
        }


def _saying(speaker: Speaker) -> Callable[..., str]:
    """What templates call `_`."""
    return lambda text, **values: speaker.text(Message(text, values))


def _about(say: Speaker, ruleset: Ruleset) -> str:
    about = getattr(ruleset, "ABOUT", None)
    return say.text(about) if about else ""


def _choosable(ruleset: Ruleset) -> Iterator[tuple[str, Json]]:
    """The options where there is something to choose, with their schemas."""
    schemas = options_schema(ruleset)["properties"].items()
    return ((key, schema) for key, schema in schemas if len(schema.get("enum", ())) != 1)


def _chosen(say: Speaker, ruleset: Ruleset, options: Options) -> Iterator[str]:
    """What was chosen for a match: `wall: gray`; of what can be on or off what is on."""
    for key, _ in _choosable(ruleset):
        value = options[key]
        if value is True:
            yield _title(say, key)
        elif value is not False:
            values = {"option": _title(say, key), "value": _title(say, str(value))}
            yield say.text(Message("%(option)s: %(value)s", values))


def _title(say: Speaker, name: str) -> str:
    """What people call an option or one of its values; for want of a translation its name in plain words."""
    found = say.text(Message(name))
    return re.sub("[-_]+", " ", name) if found == name else found


class _NotBegun(Exception):
    """Nobody asked for the analysis, or what was found was long ago."""


def _begin_nothing() -> None:
    raise _NotBegun


def _translate(app: Any) -> None:
    if "babel" not in app.extensions:
        Babel(app, configure_jinja=False, locale_selector=_language)


def _language() -> str:
    """Chosen on the page, chosen before, or what the browser prefers."""
    wanted = request.args.get("language") or request.cookies.get("language")
    best = request.accept_languages.best_match(list(TAGS), default=ENGLISH)
    return wanted if wanted is not None and wanted in LANGUAGES else TAGS[best]


def _finished(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Permissions-Policy"] = "camera=(), geolocation=(), microphone=()"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    if response.mimetype == "text/html":
        response.headers["Cache-Control"] = "no-cache"
        response.vary.update(("Accept-Language", "Cookie"))
    _pack(response)
    if request.args.get("language") in LANGUAGES:
        response.set_cookie("language", request.args["language"], max_age=YEAR, samesite="Lax", httponly=True)
    return response


def _pack(response: Response) -> None:
    """Texts go out packed, where that is understood; no page holds a secret that their length could tell."""
    response.vary.add("Accept-Encoding")
    plain = response.mimetype in PACKED and "Content-Encoding" not in response.headers
    if plain and request.accept_encodings["gzip"] and not response.is_streamed:
        response.set_data(gzip.compress(response.get_data(), 5, mtime=0))
        response.headers["Content-Encoding"] = "gzip"


def _look() -> Look:
    return Look(_number("at"), _number("seat"), _language())


def _single(name: str) -> str | None:
    """A parameter that may come once."""
    found = request.args.getlist(name)
    if len(found) > 1:
        raise Invalid(f"{name} is wanted once, and came {len(found)} times")
    return found[0] if found else None


def _number(name: str) -> int | None:
    found = _single(name)
    if found is None:
        return None
    if not (found.isascii() and found.isdecimal() and len(found) <= 9):
        raise Invalid(f"{name} is a whole number, not {found[:80]}")
    return int(found)


def _json(body: Any) -> Response:
    data = orjson.dumps(body, default=str)
    return Response(data, content_type="application/json", headers={"Cache-Control": "no-store"})


def _picture(picture: str | bytes | None, kind: str) -> Response:
    """A picture of a past version never changes; that of the present one does."""
    if picture is None:
        raise UnknownMatch("no picture: the game draws none")
    cached = "public, max-age=86400" if "at" in request.args else "no-cache"
    response = Response(picture, content_type=kind, headers={"Cache-Control": cached})
    response.vary.update(("Accept-Language", "Cookie"))
    return response


def _said(error: Exception) -> tuple[int, Message, str]:
    """The status, a sentence in words of the page, and what the service says of it, in English."""
    if isinstance(error, UnknownMatch):
        return 404, Message(TEXTS["problem.unknown-match"]), ""
    if isinstance(error, Invalid):
        return 400, Message("The address names something that is not there."), str(error)
    if isinstance(error, HTTPException) and error.code == 404:
        return 404, Message(TEXTS["problem.not-found"]), ""
    if isinstance(error, StoreDown):
        return 503, Message(TEXTS["problem.store-down"]), ""
    if isinstance(error, NoToken | WrongToken):
        return 403, Message(TEXTS["problem.wrong-token"]), str(error)
    if isinstance(error, Limited):
        return 429, Message(TEXTS["problem.too-many"], {"seconds": error.seconds}), ""
    if isinstance(error, NotYet):
        return 503, Message(TEXTS["problem.not-yet"]), ""
    if isinstance(error, Rejected):
        return 503, Message("The match cannot be shown here."), str(error)
    return 500, Message(TEXTS["problem.internal"]), ""
