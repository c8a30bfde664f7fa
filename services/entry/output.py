"""Files that results go to: tried before anything is worked out that could be lost."""

from pathlib import Path
from tempfile import TemporaryFile

from services.entry.words import CannotStart, reason_of


def tried_file(file: Path) -> Path:
    """A file that can be written; it is as it was, and is not left behind where there was none."""
    there = file.exists()
    try:
        file.open("ab").close()
        if not there:
            file.unlink()
    except OSError as error:
        raise _unwritten(file, error) from None
    return file


def tried_folder(folder: Path) -> Path:
    """A folder that files can be put into, made where there is none."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        raise CannotStart(f"no files can be put into {folder}: {error.strerror}") from None


def write(file: Path, text: str) -> None:
    """The text and a line end; what was tried may be full or gone by now."""
    try:
        file.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise _unwritten(file, error) from None


def _unwritten(file: Path, error: OSError) -> CannotStart:
    return CannotStart(f"{file} cannot be written: {reason_of(error)}")
