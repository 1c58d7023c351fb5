"""Where records stand in the pages, and how a page is rewritten.

A table that one command makes has a line above it:

    Record `laws`, made at `9f4d8faa`.

A campaign is a row of a table with the columns of CAMPAIGN, the last of which says the same. In both, what was not made again
since is followed by "; not made again since `lib/bankshot/query` changed".
"""

import dataclasses
import re

CAMPAIGN = ["record", "command", "cases", "what came out", "of the first", "made at"]
NAME = r"`(?P<name>[a-z0-9-]+)`"
STAMP = r"(?:`(?P<commit>[0-9a-f]{7,40})`|an unknown commit)(?P<mark>; not made again since [^|]+ changed)?"
LINE = re.compile(rf"^Record {NAME}, made at {STAMP}\.$")
CELL = re.compile(rf"^{STAMP}$")


def stamp(commit, mark=""):
    return (f"`{commit}`" if commit else "an unknown commit") + mark


def cells_of(line):
    """The cells of a row of a table. A bar within a cell has a backslash before it."""
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]]


def row_of(cells):
    return "| " + " | ".join(cells) + " |"


def without_bold(cell):
    return cell.replace("**", "")


@dataclasses.dataclass
class Place:
    """Where a record stands: of a table its line, of a campaign its row."""
    page: "Page"
    name: str
    at: int
    commit: str  # or None
    mark: str  # what stands behind the commit, or ""
    campaign: bool

    def where(self):
        return f"{self.page.name}:{self.at + 1}"

    def set_stamp(self, commit, mark=""):
        if self.campaign:
            self.set_cell(5, stamp(commit, mark))
        else:
            self.page.lines[self.at] = f"Record `{self.name}`, made at {stamp(commit, mark)}."
        self.commit, self.mark = commit, mark

    def cells(self):
        return cells_of(self.page.lines[self.at])

    def set_cell(self, column, text):
        cells = self.cells()
        cells[column] = text.replace("|", "\\|")
        self.page.lines[self.at] = row_of(cells)

    def table(self):
        """(first line, line behind the last) of the table below the record's line."""
        lines, first = self.page.lines, self.at + 1
        while first < len(lines) and not lines[first].startswith(("|", "#", "Record `")):
            first += 1
        last = first
        while last < len(lines) and lines[last].startswith("|"):
            last += 1
        if last < first + 3:
            raise ValueError(f"{self.where()}: no table stands below the record {self.name}")
        return first, last

    def rows(self):
        """The cells of the table below, row by row; the names of its columns first."""
        first, last = self.table()
        return [cells_of(line) for i, line in enumerate(self.page.lines[first:last]) if i != 1]

    def set_rows(self, rows):
        first, last = self.table()
        rule = self.page.lines[first + 1]
        if rule.count("|") != len(rows[0]) + 1:
            rule = "|" + "---|" * len(rows[0])
        new = [row_of(rows[0]), rule, *map(row_of, rows[1:])]
        self.page.lines[first:last] = new
        for place in self.page.found:  # those further down
            place.at += len(new) - (last - first) if place.at >= last else 0


class Page:
    def __init__(self, root, name):
        self.name, self.path = name, root / name
        self.text = self.path.read_text(encoding="utf-8")
        self.lines = self.text.split("\n")
        self.found = list(self.places())

    def places(self):
        header = None
        for i, line in enumerate(self.lines):
            match = LINE.match(line)
            if match:
                yield Place(self, match["name"], i, match["commit"], match["mark"] or "", False)
            elif line.startswith("Record `"):
                raise ValueError(f"{self.name}:{i + 1}: reads like the line of a record, and is none: {line}")
            if not line.startswith("|"):
                header = None
                continue
            cells = cells_of(line)
            if header is None:
                header = cells
            elif header == CAMPAIGN and not set(line) <= set("|-: "):
                yield self.campaign(i, cells)

    def campaign(self, i, cells):
        found = CELL.match(cells[-1]) if len(cells) == len(CAMPAIGN) else None
        name = re.fullmatch(NAME, cells[0])
        if not found or not name:
            raise ValueError(f"{self.name}:{i + 1}: the row of a campaign has no name, no commit, or another number of columns")
        return Place(self, name["name"], i, found["commit"], found["mark"] or "", True)

    def save(self):
        text = "\n".join(self.lines)
        if text == self.text:
            return False
        self.path.write_text(text, encoding="utf-8")
        self.text = text
        return True


def all_places(root):
    """Every record of every page, by name."""
    places = {}
    for path in sorted([*root.glob("*.md"), *root.glob("docs/*.md"), *root.glob("lib/*.md")]):
        for place in Page(root, path.relative_to(root).as_posix()).found:
            if place.name in places:
                raise ValueError(f"{place.where()}: there is a record {place.name} in {places[place.name].where()} already")
            places[place.name] = place
    return places
