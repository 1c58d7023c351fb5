#include <bankshot/response/impulse.hpp>
#include <bankshot/response/respond.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

namespace bankshot::BANKSHOT_ABI {

using detail::plain;
using detail::vec2;

void respond(ResponseBody& a, ResponseBody& b, const Mtv& hit, const Response& response) {
  if (response.mode == ResponseMode::ignore) return;
  if (response.separated) separate(a, b, hit);
  switch (response.mode) {
    case ResponseMode::ignore:
    case ResponseMode::separate: return;
    case ResponseMode::bounce: bounce(a, b, hit, response.settings); return;
    case ResponseMode::stick: stick(a, b, hit); return;
    case ResponseMode::slide: slide(a, b, hit); return;
    case ResponseMode::own:
      if (response.hook != nullptr) response.hook(a, b, hit, response.user);
      return;
  }
}

Mtv flipped(const Mtv& hit) noexcept {
  Mtv result = hit;
  result.translation = vec2(-plain(hit.translation));
  result.normal = vec2(-plain(hit.normal));
  std::swap(result.feature_a, result.feature_b);
  if (hit.relation == Relation::a_inside_b) result.relation = Relation::b_inside_a;
  if (hit.relation == Relation::b_inside_a) result.relation = Relation::a_inside_b;
  return result;
}

namespace {

std::pair<std::uint32_t, std::uint32_t> ordered(std::uint32_t a, std::uint32_t b) {
  return {std::min(a, b), std::max(a, b)};
}

}  // namespace

void ResponseTable::set(std::uint32_t group_a, std::uint32_t group_b, const Response& response) {
  for (const std::uint32_t group : {group_a, group_b}) {
    if (group >= groups) {
      throw std::invalid_argument("ResponseTable::set: group is " + std::to_string(group) + ", must be below " +
                                  std::to_string(groups));
    }
  }
  const auto place =
      std::lower_bound(entries_.begin(), entries_.end(), ordered(group_a, group_b),
                       [](const Entry& entry, const auto& key) { return ordered(entry.group_a, entry.group_b) < key; });
  const Entry entry = {group_a, group_b, response};
  if (place != entries_.end() && ordered(place->group_a, place->group_b) == ordered(group_a, group_b)) {
    *place = entry;
  } else {
    entries_.insert(place, entry);
  }
}

const ResponseTable::Entry* ResponseTable::find(std::uint32_t group_a, std::uint32_t group_b) const noexcept {
  const auto key = ordered(group_a, group_b);
  const auto place = std::lower_bound(
      entries_.begin(), entries_.end(), key,
      [](const Entry& entry, const auto& wanted) { return ordered(entry.group_a, entry.group_b) < wanted; });
  const bool found = place != entries_.end() && ordered(place->group_a, place->group_b) == key;
  return found ? &*place : nullptr;
}

const Response& ResponseTable::at(std::uint32_t group_a, std::uint32_t group_b) const noexcept {
  const Entry* const entry = find(group_a, group_b);
  return entry != nullptr ? entry->response : otherwise_;
}

void ResponseTable::respond(ResponseBody& a, std::uint32_t group_a, ResponseBody& b, std::uint32_t group_b,
                            const Mtv& hit) const {
  const Entry* const entry = find(group_a, group_b);
  const Response& response = entry != nullptr ? entry->response : otherwise_;
  if (entry != nullptr && entry->group_a != group_a) {
    bankshot::respond(b, a, flipped(hit), response);
  } else {
    bankshot::respond(a, b, hit, response);
  }
}

Real separate_gently(ResponseBody& a, ResponseBody& b, const Mtv& hit, Real cap) noexcept {
  const Real most = cap > 0 ? cap : 0;
  if (hit.depth <= most) {
    separate(a, b, hit);
    return 0;
  }
  Mtv part = hit;
  part.translation = vec2(most / hit.depth * plain(hit.translation));
  separate(a, b, part);
  return hit.depth - most;
}

}  // namespace bankshot::BANKSHOT_ABI
