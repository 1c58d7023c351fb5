// The command `bankshot`. Each subcommand has a file of its own.

#include <bankshot/scene/error.hpp>
#include <bankshot/scene/printable.hpp>
#include <bankshot/simd/width.hpp>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <cstdio>
#include <exception>
#include <functional>
#include <string>
#include <string_view>

#include "bad_use.hpp"
#include "bench/bench.hpp"
#include "explain.hpp"
#include "fuzz.hpp"
#include "laws/laws.hpp"
#include "replay.hpp"
#include "run.hpp"

namespace {

/// Escapes control characters: a message may quote a file. Our own line breaks stay.
std::string shown(const std::exception& error) {
  std::string text;
  std::string_view rest = error.what();
  for (std::size_t end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
    text += bankshot::detail::printable(rest.substr(0, end)) + "\n";
    rest.remove_prefix(end + 1);
  }
  return text + bankshot::detail::printable(rest);
}

int guarded(const std::function<int()>& action) {
  using namespace bankshot_tool;
  try {
    return action();
  } catch (const BadUse& error) {
    std::fprintf(stderr, "bankshot: %s\nRun with --help for more.\n", shown(error).c_str());
    return exit_bad_use;
  } catch (const std::exception& error) {  // includes Failure and SceneError
    std::fprintf(stderr, "bankshot: %s\n", shown(error).c_str());
    return exit_failed;
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Bankshot: 2D simulation with collision response", "bankshot");
  app.set_version_flag("--version", std::string("bankshot " BANKSHOT_VERSION) +
                                        (sizeof(bankshot::Real) == sizeof(double) ? " (double)" : " (float)"));
  app.require_subcommand(1);
  app.footer("Exit codes: 0 done, 1 failed, 2 bad use. `bankshot VERB --help` tells more of a verb.");
  std::function<int()> action;
  bankshot_tool::add_run(app, action);
  bankshot_tool::add_explain(app, action);
  bankshot_tool::add_fuzz(app, action);
  bankshot_tool::add_replay(app, action);
  bankshot_tool::add_laws(app, action);
  bankshot_tool::add_bench(app, action);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? bankshot_tool::exit_ok : bankshot_tool::exit_bad_use;
  }
  if (*bankshot::width_note() != '\0') std::fprintf(stderr, "bankshot: %s\n", bankshot::width_note());
  return guarded(action);
}
