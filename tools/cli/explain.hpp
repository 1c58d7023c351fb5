#pragma once
#include <CLI/App.hpp>
#include <bankshot/query/explain.hpp>
#include <bankshot/scene/pair.hpp>

#include <functional>
#include <string>

namespace bankshot_tool {

/// The options of `bankshot explain` as they were typed.
struct ExplainOptions {
  std::string pair;
  std::string svg;  ///< empty: none
  bool json = false;
  bool quiet = false;
};

/// Adds the verb; when it is chosen, `action` becomes what to do, and its result is the exit code.
void add_explain(CLI::App& app, std::function<int()>& action);

/// Explains a pair. Throws Failure.
int explain(const ExplainOptions& options);

/// The explanation for people, as a text.
std::string explanation_text(const bankshot::ScenePair& pair, const bankshot::Explanation& explanation);

/// The same for programs: one JSON object, numbers in the fewest digits that read back as the same bits.
std::string explanation_json(const bankshot::ScenePair& pair, const bankshot::Explanation& explanation);

}  // namespace bankshot_tool
