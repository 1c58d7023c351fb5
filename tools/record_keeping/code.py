"""Which code a record depends on: folders and files, as git takes them."""

MATHS = ["lib/bankshot/tolerance.hpp", "lib/bankshot/math", "lib/bankshot/simd"]
QUERIES = MATHS + ["lib/bankshot/shape", "lib/bankshot/query"]
STEPS = QUERIES + ["lib/bankshot/broad", "lib/bankshot/response", "lib/bankshot/world"]
JUDGES = ["tests/oracle", "tools/cli/fuzz*"]
LAWS = ["tools/cli/laws", "tools/cli/engines", "tests/oracle/contact"]
BENCH = ["tools/cli/bench", "tools/cli/engines"]
FAULTS = ["lib/bankshot", "tests", "tools/mutate"]
