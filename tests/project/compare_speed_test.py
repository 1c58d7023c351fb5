"""tools/compare-speed calls a commit slower only where noise can't explain it, and times what it says it times."""

import contextlib
import importlib.machinery
import importlib.util
import io
import json
import os
import pathlib
import stat
import tempfile
import unittest
import unittest.mock

SCRIPT = pathlib.Path(__file__).parents[2] / "tools" / "compare-speed"


def load():
    loader = importlib.machinery.SourceFileLoader("compare_speed", str(SCRIPT))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


class CompareSpeed(unittest.TestCase):
    def setUp(self):
        self.tool = load()

    def test_runs_that_overlap_prove_nothing(self):
        self.assertFalse(self.tool.slower([1, 2], [2, 9]))
        self.assertFalse(self.tool.slower([1, 2], [1.5, 9]))
        self.assertTrue(self.tool.slower([1, 2], [2.1, 9]))

    def test_a_row_says_which(self):
        self.assertRegex(self.tool.row("gas", [1, 2, 3], [4, 6, 5]), r"gas +1 to 3 +4 to 6 +2\.500  slower$")
        self.assertRegex(self.tool.row("gas", [4, 6, 5], [1, 2, 3]), r" 0\.400  faster$")
        self.assertRegex(self.tool.row("gas", [1, 2, 3], [3, 4, 5]), r" 2\.000$")

    def command_that_answers(self, folder, answer):
        self.tool.BUILDS = pathlib.Path(folder)
        command = pathlib.Path(folder) / "bankshot"
        command.write_text("#!/bin/sh\nfor last; do :; done\necho \"$*\" > \"$last.asked\"\n"
                           f"echo '{json.dumps(answer)}' > \"$last\"\n")
        command.chmod(command.stat().st_mode | stat.S_IXUSR)
        return command

    def test_takes_the_mean_over_all_steps(self):
        with tempfile.TemporaryDirectory() as folder:
            answer = {"scenes": [{"runs": [{"ms_per_step": 1, "ms_per_step_of_all": 7}]}]}
            command = self.command_that_answers(folder, answer)
            self.assertEqual(self.tool.time_scene("main", command, "gas", 30), 7)
            asked = (pathlib.Path(folder) / "run.json.asked").read_text()
            self.assertIn("--engine bankshot --scenes gas --steps 30", asked)

    def assert_fails(self, message, function, *arguments):
        errors = io.StringIO()
        with contextlib.redirect_stderr(errors), self.assertRaises(SystemExit) as end:
            function(*arguments)
        self.assertEqual(end.exception.code, 2)
        self.assertIn(message, errors.getvalue())

    def test_names_the_commit_whose_bench_tells_too_little(self):
        for answer in ({"scenes": [{"runs": [{"ms_per_step": 1}]}]}, {"scenes": []}, {}):
            with tempfile.TemporaryDirectory() as folder:
                command = self.command_that_answers(folder, answer)
                self.assert_fails("the bench of v0.1 does not tell ms_per_step_of_all of gas", self.tool.time_scene, "v0.1",
                                  command, "gas", 30)

    def test_names_a_command_that_is_missing(self):
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.dict(os.environ, {"PATH": folder}):
            self.assert_fails("git cannot be run: No such file", self.tool.build, "HEAD")
            self.assert_fails("cmake cannot be run: No such file", self.tool.run, "cmake", "--version")


if __name__ == "__main__":
    unittest.main()
