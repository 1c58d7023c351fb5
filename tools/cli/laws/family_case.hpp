#pragma once
// Prints one case of a family for people, and simplifies it.

#include "family.hpp"

namespace bankshot_tool::laws {

/// Lists the features and figures of a case, a line each.
std::string shown(const Family& family, const Trial& trial, std::uint64_t index, const Set& set);
/// Returns the command that replays it.
std::string replay_command(const Family& family, const Trial& trial, std::uint64_t index, const Set& set);

/// Runs a case with the given features set by hand; returns its figures and features.
using Rerun = std::function<Figures(const Set& set, std::vector<Feature>& features)>;
/// Returns features with which the case is as simple as possible and still misses the bound of that figure: as many as
/// possible are at their simplest value, and the others have few digits.
Set simplest(const Family& family, std::size_t figure, const Rerun& rerun);

/// Parses "e=0.5,spin=0". Throws BadUse.
Set read_set(const std::string& option, const std::string& text);
const Family* find_family(std::string_view name);  ///< nullptr: none has this name

}  // namespace bankshot_tool::laws
