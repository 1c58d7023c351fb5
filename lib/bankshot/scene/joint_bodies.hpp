#pragma once
// How joints name their bodies in a file. Not part of the public interface.
//
// A body has a place in the list of bodies, copies written out, counted from 0. One whose name no other has is called
// by it; of several with one name the first is "plank[0]".

#include <bankshot/scene/json_node.hpp>
#include <bankshot/scene/scene.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// A body as a joint names it: one of a row of bodies.
struct BodyInRow {
  const std::vector<std::size_t>* row = nullptr;  ///< places of all with its name; null: the whole list
  std::size_t at = 0;                             ///< in the row
};

/// The bodies of a scene by name. The scene's list of bodies must not change.
class BodyRows {
 public:
  explicit BodyRows(const Scene& scene);

  /// Reads a name or a place; refuses what is not exactly one body.
  BodyInRow read(const JsonNode& node) const;
  /// Place of the body that is `steps` further in the row; refuses at `node` what is beyond its ends.
  std::size_t place(const BodyInRow& body, std::int64_t steps, const JsonNode& node) const;
  /// What a file calls a body, as JSON.
  std::string name_of(std::size_t place) const;
  /// What an error calls it.
  std::string shown(std::size_t place) const;

 private:
  std::vector<std::string_view> names_;  ///< of all bodies
  std::map<std::string_view, std::vector<std::size_t>> rows_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
