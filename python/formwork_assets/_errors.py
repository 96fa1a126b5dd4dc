"""What can go wrong with a file, as exceptions."""

from __future__ import annotations


class FormworkError(ValueError):
    """A file, a text or a value is not what it should be.

    What the system refuses, such as a file that does not exist, is an `OSError` as everywhere in Python.
    """

    path: str | None
    """The file; `None` for what has no name."""
    offset: int | None
    """Where in the file, in bytes from its start."""
    line: int | None
    """Where in a text, counted from 1."""
    column: int | None
    """Where in that line, in characters, counted from 1."""
    code: str | None
    """The code of the rule, such as `F0001-malformed`; `formwork explain` explains it."""
    field: str | None
    """Where in the tree: `tracks[3].keyframes[17].rotation`; `None` at its root."""
    help: str | None
    """What to do about it."""

    def __init__(
        self,
        message: str,
        *,
        path: str | None = None,
        offset: int | None = None,
        line: int | None = None,
        column: int | None = None,
        code: str | None = None,
        field: str | None = None,
        help: str | None = None,
    ) -> None:
        super().__init__(message)
        self.path = path
        self.offset = offset
        self.line = line
        self.column = column
        self.code = code
        self.field = field
        self.help = help

    def __reduce__(self) -> tuple[object, ...]:
        # Other processes get it whole.
        return (_rebuilt, (type(self), self.args, self.__dict__))


def _rebuilt(
    kind: type[FormworkError], args: tuple[str, ...], state: dict[str, object]
) -> FormworkError:
    error = kind(*args)
    error.__dict__.update(state)
    return error


class MalformedError(FormworkError):
    """The file is wrong: its bytes, or its text, cannot be what the layout says."""


class UnsupportedError(FormworkError):
    """The file is of a kind or version that is not known here, or has nothing of what was asked for."""


class InvalidError(FormworkError):
    """A tree that contradicts itself, or a value that does not fit its field."""


class LimitError(FormworkError):
    """A limit was hit."""


class DisagreementError(FormworkError):
    """Formwork is wrong: please report the file."""
