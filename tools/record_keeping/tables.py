"""Tables that one command makes, and what of them can be compared within seconds."""

import re

from . import code
from .pages import cells_of, without_bold


class Table:
    """A record of which the pages have a line above a table."""
    kind = "table"

    def __init__(self, name, page, folders):
        self.name, self.page, self.depends = name, page, folders
        self.place = None  # set when the page is read

    def folders(self):
        return self.depends

    def differs_from(self, rows):
        """Puts rows in place of the page's; True if they are others."""
        same = [list(map(without_bold, row)) for row in rows] == [list(map(without_bold, row)) for row in self.place.rows()]
        self.place.set_rows(rows)
        return not same


def table_in(text):
    """The cells of the first table that was printed, the names of its columns first."""
    lines = []
    for line in text.splitlines():
        if line.startswith("|"):
            lines.append(cells_of(line))
        elif lines:
            break
    return lines[:1] + lines[2:]


def filled(rows, columns=1):
    """With the first cells repeated where a table leaves them out for being those of the row above."""
    above = None
    for row in rows:
        row = [a if not b else b for a, b in zip(above[:columns], row)] + row[columns:] if above else row
        above = row
        yield row


class Laws(Table):
    """Some of the laws. Their quick slice: what Bankshot comes to in those that take no second."""

    def __init__(self, name, wanted, quick, slice_of, svg=""):
        super().__init__(name, "docs/laws.md", code.STEPS + code.LAWS)
        self.wanted, self.quick, self.slice_of, self.svg = wanted, quick, slice_of, svg

    def command(self, names, *more):
        return " ".join(["bankshot laws --markdown", *self.quick, "--law", ",".join(names), *more])

    def commands(self):
        return [self.command(["..."])]

    def names(self, runner):
        """Those that the command has today, by their order there."""
        listed = [line.split()[0] for line in runner.run("bankshot laws --list")[1].splitlines() if line]
        return [name for name in listed if self.wanted(name)]

    def check(self, runner):
        rows = list(filled(self.place.rows()[1:]))
        missing = sorted(set(self.names(runner)) ^ {row[0] for row in rows})
        if missing:
            yield f"the command and the page do not have the same laws: {', '.join(missing)}"
        said = {(row[0], row[1]): row[2:4] for row in rows}
        alone = [] if "--engine" in self.quick else ["--engine bankshot"]
        printed = table_in(runner.run(self.command(self.slice_of, "--quiet", *alone))[1])[1:]
        for law, figure, *now in filled(printed):
            page = said.get((law, figure))
            if page is None or [without_bold(cell) for cell in page] != [without_bold(cell) for cell in now]:
                yield f"{law}, {figure}: now {' | '.join(now)}, the page says {' | '.join(page or ['nothing'])}"

    def make(self, runner):
        printed = table_in(runner.run(self.command(self.names(runner), *self.svg.split()))[1])
        if len(printed[0]) < len(self.place.rows()[0]):
            raise ValueError(f"{self.name}: this build lacks an engine that the page has")
        return self.differs_from(printed)


class Readme(Table):
    """The laws that README.md shows are those of docs/laws.md, at 60 steps a second."""

    def __init__(self):
        super().__init__("readme-laws", "README.md", code.STEPS + code.LAWS)
        self.laws = None  # the record they are taken from

    def commands(self):
        return ["the record laws"]

    def rows(self):
        figures = {(row[0], row[1]): row[3:] for row in filled(self.laws.place.rows()[1:])}
        page = self.place.rows()
        yield page[0]
        for sentence, bound, *_ in page[1:]:
            law = README_LAWS.get(sentence)
            if law not in figures:
                raise ValueError(f"README.md: which law of docs/laws.md is '{sentence}'?")
            unit = bound.split(" ", 1)[1:]
            yield [sentence, bound] + [" ".join([cell.split(" / ")[1], *unit]) for cell in figures[law]]

    def check(self, _):
        for now, page in zip(self.rows(), self.place.rows()):
            if now != page:
                yield f"docs/laws.md says: {' | '.join(now)}\n    the page says: {' | '.join(page)}"

    def make(self, _):
        return self.differs_from(list(self.rows()))


README_LAWS = {
    "disc dropped 10 m, e = 1: worst of 1000 apexes, off by": ("drop-disc", "apex, %"),
    "e = 0.9, 0.8, 0.5: heights of the bounces, off by": ("restitution", "apex, %"),
    "polygons that tumble, e = 1: energy after 1000 bounces, off by": ("tumble-polygons", "energy, %"),
    "gas of 400 discs under gravity, 60 s: energy, off by": ("gas-gravity", "energy, %"),
    "cradles of 5 to 20 touching discs: velocities, off by": ("cradle", "velocities, %"),
    "ball into a V of 60 to 120 degrees, 50 bounces: height, off by": ("valley", "apex, %"),
    "billiard shot over 10 cushions, off by, of the path": ("billiard", "10 cushions, of the path"),
    "5000 pairs of spinning discs, any masses and restitutions: velocities, off by, of the fastest":
        ("pairs", "velocities, of the fastest"),
    "sliding block: way until it stops, off by": ("slide", "way, %"),
    "shots at walls of 1 mm, 2500 of them: passed": ("shots", "walls, passed"),
    "shots at each other, 2500: passed": ("shots", "each other, passed"),
    "tower of 50 boxes, 60 s: fallen": ("tower", "fallen, bodies"),
    "pyramid of 20 rows, 60 s: gone sideways, at most": ("pyramid", "sideways, mm"),
    "300 random rooms, 10 s: energy that nothing explains, of what passed": ("ledger", "unexplained, % of what passed"),
    "elastic ball on a stack of ten: height lost in a bounce, at most": ("ball-on-top", "lost, % a bounce"),
}


