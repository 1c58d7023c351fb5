#include <bankshot/scene/nearest.hpp>
#include <bankshot/scene/printable.hpp>

#include <algorithm>
#include <cctype>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// Edit distance with insertions, deletions, replacements and swaps of neighbours, letter case ignored: what typing
// gets wrong. Source: Damerau 1964, in the restricted form (a swapped pair is not edited again).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  const std::size_t n = b.size();
  std::vector<std::size_t> before(n + 1), above(n + 1), row(n + 1);
  for (std::size_t j = 0; j <= n; ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= n; ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0u : 1u)});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[n];
}

}  // namespace

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
  constexpr std::size_t longest_word = 64;  // nobody mistypes that many letters, and the cost is quadratic
  if (word.size() > longest_word) return {};
  std::string_view best;
  std::size_t best_distance = std::max<std::size_t>(word.size() < 4 ? 1 : 2, word.size() / 3) + 1;
  for (const std::string_view candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string suggestion(std::string_view word, std::span<const std::string_view> candidates) {
  const std::string_view best = nearest(word, candidates);
  if (!best.empty()) return " (did you mean \"" + shortened(best) + "\"?)";
  constexpr std::size_t most_listed = 20;
  std::string list;
  for (const std::string_view candidate : candidates.first(std::min(candidates.size(), most_listed))) {
    if (!list.empty()) list += ", ";
    list += shortened(candidate);
  }
  if (candidates.size() > most_listed) {
    list += " and " + std::to_string(candidates.size() - most_listed) + " more";
  }
  return list.empty() ? std::string() : " (known: " + list + ")";
}

}  // namespace bankshot::BANKSHOT_ABI::detail
