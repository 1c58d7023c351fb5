#pragma once
#include <CLI/App.hpp>

#include <functional>

namespace bankshot_tool {

/// Adds the subcommand `bench`: time and quality of engines in the same scenes.
void add_bench(CLI::App& app, std::function<int()>& action);

}  // namespace bankshot_tool
