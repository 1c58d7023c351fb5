"""docs/techniques.md holds what it promises: a row for every technique, whose call is made by the example program as it
is written there, whose picture is what the program draws now, and whose test exists.

Usage: techniques.py SOURCE_FOLDER PROGRAM"""

import pathlib
import re
import subprocess
import sys
import tempfile

source, program = pathlib.Path(sys.argv[1]), sys.argv[2]
page = (source / "docs/techniques.md").read_text(encoding="utf-8")
failures = []


def squeezed(text):
    return re.sub(r"\s+", "", re.sub(r"//[^\n]*", "", text))


code = squeezed("\n".join(p.read_text(encoding="utf-8") for p in sorted((source / "examples/techniques").glob("*.cpp"))))
rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in page.splitlines()
        if re.match(r"\| \d+ \|", line)]
if [row[0] for row in rows] != [str(i) for i in range(1, 24)]:
    failures.append(f"rows are numbered {[row[0] for row in rows]}")
named = set()
for row in rows:
    if len(row) != 5:
        failures.append(f"row {row[0]}: {len(row)} columns")
        continue
    number, _, call, picture, tests = row
    calls = re.findall(r"`([^`]+)`", call)
    if not calls:
        failures.append(f"row {number}: no call")
    for text in calls:
        if squeezed(text) not in code:
            failures.append(f"row {number}: {text} is not in examples/techniques")
    name = re.fullmatch(r"\[picture\]\(techniques/([\w]+\.svg)\)", picture)
    if not name or not name[1].startswith(f"{int(number):02d}_"):
        failures.append(f"row {number}: no picture of that number")
    else:
        named.add(name[1])
    found = re.findall(r"\[(\w+)\.(\w+)\]\(\.\./(tests/[\w/]+\.cpp)\)", tests)
    if not found:
        failures.append(f"row {number}: no test")
    for suite, test, file in found:
        path = source / file
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        if not re.search(rf"\bTEST(?:_[FP])?\({suite}, {test}\)", text):
            failures.append(f"row {number}: {file} has no test {suite}.{test}")

with tempfile.TemporaryDirectory() as folder:
    subprocess.run([program, folder], check=True)
    drawn = {p.name: p.read_bytes() for p in pathlib.Path(folder).glob("*.svg")}
kept = {p.name: p.read_bytes() for p in (source / "docs/techniques").glob("*.svg")}
for name in sorted(set(drawn) | set(kept) | named):
    if name not in named:
        failures.append(f"{name} is in no row")
    elif drawn.get(name) != kept.get(name):
        failures.append(f"docs/techniques/{name} is out of date: draw it again as docs/techniques.md says")

print("\n".join(failures) or f"{len(rows)} techniques, {len(drawn)} pictures")
sys.exit(1 if failures else 0)
