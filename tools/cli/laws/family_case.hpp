#pragma once
// One case of a family: shown for people, made simpler.

#include "family.hpp"

namespace bankshot_tool::laws {

/// Its features and figures, a line each.
std::string shown(const Family& family, const Trial& trial, std::uint64_t index, const Set& set);
/// The command that plays it again.
std::string replay_command(const Family& family, const Trial& trial, std::uint64_t index, const Set& set);

/// How a case is run: features that are set by hand, and what came of it.
using Rerun = std::function<Figures(const Set& set, std::vector<Feature>& features)>;
/// Features to set so that the case is as simple as possible and still misses the bound of that figure: those that can
/// be at their simplest are, the others have few digits.
Set simplest(const Family& family, std::size_t figure, const Rerun& rerun);

/// "e=0.5,spin=0". Throws BadUse.
Set read_set(const std::string& option, const std::string& text);
const Family* find_family(std::string_view name);  ///< nullptr: none

}  // namespace bankshot_tool::laws
