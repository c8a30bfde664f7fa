"""Scripts and stylesheet, under an address that changes with them: a browser asks for each once."""

import hashlib
import mimetypes
from importlib.resources import files

from flask import Response, abort

FOR_EVER = "public, max-age=31536000, immutable"
TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}


class Files:
    """The files of `static/`, read once."""

    def __init__(self) -> None:
        folder = files("services.web") / "static"
        self._read = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}
        whole = b"".join(name.encode() + self._read[name] for name in sorted(self._read))
        self.digest = hashlib.sha256(whole).hexdigest()[:12]

    def served(self, name: str) -> Response:
        if name not in self._read:
            abort(404)
        suffix = "." + name.rpartition(".")[2]
        kind = TYPES.get(suffix) or mimetypes.guess_type(name)[0]
        return Response(self._read[name], content_type=kind, headers={"Cache-Control": FOR_EVER})
