#pragma once
#include <CLI/App.hpp>
#include <bankshot/query/explain.hpp>
#include <bankshot/scene/pair.hpp>

#include <functional>
#include <string>

namespace bankshot_tool {

/// The options of `bankshot explain` as typed.
struct ExplainOptions {
  std::string pair;
  std::string svg;  ///< empty: none
  bool json = false;
  bool quiet = false;
};

/// Adds the subcommand; if it is chosen, `action` is set to its function, which returns the exit code.
void add_explain(CLI::App& app, std::function<int()>& action);

/// Explains a pair. Throws Failure.
int explain(const ExplainOptions& options);

/// Returns the explanation as text for people.
std::string explanation_text(const bankshot::ScenePair& pair, const bankshot::Explanation& explanation);

/// Returns the explanation as one JSON object for programs. Each number has the fewest digits that read back as the
/// same bits.
std::string explanation_json(const bankshot::ScenePair& pair, const bankshot::Explanation& explanation);

}  // namespace bankshot_tool
