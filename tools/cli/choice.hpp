#pragma once
// Options whose values are names from a list.

#include <string>
#include <vector>

#include "bad_use.hpp"

namespace bankshot_tool {

/// Returns the element of `all` with this name; throws BadUse with the list of names.
template <class Named>
const Named* choice(const std::string& option, const std::string& name, const std::vector<Named>& all) {
  std::string names;
  for (const Named& one : all) {
    if (name == one.name) return &one;
    names += (names.empty() ? "" : ", ") + std::string(one.name);
  }
  throw BadUse(option + ": expected one of " + names + ", got " + name);
}

/// Returns the elements of `all` with these names, in the order of the names; all elements if there are no names.
template <class Named>
std::vector<const Named*> choices(const std::string& option, const std::vector<std::string>& names,
                                  const std::vector<Named>& all) {
  std::vector<const Named*> chosen;
  for (const std::string& name : names) chosen.push_back(choice(option, name, all));
  if (!chosen.empty()) return chosen;
  for (const Named& one : all) chosen.push_back(&one);
  return chosen;
}

}  // namespace bankshot_tool
