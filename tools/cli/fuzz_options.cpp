#include "fuzz_options.hpp"

#include <sstream>
#include <utility>

#include "bad_use.hpp"

namespace bankshot_tool {

Against read_against(const std::string& text) {
  const bool exact = bankshot_oracle::rationals_available(), box2d = bankshot_oracle::box2d_available();
  if (text.empty()) return {exact, true, box2d};
  Against against{false, false, false};
  std::istringstream in(text);
  for (std::string name; std::getline(in, name, ',');) {
    if (name == "exact") {
      if (!exact) throw BadUse("--against exact: built without Boost.Multiprecision (Debian: libboost-dev)");
      against.exact = true;
    } else if (name == "laws") {
      against.laws = true;
    } else if (name == "box2d") {
      if (!box2d) throw BadUse("--against box2d: built without Box2D 2.4.1 (Debian: libbox2d-dev)");
      against.box2d = true;
    } else {
      throw BadUse("--against: expected exact, box2d or laws, separated by commas, got " + text);
    }
  }
  return against;
}

std::string text_of(const Against& against) {
  std::string text;
  for (const auto& [asked, name] :
       {std::pair(against.exact, "exact"), std::pair(against.laws, "laws"), std::pair(against.box2d, "box2d")}) {
    if (asked) text += (text.empty() ? "" : ",") + std::string(name);
  }
  return text;
}

bankshot_oracle::Fault read_fault(const std::string& text) {
  using bankshot_oracle::Fault;
  if (text.empty()) return Fault::none;
  std::string names;
  for (int i = 0; i < bankshot_oracle::fault_count; ++i) {
    const auto fault = static_cast<Fault>(i);
    if (text == name_of(fault)) return fault;
    names += std::string(i == 0 ? "" : ", ") + name_of(fault);
  }
  throw BadUse("--plant: expected one of " + names + ", got " + text);
}

}  // namespace bankshot_tool
