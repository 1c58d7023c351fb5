"""tools/records tells a page that says something else than its command, and pages and records that do not belong together.

Works on a copy of the pages without version control, with a program of its own in place of the command.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
ANSWER = """#!/bin/sh
echo 'exact judge: 9118 comparisons, 9118 of them (100 %) by rational numbers; 183 pairs within the band'
echo 'no disagreement in 800 cases'
"""


class Records(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in ("docs", "tools/record_keeping"):
            shutil.copytree(ROOT / name, self.root / name, ignore=shutil.ignore_patterns("*.svg", "*.png", "__pycache__"))
        (self.root / "lib").mkdir()
        for name in ("README.md", "lib/README.md", "tools/records"):
            shutil.copy(ROOT / name, self.root / name)
        command = self.root / "build" / "tools" / "bankshot"
        command.parent.mkdir(parents=True)
        command.write_text(ANSWER)
        command.chmod(0o755)
        self.change("docs/fuzz.md", "| 800: ", "| 800: nothing disagrees; 9,118 comparisons, 100 % by rational numbers; 183 pairs within "
                    "the band |", to_end_of_cell=True)

    def change(self, name, old, new, to_end_of_cell=False):
        page = self.root / name
        text = page.read_text(encoding="utf-8")
        begin = text.index(old)
        end = text.index("|", begin + 1) + 1 if to_end_of_cell else begin + len(old)
        page.write_text(text[:begin] + new + text[end:], encoding="utf-8")

    def run_it(self, *words):
        run = subprocess.run([sys.executable, str(self.root / "tools/records"), *words, "--build", str(self.root / "build")],
                             capture_output=True, text=True)
        return run.returncode, run.stdout + run.stderr

    def test_a_page_that_says_what_its_command_says(self):
        code, said = self.run_it("check", "geometry-rational")
        self.assertEqual(code, 0, said)
        self.assertIn("not under version control", said)

    def test_a_page_that_says_something_else(self):
        self.change("docs/fuzz.md", "9,118 comparisons", "9,119 comparisons")
        code, said = self.run_it("check", "geometry-rational")
        self.assertEqual(code, 1, said)
        self.assertIn("of the first cases comes out now: 800: nothing disagrees; 9,118", said)
        self.assertIn("tools/records make", said)

    def test_a_command_that_does_not_ask_for_the_cases_of_its_row(self):
        self.change("docs/fuzz.md", "--rational --cases 2000000", "--rational --cases 2000001")
        code, said = self.run_it("check", "geometry-rational")
        self.assertEqual(code, 1, said)
        self.assertIn("does not ask for 2000000 cases", said)

    def test_a_record_of_other_code_that_is_not_marked(self):
        git = ["git", "-C", str(self.root), "-c", "user.name=a", "-c", "user.email=a@b"]
        (self.root / ".gitignore").write_text("/build/\n")
        (self.root / "lib/bankshot/query").mkdir(parents=True)
        (self.root / "lib/bankshot/query/a.cpp").write_text("int a;\n")
        for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "before"]):
            subprocess.run([*git, *words], check=True)
        commit = subprocess.run([*git, "rev-parse", "--short=8", "HEAD"], capture_output=True, text=True).stdout.strip()
        page = self.root / "docs/fuzz.md"
        text = page.read_text(encoding="utf-8")
        row = text.index("--rational --cases 2000000")
        begin, end = text.rindex("\n", 0, row) + 1, text.index("\n", row)
        cells = text[begin:end].split("|")
        cells[-2] = f" `{commit}` "
        page.write_text(text[:begin] + "|".join(cells) + text[end:], encoding="utf-8")
        self.assertEqual(self.run_it("check", "geometry-rational")[0], 0)
        (self.root / "lib/bankshot/query/a.cpp").write_text("int b;\n")
        code, said = self.run_it("check", "geometry-rational")
        self.assertEqual(code, 1, said)
        self.assertIn("not made again since `lib/bankshot/query` changed. Run: tools/records mark", said)
        self.run_it("mark", "geometry-rational")
        self.assertEqual(self.run_it("check", "geometry-rational")[0], 0)

    def test_a_program_that_is_not_built_is_no_failure(self):
        (self.root / "build/tools/bankshot").unlink()
        code, said = self.run_it("check", "geometry-rational")
        self.assertEqual(code, 0, said)
        self.assertIn("left out: bankshot is not built in", said)

    def test_a_table_without_its_line(self):
        self.change("docs/laws.md", "Record `laws-rest`, made at", "Made at")
        code, said = self.run_it("list")
        self.assertEqual(code, 1, said)
        self.assertIn("docs/laws.md: has no line for the record laws-rest", said)

    def test_a_line_that_is_no_stamp(self):
        self.change("docs/laws.md", "Record `laws`, made at `", "Record `laws`, made at noon `")
        code, said = self.run_it("list")
        self.assertEqual(code, 1, said)
        self.assertIn("reads like the line of a record, and is none", said)

    def test_a_name_that_is_none(self):
        code, said = self.run_it("check", "nonsense")
        self.assertEqual(code, 2, said)
        self.assertIn("there is no record 'nonsense'", said)


if __name__ == "__main__":
    unittest.main()
