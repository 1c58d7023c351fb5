#pragma once
// The response to a hit, chosen per pair: one of the built-in responses, or the game's own.

#include <bankshot/response/response.hpp>

#include <cstdint>
#include <vector>

namespace bankshot::BANKSHOT_ABI {

enum class ResponseMode : std::uint8_t {
  ignore,    ///< does nothing: sensors, ghosts
  separate,  ///< moves the two apart, velocities unchanged
  bounce,    ///< separate, then bounce() through the centres with `settings`
  stick,     ///< separate, then stick()
  slide,     ///< separate, then slide()
  own        ///< separate, then call `hook`
};

/// The game's own response: gets both bodies and the hit, and may change the bodies in any way. `hit` is as it was
/// found, before the two were separated. `user` is the pointer given with the hook.
using ResponseHook = void (*)(ResponseBody& a, ResponseBody& b, const Mtv& hit, void* user) noexcept;

struct Response {
  ResponseMode mode = ResponseMode::bounce;
  BounceSettings settings = {};  ///< for `bounce`
  ResponseHook hook = nullptr;   ///< for `own`; null only separates
  void* user = nullptr;          ///< passed to the hook
  bool separated = true;         ///< true if the two are moved apart at all
};

/// Responds to a hit as `response` says.
BANKSHOT_API void respond(ResponseBody& a, ResponseBody& b, const Mtv& hit, const Response& response);

/// Returns the same hit seen from B: translation and normal negated, features and containment swapped.
BANKSHOT_API Mtv flipped(const Mtv& hit) noexcept;

/// The response of each pair, by the groups of its bodies: kinds of thing, materials or teams, as small numbers chosen
/// by the game. A value.
class BANKSHOT_API ResponseTable {
 public:
  static constexpr std::uint32_t groups = 4096;  ///< every group is below this

  /// `otherwise` is the response of pairs for which none is set.
  explicit ResponseTable(const Response& otherwise = {}) : otherwise_(otherwise) {}

  /// Sets the response of a pair of groups, in either order. A hook gets the body of `group_a` as A. Throws
  /// std::invalid_argument for a group that is not below `groups`.
  void set(std::uint32_t group_a, std::uint32_t group_b, const Response& response);

  /// Returns the response that is set for the pair, or else the general one.
  const Response& at(std::uint32_t group_a, std::uint32_t group_b) const noexcept;

  /// Responds to a hit. If the table has the pair in the opposite order, it is given the bodies and the hit exchanged.
  void respond(ResponseBody& a, std::uint32_t group_a, ResponseBody& b, std::uint32_t group_b, const Mtv& hit) const;

 private:
  struct Entry {
    std::uint32_t group_a, group_b;
    Response response;
  };
  const Entry* find(std::uint32_t group_a, std::uint32_t group_b) const noexcept;

  Response otherwise_;
  std::vector<Entry> entries_;  // sorted by the smaller group, then by the other
};

/// Moves both apart along the MTV like separate(), but by no more than `cap` (length units, >= 0) in all. Things that
/// were created inside each other thus drift apart over some steps instead of jumping or flying: velocities are neither
/// read nor changed, and the overlap causes no later push. Returns the remaining depth, 0 when the two are apart. Call
/// it once per step for each pair that overlaps, instead of any other response.
BANKSHOT_API Real separate_gently(ResponseBody& a, ResponseBody& b, const Mtv& hit, Real cap) noexcept;

}  // namespace bankshot::BANKSHOT_ABI
