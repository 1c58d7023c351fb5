#pragma once
// What explain() found, in words and as a picture.

#include <bankshot/query/explain.hpp>

#include <string>

namespace bankshot::BANKSHOT_ABI {

struct ExplanationOptions {
  std::string title = {};  ///< above the picture, UTF-8
};

/// Where an axis comes from: "edge 2 of A", "centre of A to corner 1 of B". Throws std::out_of_range.
BANKSHOT_API std::string axis_name(const Explanation& explanation, int axis);

/// "corner 3", "edge 0", "centre".
BANKSHOT_API std::string feature_name(const Shape& shape, const Feature& feature);

/// The relation as a sentence without a full stop: "A lies inside B".
BANKSHOT_API std::string verdict(const Explanation& explanation);

/// Why the verdict is what it is, and what the chosen axis has to do with it: one to three sentences.
BANKSHOT_API std::string reason(const Explanation& explanation);

/// The whole file of a picture: both shapes with the chosen axis, the minimum translation vector and A where it takes
/// it, then every axis with the shadows of both shapes on it, the best sixteen where there are more. Opposite
/// directions share a picture, which shows the shorter way. No scripts, no fonts from outside.
BANKSHOT_API std::string explanation_svg(const Explanation& explanation, const ExplanationOptions& options = {});

}  // namespace bankshot::BANKSHOT_ABI