class PairsTable(Table):
    """How often which query was asked of which pair. Its quick slice: the pairs, the queries, and what is not asked."""
    asked = "bankshot fuzz --target parts --seed 1 --cases {} --table"

    def __init__(self):
        super().__init__("parts-table", "docs/fuzz_parts.md", code.QUERIES + code.JUDGES)

    def commands(self):
        return [self.asked.format(1000000)]

    def rows(self, runner, count, *more):
        more = ["--jobs", str(runner.jobs), "--out", str(runner.work / "findings" / self.name), *more]
        return table_in(runner.run(self.asked.format(count), *more)[1])

    @staticmethod
    def outline(rows):
        return [rows[0]] + [row[:1] + ["-" if cell == "-" else "n" for cell in row[1:]] for row in rows[1:]]

    def check(self, runner):
        for now, page in zip(self.outline(self.rows(runner, 3000, "--quiet")), self.outline(self.place.rows())):
            if now != page:
                yield f"{page[0]}: other pairs or queries are asked now"

    def make(self, runner):
        keep = ["--state", str(runner.work / f"{self.name}-{runner.version(self)}.state")]
        return self.differs_from(self.rows(runner, 1000000, *keep))


class Bench(Table):
    """Engine beside engine. Times are of a machine; its quick slice is what is not: contacts, overlap, energy of Bankshot."""
    scenes = "large_pyramid,many_pyramids,smash,tumbler,junkyard,compounds,gas,bucket,tiles"
    slice_of = "large_pyramid,tumbler,gas,bucket"
    long = "--steps 200 --rounds 10"
    exact = ["contacts", "awake", "impacts/step", "deepest, mm", "mean, mm", "energy, J", "moved, mm", "rms, m/s"]

    def __init__(self):
        super().__init__("bench", "docs/bench.md", code.STEPS + code.BENCH)

    def commands(self):
        return [f"bankshot bench --scenes {self.scenes} {self.long}",
                f"bankshot bench --scenes washer --engine bankshot,chipmunk {self.long}"]

    def check(self, runner):
        command = f"bankshot bench --markdown --quiet --scenes {self.slice_of} --engine bankshot {self.long}"
        header, *printed = table_in(runner.run(command)[1])
        names, *rows = self.place.rows()
        if names != header:
            yield f"the columns are now: {', '.join(header)}"
        said = {row[0]: dict(zip(names, row)) for row in filled(rows) if row[1] == "Bankshot"}
        for row in printed:
            now, page = dict(zip(header, row)), said.get(row[0], {})
            others = [f"{name} {now[name]}, the page says {page.get(name, 'nothing')}" for name in self.exact
                      if now[name] != page.get(name)]
            if others:
                yield f"{row[0]}: now {'; '.join(others)}"

    def make(self, runner):
        svg = str(runner.root / "docs" / "bench.svg")
        header, *rows = table_in(runner.run(self.commands()[0], "--markdown", "--svg", svg)[1])
        washer = table_in(runner.run(self.commands()[1], "--markdown")[1])[1:]
        behind = next(i for i, row in enumerate(rows) if row[0] == "junkyard")
        return self.differs_from([header, *rows[:behind], *washer, *rows[behind:]])


class Faults(Table):
    """Seeded faults. Its quick slice: how many are chosen today, and that lines which change nothing are still there."""
    columns = ["", "faults", "killed", "by hashes alone", "survived", "equivalent", "do not compile", "not tried", "kill rate"]

    def __init__(self, name, options):
        super().__init__(name, "docs/mutants.md", code.FAULTS)
        self.options = options

    def commands(self):
        return [f"tools/mutate {self.options}"]

    def check(self, runner):
        said = runner.run(f"tools/mutate {self.options} --list")[1]
        now = len(re.findall(r"^lib/bankshot/", said, re.M))
        page = self.place.rows()[-1][1]
        if str(now) != page:
            yield f"of the code as it is {now} faults are chosen, the page says {page}"

    def make(self, runner):
        said = runner.run(f"tools/mutate {self.options}")[1]
        rows = re.findall(r"^(\w+) +((?:\d+ +){7})(\d+\.\d %|-)$", said.split("kill rate")[-1], re.M)
        if not rows:
            raise ValueError(f"{self.name}: tools/mutate printed no table")
        cells = [[f"`{name}/`" if name != "all" else name, *counts.split(), rate] for name, counts, rate in rows]
        return self.differs_from([self.columns, *cells])
