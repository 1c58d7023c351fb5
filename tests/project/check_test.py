"""tools/check finds each kind of fault in a small made-up checkout, and nothing in a clean one."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK = pathlib.Path(__file__).parents[2] / "tools" / "check"
INTERNAL = "// Not part of the public interface.\n"
CLEAN = {
    "lib/CMakeLists.txt": "set(H bankshot/math/vec2.hpp)\n",
    "cmake/BankshotLayers.cmake": "set(F -ffp-contract=off -fno-fast-math)\n",
    "lib/bankshot/math/vec2.hpp": "#include <bankshot/config.hpp>\n// std::sin( in a comment\n",
    "lib/bankshot/math/plain.hpp": INTERNAL + "#include <bankshot/math/vec2.hpp>\nreal cosine(real); real y = std::sqrt(x);\n",
    "lib/bankshot/config.hpp": "#pragma once\n",
    "lib/bankshot/math/spiral.hpp": INTERNAL + "struct [[nodiscard]] Spiral {\n  struct Arm {};\n};\n",
    "lib/README.md": "| room of `world/` | holds |\n|---|---|\n| `low/` | a |\n| `high/` | b |\n\n| `other/` | c |\n",
    "lib/bankshot/world/world.hpp": "#pragma once\n",
    "lib/bankshot/world/low/a.hpp": INTERNAL + "#include <bankshot/world/world.hpp>\n",
    "lib/bankshot/world/high/b.hpp": INTERNAL + "#include <bankshot/world/low/a.hpp>\n",
    "lib/bankshot/world/world.cpp": "#include <bankshot/world/high/b.hpp>\n",
    "lib/bankshot/math/turn.hpp": INTERNAL,
    "lib/bankshot/math/turn.cpp": "#include <bankshot/math/spiral.hpp>\nSpiral turn(Spiral); // and no Arm\n",
}
PUBLIC = "set(H bankshot/math/vec2.hpp bankshot/config.hpp bankshot/world/world.hpp)\n"
FAULTS = {
    "libm": ("lib/bankshot/math/a.cpp", "auto y = std::sin(x);", "not correctly rounded"),
    "libm_unqualified": ("lib/bankshot/math/a.cpp", "auto y = atan2f (x, y);", "not correctly rounded"),
    "libm_global": ("lib/bankshot/math/a.cpp", "auto y = ::sinf(x);", "not correctly rounded"),
    "libm_builtin": ("lib/bankshot/math/a.cpp", "auto y = __builtin_sinf(x);", "not correctly rounded"),
    "fma": ("lib/bankshot/simd/a.inl", "y = _mm256_fmadd_ps(a, b, c);", "fused"),
    "fma_target": ("lib/bankshot/simd/a.cpp", '#pragma GCC target("avx2,fma")', "fused"),
    "reciprocal": ("lib/bankshot/simd/a.cpp", "y = _mm_rsqrt_ps(a);", "approximate"),
    "fast_math": ("cmake/Extra.cmake", "add_compile_options(-ffast-math)", "fast mathematics"),
    "unordered": ("lib/bankshot/world/a.cpp", "std::unordered_map<int, int> m;", "depends on the library"),
    "long_double": ("lib/bankshot/math/a.cpp", "long double x;", "differs between machines"),
    "chance": ("lib/bankshot/world/a.cpp", "std::mt19937_64 dice;", "chance"),
    "time": ("lib/bankshot/world/a.cpp", "#include <chrono>", "the time"),
    "engine": ("lib/bankshot/world/a.cpp", "std::default_random_engine dice;", "chance"),
    "time_of_day": ("lib/bankshot/world/a.cpp", "auto now = std::time(nullptr);", "the time"),
    "chrono": ("lib/bankshot/world/a.cpp", "auto now = std::chrono::steady_clock::now();", "the time"),
    "address_number": ("lib/bankshot/world/a.cpp", "auto k = reinterpret_cast<std::size_t>(p);", "by address"),
    "address": ("lib/bankshot/world/a.cpp", "auto k = std::uintptr_t(p);", "by address"),
    "reduce": ("lib/bankshot/world/a.cpp", "std::reduce(a, b);", "no fixed order"),
    "openmp": ("lib/bankshot/world/a.cpp", "# pragma omp parallel", "OpenMP"),
    "unfinished": ("lib/bankshot/world/a.cpp", "int x;  // TODO", "unfinished"),
    "disabled": ("lib/bankshot/world/a.cpp", "#if 0\n#endif", "unfinished"),
    "machine": ("docs/a.md", "see /home/someone/notes", "machine"),
    "layer": ("lib/bankshot/math/a.cpp", "#include <bankshot/world/world.hpp>", "layer math includes"),
    "whole": ("lib/bankshot/math/a.cpp", "#include <bankshot/bankshot.hpp>", "layer math includes"),
    "beside": ("lib/bankshot/draw/a.cpp", "#include <bankshot/scene/scene.hpp>", "layer draw includes"),
    "unknown": ("lib/bankshot/extra/a.cpp", "", "not one of the layers"),
    "room": ("lib/bankshot/world/low/c.cpp", "#include <bankshot/world/high/b.hpp>", "stands before that of"),
    "face": ("lib/bankshot/world/world.hpp", "#include <bankshot/world/low/a.hpp>", "stands before that of"),
    "no_room": ("lib/bankshot/world/other/c.cpp", "", "not one of the rooms"),
    "no_rooms": ("lib/bankshot/math/low/c.cpp", "", "not one of the rooms"),
    "quotes": ("lib/bankshot/math/a.cpp", '#include "vec2.hpp"', "quotes"),
    "macro": ("lib/bankshot/math/a.cpp", "#include WORLD", "names no file"),
    "dots": ("lib/bankshot/math/a.cpp", "#include <bankshot/math/../world/world.hpp>", "names no file"),
    "suffix": ("lib/bankshot/math/a.h", "int a;", "end in .cpp"),
    "long_file": ("lib/bankshot/math/a.cpp", "int a;\n" * 500, "a file of 501 lines"),
    "long_function": ("tools/a.cpp", "int a(int b,\n      int c) {\n" + "  ++b;\n" * 58 + "}\n", "a function of 61 lines"),
    "long_member": ("tools/a.cpp", "class A {\n  int a() {\n" + "    ++b;\n" * 59 + "  }\n};\n", "a function of 61 lines"),
    "dead_link": ("docs/a.md", "see [there](none.md#here)", "links to none.md"),
    "dead_name": ("docs/a.md", "see `low/none.hpp`", "names low/none.hpp"),
    "cycle": ("lib/bankshot/config.hpp", "#include <bankshot/math/vec2.hpp>", "includes itself"),
    "internal": ("lib/bankshot/math/vec2.hpp", "#include <bankshot/math/plain.hpp>", "internal"),
    "unmarked": ("lib/bankshot/math/hidden.hpp", "#pragma once", "nor marked"),
    "order": ("lib/CMakeLists.txt", PUBLIC + "set(BANKSHOT_CORE_LAYERS simd config)", "in another order"),
    "contract": ("cmake/BankshotLayers.cmake", "", "is gone"),
    "include": ("lib/bankshot/math/a.cpp", "Spiral::Arm arm;", "does not include <bankshot/math/spiral.hpp>"),
    "headerless": ("lib/bankshot/math/a.cpp", "int a;", "has no header a.hpp"),
    "binary": ("left.deb", "!<arch>\0", "no text"),
    "missing": ("lib/CMakeLists.txt", PUBLIC + "# bankshot/math/none.hpp", "does not exist"),
}


class Check(unittest.TestCase):
    def run_check(self, changes):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**CLEAN, "lib/CMakeLists.txt": PUBLIC, **changes}.items():
                path = pathlib.Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text + "\n")
            return subprocess.run([sys.executable, CHECK, folder], capture_output=True, text=True)

    def test_clean(self):
        run = self.run_check({})
        self.assertEqual((run.returncode, run.stdout), (0, ""))

    def test_each_fault(self):
        for name, (path, text, expected) in FAULTS.items():
            with self.subTest(name):
                run = self.run_check({path: text})
                self.assertEqual(run.returncode, 1, run.stderr)
                self.assertIn(expected, run.stdout)
                self.assertIn(path, run.stdout)


if __name__ == "__main__":
    unittest.main()
