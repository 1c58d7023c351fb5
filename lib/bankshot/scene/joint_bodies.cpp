#include <bankshot/scene/joint_bodies.hpp>
#include <bankshot/scene/nearest.hpp>
#include <bankshot/scene/printable.hpp>
#include <bankshot/scene/write_parts.hpp>

#include <algorithm>
#include <charconv>
#include <optional>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// "plank[3]": a name and a number.
struct Numbered {
  std::string_view name;
  std::size_t number = 0;
};

std::optional<Numbered> numbered(std::string_view text) {
  const std::size_t open = text.rfind('[');
  if (open == std::string_view::npos || text.back() != ']') return std::nullopt;
  const std::string_view digits = text.substr(open + 1, text.size() - open - 2);
  Numbered result{text.substr(0, open), 0};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), result.number);
  if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return result;
}

std::string quoted(std::string_view name, std::size_t number) {
  return "\"" + shortened(name) + "[" + std::to_string(number) + "]\"";
}

std::string all_of(std::string_view name, std::size_t count) {
  return quoted(name, 0) + " to " + quoted(name, count - 1);
}

}  // namespace

BodyRows::BodyRows(const Scene& scene) {
  names_.reserve(scene.bodies.size());
  for (const SceneBody& body : scene.bodies) {
    if (!body.name.empty()) rows_[body.name].push_back(names_.size());
    names_.push_back(body.name);
  }
}

BodyInRow BodyRows::read(const JsonNode& node) const {
  if (names_.empty()) node.fail("expected a body, but the scene has none");
  if (!node.is_string()) {
    const auto last = static_cast<std::int64_t>(names_.size()) - 1;
    const std::int64_t at = node.integer("a name of a body, or its place in the list of bodies", 0, last);
    return {nullptr, static_cast<std::size_t>(at)};
  }
  const std::string name = node.text();
  const auto exact = rows_.find(name);
  if (exact != rows_.end()) {
    const std::size_t count = exact->second.size();
    if (count == 1) return {&exact->second, 0};
    node.expected("one of the " + std::to_string(count) + " bodies of this name, " + all_of(name, count));
  }
  if (const std::optional<Numbered> one = numbered(name)) {
    const auto row = rows_.find(one->name);
    if (row != rows_.end()) {
      const std::size_t count = row->second.size();
      if (one->number < count) return {&row->second, one->number};
      node.expected("one of the " + std::to_string(count) + " bodies " + all_of(one->name, count));
    }
  }
  std::vector<std::string_view> known;
  for (const auto& row : rows_) known.push_back(row.first);
  node.expected("a name of a body" + suggestion(name, known));
}

std::size_t BodyRows::place(const BodyInRow& body, std::int64_t steps, const JsonNode& node) const {
  const auto count = static_cast<std::int64_t>(body.row == nullptr ? names_.size() : body.row->size());
  const std::int64_t at = static_cast<std::int64_t>(body.at) + steps;
  if (at < 0 || at >= count) {
    const std::string which = body.row == nullptr ? "bodies" : "bodies \"" + shortened(names_[(*body.row)[0]]) + "\"";
    node.fail("expected steps within the " + std::to_string(count) + " " + which + ", but they lead to number " +
              std::to_string(at));
  }
  return body.row == nullptr ? static_cast<std::size_t>(at) : (*body.row)[static_cast<std::size_t>(at)];
}

std::string BodyRows::name_of(std::size_t place) const {
  if (place >= names_.size() || names_[place].empty()) return std::to_string(place);
  const std::string_view name = names_[place];
  const std::vector<std::size_t>& row = rows_.at(name);
  if (row.size() == 1) return json_string(name);
  const auto number = static_cast<std::size_t>(std::lower_bound(row.begin(), row.end(), place) - row.begin());
  const std::string with_number = std::string(name) + "[" + std::to_string(number) + "]";
  // Another body may bear just that as its name.
  return rows_.count(with_number) == 0 ? json_string(with_number) : std::to_string(place);
}

std::string BodyRows::shown(std::size_t place) const {
  const std::string_view name = names_[place];
  if (name.empty()) return "bodies[" + std::to_string(place) + "]";
  const std::vector<std::size_t>& row = rows_.at(name);
  if (row.size() == 1) return "\"" + shortened(name) + "\"";
  return quoted(name, static_cast<std::size_t>(std::lower_bound(row.begin(), row.end(), place) - row.begin()));
}

}  // namespace bankshot::BANKSHOT_ABI::detail
