from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, Protocol, TypeVar

from ._errors import UsherError

Item_co = TypeVar("Item_co", covariant=True)


class Page(Protocol[Item_co]):
    @property
    def data(self) -> Sequence[Item_co]: ...

    @property
    def next_cursor(self) -> str | None: ...


PageT = TypeVar("PageT")
Item = TypeVar("Item")


class Pages(Generic[PageT, Item]):
    """A list: iterate over it for every item of all pages, which are fetched as they are needed."""

    def __init__(
        self,
        read: Callable[[str | None], PageT],
        page: Callable[[PageT], Page[Item]],
        cursor: str | None,
    ) -> None:
        self._read = read
        self._page = page
        self._cursor = cursor

    def page(self) -> PageT:
        """The first page, with the cursor of the next one."""
        return self._read(self._cursor)

    def __iter__(self) -> Iterator[Item]:
        cursor = self._cursor
        while True:
            page = self._page(self._read(cursor))
            yield from page.data
            if page.next_cursor is None:
                return
            if page.next_cursor == cursor:
                raise UsherError("The list does not end: a page names itself as the next one")
            cursor = page.next_cursor
