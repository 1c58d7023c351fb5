#pragma once
#include <CLI/App.hpp>

#include <functional>

namespace bankshot_tool {

/// Adds the subcommand; if it is chosen, `action` is set to its function, which returns the exit code.
void add_laws(CLI::App& app, std::function<int()>& action);

}  // namespace bankshot_tool
