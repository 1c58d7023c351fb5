"""tools/compare-speed calls a commit slower only where noise can't explain it, and times what it says it times."""

import importlib.machinery
import importlib.util
import json
import pathlib
import stat
import tempfile
import unittest

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

    def test_takes_the_mean_over_all_steps(self):
        with tempfile.TemporaryDirectory() as folder:
            self.tool.BUILDS = pathlib.Path(folder)
            command = pathlib.Path(folder) / "bankshot"
            answer = {"scenes": [{"runs": [{"ms_per_step": 1, "ms_per_step_of_all": 7}]}]}
            command.write_text("#!/bin/sh\nfor last; do :; done\necho \"$*\" > \"$last.asked\"\n"
                               f"echo '{json.dumps(answer)}' > \"$last\"\n")
            command.chmod(command.stat().st_mode | stat.S_IXUSR)
            self.assertEqual(self.tool.time_scene(command, "gas", 30), 7)
            asked = (pathlib.Path(folder) / "run.json.asked").read_text()
            self.assertIn("--engine bankshot --scenes gas --steps 30", asked)


if __name__ == "__main__":
    unittest.main()
