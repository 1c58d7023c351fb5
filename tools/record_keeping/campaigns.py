"""Campaigns: a command that asks many cases, and what came out of them.

A row has the command as anybody would type it, with the number of cases in it, what came out of all of them, and of the
first few. What came out is put together here, for both in the same words, so that the two can be compared with what the
command says now.
"""

import re

from . import code

FUZZ = {"geometry": code.QUERIES + code.JUDGES, "sweep": code.QUERIES + code.JUDGES, "parts": code.QUERIES + code.JUDGES,
        "seams": code.QUERIES + code.JUDGES, "world": code.STEPS + code.JUDGES, "joints": code.STEPS + code.JUDGES,
        "laws": code.STEPS + code.LAWS + code.JUDGES, "scene-file": code.STEPS + ["lib/bankshot/scene"] + code.JUDGES}


def with_commas(number):
    return f"{int(number):,}"


def of_fuzz(text):
    """What `bankshot fuzz` printed, in a cell."""
    found = []
    table = re.search(r"^disagreement +cases .*\n((?:.+\n?)*)", text, re.M)
    for line in table[1].splitlines() if table else []:
        row = re.match(r"(?P<check>.*?) +(?P<count>\d+) +[-+.\dinfae]+(?:  .*)?$", line)
        if row:
            found.append(f"{with_commas(row['count'])} x {row['check']}")
    if not found and "no disagreement in" not in text:
        return None
    parts = ["; ".join(found) if found else "nothing disagrees"]
    judge = re.search(r"exact judge: (\d+) comparisons, \d+ of them \(([\d.]+) %\) by rational numbers; (\d+) pairs", text)
    if judge:
        parts.append(f"{with_commas(judge[1])} comparisons, {judge[2]} % by rational numbers; {with_commas(judge[3])} pairs within "
                     "the band")
    thin = re.search(r"^ *(\d+)  missed, never deeper than the band", text, re.M)
    if thin:
        parts.append(f"{with_commas(thin[1])} pass through what is thinner than the band")
    return "; ".join(parts)


def of_laws(text):
    """What `bankshot laws --markdown` printed: how many cases of a family miss, or else the figures."""
    notes = re.findall(r"^- [\w.-]+, Bankshot, ([\d./]+): (\d+) cases((?:; .*)?)$", text, re.M)
    if notes:
        return "; ".join(f"{dt} s: " + (", ".join(missed(more)) or "none misses") for dt, _, more in notes)
    rows = re.findall(r"^\| [\w.-]* \| (.*?) \| .*? \| (.*?) \|$", text.split("|---")[-1], re.M)
    return "; ".join(f"{figure}: {value.replace('**', '')}" for figure, value in rows) or None


def missed(text):
    for part in text.split("; ")[1:]:
        found = re.fullmatch(r"(.*): (\d+) of (\d+) miss.*", part)
        yield f"{found[1]} {with_commas(found[2])} of {with_commas(found[3])}" if found else part


def of_tests(text):
    """What a program of tests printed."""
    passed, failed = re.search(r"\[  PASSED  \] (\d+) test", text), re.search(r"(\d+) FAILED TEST", text)
    if not passed or passed[1] == "0":
        return None
    return f"{passed[1]} tests pass" + (f", {failed[1]} fail" if failed else "")


class Campaign:
    kind = "campaign"

    def __init__(self, place):
        self.place, self.name = place, place.name
        cells = place.cells()
        self.command, self.cases = cells[1].strip("`").replace("\\|", "|"), int(cells[2].replace(",", ""))
        self.said, self.first = cells[3], cells[4]

    def folders(self):
        words = self.command.split()
        if "--target" in words:
            return FUZZ[words[words.index("--target") + 1]]
        return code.STEPS + (code.LAWS if "laws" in words else ["tests/world"])

    def commands(self):
        return [self.command]

    def outcome(self, runner, count, *more):
        number = rf"(?<![\w.]){self.cases}(?![\w.])"
        command, times = re.subn(number, str(count), self.command)
        if times != 1:
            raise ValueError(f"{self.place.where()}: the command does not ask for {self.cases} cases")
        program = " ".join(word for word in command.split() if "=" not in word)
        if " fuzz " in program:
            out, said = runner.run(command, "--jobs", str(runner.jobs), "--out", str(runner.work / "findings" / self.name), *more)
            told = of_fuzz(said)
        elif " laws " in program:
            told = of_laws(runner.run(command, "--markdown", *more)[1])
        else:
            told = of_tests(runner.run(command)[1])
        if told is None:
            raise ValueError(f"{self.place.where()}: cannot tell what came out of {command}")
        return told

    def slice(self, runner):
        """What the first cases come to, as it stands in the page."""
        head = re.match(r"([\d,]+): ", self.first)
        if not head:
            raise ValueError(f"{self.place.where()}: does not say what came out of how many first cases")
        quiet = ["--quiet"] if self.command.startswith("bankshot fuzz") or self.command.startswith("bankshot-double fuzz") else []
        return f"{head[1]}: {self.outcome(runner, head[1].replace(',', ''), *quiet)}"

    def check(self, runner):
        now = self.slice(runner)
        if now != self.first.replace("\\|", "|"):
            yield f"of the first cases comes out now: {now}\n    the page says: {self.first}"

    def renew_slice(self, runner):
        self.first = self.slice(runner)
        self.place.set_cell(4, self.first)

    def make(self, runner):
        """True if something else came out than the page said."""
        keep = []
        if " fuzz " in f" {self.command} ":
            keep = ["--state", str(runner.work / f"{self.name}-{runner.version(self)}.state")]
        now = self.outcome(runner, self.cases, *keep)
        differs = now != self.said.replace("\\|", "|")
        self.place.set_cell(3, now)
        self.said = now
        self.renew_slice(runner)
        return differs
