#pragma once
// The result of explain(), in words and as a picture.

#include <bankshot/query/explain.hpp>

#include <string>

namespace bankshot::BANKSHOT_ABI {

struct ExplanationOptions {
  std::string title = {};  ///< above the picture, UTF-8
};

/// Returns where an axis comes from: "edge 2 of A", "centre of A to corner 1 of B". Throws std::out_of_range.
BANKSHOT_API std::string axis_name(const Explanation& explanation, int axis);

/// Returns "corner 3", "edge 0" or "centre", for example.
BANKSHOT_API std::string feature_name(const Shape& shape, const Feature& feature);

/// Returns the relation as a sentence without a full stop: "A lies inside B".
BANKSHOT_API std::string verdict(const Explanation& explanation);

/// Returns the reason for the verdict, and the part that the chosen axis has in it: one to three sentences.
BANKSHOT_API std::string reason(const Explanation& explanation);

/// Returns the whole file of a picture. It shows both shapes with the chosen axis, the minimum translation vector and A
/// after that translation, then every axis with the projections of both shapes, or the best sixteen if there are more.
/// Opposite directions share a panel, which shows the shorter translation. No scripts, no external fonts.
BANKSHOT_API std::string explanation_svg(const Explanation& explanation, const ExplanationOptions& options = {});

}  // namespace bankshot::BANKSHOT_ABI
