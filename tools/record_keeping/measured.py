"""Tables of times, which Google Benchmark takes, and those that somebody put together by hand.

A time is one of a machine and an hour: what is off by less than a quarter counts as the same. Their quick slice: every
benchmark that a table is made of is still there, and the table has a row for each.
"""

import json

from . import code
from .runner import Missing
from .tables import Table

NEAR = 1.25


def in_digits(number):
    """Three digits, and no point where they fill it."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def off(now, page):
    """True if two figures differ by more than machines do from hour to hour."""
    try:
        a, b = float(now.replace(",", "")), float(page.replace(",", ""))
    except ValueError:
        return now != page
    return max(a, b) > NEAR * min(a, b)


class Measured(Table):
    """Each row is made of what its first cells say in the page, times of benchmarks, and how often one goes into another."""

    def __init__(self, name, page, folders, program, rows, labels=1):
        super().__init__(name, page, folders)
        self.program, self.spec, self.labels = program, rows, labels

    def asked(self):
        return sorted({part for row in self.spec for cell in row for part in ([cell] if isinstance(cell, str) else cell)})

    def commands(self):
        return [f"{self.program} --benchmark_min_time=0.2 --benchmark_repetitions=15 --benchmark_enable_random_interleaving=true"]

    def check(self, runner):
        there = runner.run(f"{self.program} --benchmark_list_tests")[1].split("\n")
        gone = [name for name in self.asked() if name not in there]
        if gone:
            yield f"{self.program} has no benchmark of the name {gone[0]} any more"
        if len(self.place.rows()) != len(self.spec) + 1:
            yield f"the page has {len(self.place.rows()) - 1} rows, {len(self.spec)} are made"

    def figures(self, runner):
        said = json.loads(runner.run(self.commands()[0], "--benchmark_format=json")[1])
        medians = {run["run_name"]: run for run in said["benchmarks"] if run.get("aggregate_name") == "median"}
        unit = 1e9  # a counter is in seconds
        return {name: unit * next(run[key] for key in ("pair", "each") if key in run) for name, run in medians.items()
                if "pair" in run or "each" in run}

    def make(self, runner):
        time, rows = self.figures(runner), self.place.rows()
        differs = False
        for row, spec in zip(rows[1:], self.spec):
            cells = [in_digits(time[cell] if isinstance(cell, str) else time[cell[0]] / time[cell[1]]) for cell in spec]
            differs = differs or any(off(now, page) for now, page in zip(cells, row[self.labels:]))
            row[self.labels:] = cells
        self.place.set_rows(rows)
        return differs


class ByHand(Table):
    """What no command makes. It has its commit all the same, and is not compared."""

    def __init__(self, name, page, folders, how):
        super().__init__(name, page, folders)
        self.how = how

    def commands(self):
        return [f"by hand: {self.how}"]

    def check(self, _):
        self.place.table()
        return []

    def make(self, _):
        raise Missing(f"it is made by hand: {self.how}")


def per_corners(*columns):
    return [[tuple(name.format(n) for name in column) if isinstance(column, tuple) else column.format(n)
             for column in columns] for n in (4, 5, 8)]


def many(kind, percent):
    names = [f"{what}/{kind}/{percent}/{how}" for what in ("one_many", "many_many") for how in ("single", "batch")]
    return [names[0], names[1], (names[0], names[1]), names[2], names[3], (names[2], names[3])]


def in_a_world(question, length):
    ours, theirs = f"{question}/bankshot/{length}m", f"{question}/box2d/{length}m"
    return [ours, theirs, (theirs, ours)]


SCENES = ("uniform_10k", "clusters_10k", "sizes_1_1000_10k", "pyramid_outliers_5k")


def known():
    queries, world = code.QUERIES + ["tests/bench/query.cpp"], code.STEPS + ["tests/bench/world.cpp"]
    page = "docs/query_speed.md"
    return [
        Measured("query-pairs", page, queries, "bench_query",
                 per_corners("manifold/bankshot/{}", "manifold/box2d/{}", "sweep/bankshot/{}", "sweep/box2d/{}")),
        Measured("query-rays", page, queries, "bench_query", per_corners("ray/bankshot/{}", "ray/box2d/{}")),
        Measured("query-batch", page, queries, "bench_query",
                 per_corners("manifold/batch/{}", "manifold/box2d/{}", ("manifold/box2d/{}", "manifold/batch/{}"))),
        Measured("query-many", page, queries, "bench_query",
                 [many(kind, percent) for kind in ("boxes", "circles", "polygons") for percent in (1, 10, 50)], labels=2),
        Measured("query-world", page, world, "bench_world",
                 [in_a_world("ray", n) for n in (1, 10, 100)] + [in_a_world("area", n) for n in (1, 10, 50)]),
        Measured("broad-phase", "docs/broad_phase.md", ["lib/bankshot/math", "lib/bankshot/broad", "tests/bench/broad_phase.cpp"],
                 "bench_broad_phase",
                 [[f"{scene}/{what}/{kind}" for what in ("insert", "move", "pairs", "query", "ray")]
                  for scene in SCENES for kind in ("tree", "quadtree", "spatial_hash")], labels=2),
        ByHand("history-costs", "docs/history.md", code.STEPS + ["lib/bankshot/history", "tests/bench/history.cpp"],
               "the least of what bench_history prints of drum_mixed"),
        ByHand("bench-threads", "docs/bench.md", code.STEPS + code.BENCH,
               "bankshot bench --scenes large_pyramid --threads 1, then 2; oneTBB by a program of its own"),
        ByHand("step-memory", "docs/step.md", code.STEPS, "the lists of a world, counted in a debugger"),
    ]
