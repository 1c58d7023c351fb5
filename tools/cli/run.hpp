#pragma once
#include <CLI/App.hpp>

#include <functional>
#include <string>

namespace bankshot_tool {

/// The options of `bankshot run` as typed.
struct RunOptions {
  std::string scene;
  std::string steps, dt;         ///< empty: those of the scene
  std::string svg, csv, energy;  ///< empty: none
  std::string record, verify;    ///< likewise
  std::string compare;           ///< empty: with nothing
  bool quiet = false;
};

/// Adds the subcommand; if it is chosen, `action` is set to its function, which returns the exit code.
void add_run(CLI::App& app, std::function<int()>& action);

/// Runs a scene. Throws BadUse and Failure.
int run(const RunOptions& options);

}  // namespace bankshot_tool
