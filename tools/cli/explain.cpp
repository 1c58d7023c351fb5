#include "explain.hpp"

#include <bankshot/draw/explanation.hpp>

#include <cstdio>
#include <memory>
#include <optional>

#include "bad_use.hpp"
#include "output_file.hpp"

namespace bankshot_tool {

int explain(const ExplainOptions& options) {
  expect_apart({{"--svg", options.svg}}, {{"PAIR", options.pair}});
  const bankshot::ScenePair pair = bankshot::load_pair(options.pair);
  const bankshot::Explanation explanation = bankshot::explain(pair.a, pair.pose_a, pair.b, pair.pose_b);
  if (!options.svg.empty()) {
    OutputFile file(options.svg);
    file.write(bankshot::explanation_svg(explanation, {pair.name}));
    file.commit();
  }
  if (options.quiet) return exit_ok;
  const std::string text = options.json ? explanation_json(pair, explanation) : explanation_text(pair, explanation);
  std::fputs(text.c_str(), stdout);
  return exit_ok;
}

void add_explain(CLI::App& app, std::function<int()>& action) {
  const auto options = std::make_shared<ExplainOptions>();
  CLI::App* verb = app.add_subcommand("explain", "Explain how two shapes lie, axis by axis, in words and as a picture");
  verb->add_option("pair", options->pair, "Pair file (JSON): two shapes and where they are")
      ->required()
      ->type_name("PAIR");
  verb->add_option("--svg", options->svg, "Draw it")->type_name("FILE");
  verb->add_flag("--json", options->json, "Print JSON instead of text");
  verb->add_flag("--quiet", options->quiet, "Print errors only");
  verb->footer(
      "Shows every axis that the library's own search looks at, the shadows of both shapes on it, and the minimum\n"
      "translation vector. Exit codes: 0 done, 1 the pair is bad or a file cannot be written, 2 bad use.");
  verb->callback([options, &action] { action = [options] { return explain(*options); }; });
}

}  // namespace bankshot_tool
