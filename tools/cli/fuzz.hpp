#pragma once
#include <CLI/App.hpp>

#include <functional>

namespace bankshot_tool {

/// Adds the verb; when it is chosen, `action` becomes what to do, and its result is the exit code.
void add_fuzz(CLI::App& app, std::function<int()>& action);

}  // namespace bankshot_tool
