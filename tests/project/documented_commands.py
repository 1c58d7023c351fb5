"""Runs every command that a document shows: the lines of the ```sh blocks of all Markdown files, block by block, in the
checkout. tools/test is left out, because it is what runs this. Prints each command; exit code 1 at the first that fails.
"""

import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ["", "lib", "docs", "examples", "tools", "tests"]


def blocks():
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).glob("*.md")):
            text = path.read_text(encoding="utf-8")
            for match in re.finditer(r"^```sh\n(.*?)^```", text, re.M | re.S):
                yield f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, match.start()) + 1}", match[1]


def main():
    # Documents speak of an installed command; here it is the one of the build that the README tells people to make.
    path = os.pathsep.join([str(ROOT / "build" / "installed" / "bin"), str(ROOT / "build" / "release" / "tools"),
                            os.environ["PATH"]])
    count = 0
    for place, block in blocks():
        lines = [line for line in block.splitlines() if not re.match(r"\s*(\./)?tools/test\b", line)]
        print(f"==== {place}", flush=True)
        run = subprocess.run(["bash", "-euxo", "pipefail", "-c", "\n".join(lines)], cwd=ROOT, stdin=subprocess.DEVNULL,
                             env={**os.environ, "PATH": path})
        if run.returncode != 0:
            print(f"{place}: a command failed with exit code {run.returncode}")
            return 1
        count += 1
    print(f"{count} blocks of commands ran")
    return 0 if count else 1


if __name__ == "__main__":
    sys.exit(main())
