#pragma once
// What to do about a hit, chosen per pair: one of the built-in answers, or the game's own.

#include <bankshot/response/response.hpp>

#include <cstdint>
#include <vector>

namespace bankshot::BANKSHOT_ABI {

enum class ResponseMode : std::uint8_t {
  ignore,    ///< nothing at all: sensors, ghosts
  separate,  ///< out of one another, velocities as they are
  bounce,    ///< separate, then bounce() through the centres with `settings`
  stick,     ///< separate, then stick()
  slide,     ///< separate, then slide()
  own        ///< separate, then call `hook`
};

/// The game's own answer: sees both bodies and the hit, and may change the bodies in any way. `hit` is as it was found,
/// before the two were separated. `user` is the pointer given with it.
using ResponseHook = void (*)(ResponseBody& a, ResponseBody& b, const Mtv& hit, void* user) noexcept;

struct Response {
  ResponseMode mode = ResponseMode::bounce;
  BounceSettings settings = {};  ///< for `bounce`
  ResponseHook hook = nullptr;   ///< for `own`; null does no more than separate
  void* user = nullptr;          ///< given to the hook
  bool separated = true;         ///< whether the two are moved apart at all
};

/// Answers a hit as `response` says.
BANKSHOT_API void respond(ResponseBody& a, ResponseBody& b, const Mtv& hit, const Response& response);

/// The same hit seen from B: translation and normal negated, features and containment swapped.
BANKSHOT_API Mtv flipped(const Mtv& hit) noexcept;

/// Which answer which pair gets: by the groups (kinds of thing, materials, teams: small numbers of the game's choice)
/// of its bodies. A value.
class BANKSHOT_API ResponseTable {
 public:
  static constexpr std::uint32_t groups = 4096;  ///< groups are below this

  /// What pairs get that nothing was set for.
  explicit ResponseTable(const Response& otherwise = {}) : otherwise_(otherwise) {}

  /// Sets the answer of a pair of groups, in either order. A hook sees the body of `group_a` as A. Throws
  /// std::invalid_argument for a group that is not below `groups`.
  void set(std::uint32_t group_a, std::uint32_t group_b, const Response& response);

  /// What is set for the pair, or else the general answer.
  const Response& at(std::uint32_t group_a, std::uint32_t group_b) const noexcept;

  /// Answers a hit; where the table has the pair the other way round, bodies and hit are given to it exchanged.
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

/// Moves both apart along the MTV like separate(), but by no more than `cap` (length units, >= 0) in all, so that
/// things that were created inside one another drift apart over some steps instead of jumping or flying: velocities are
/// neither read nor changed, and nothing of the overlap is left to push later. Returns the depth that is left, 0 when
/// the two are apart. Call it once in a step for each pair that overlaps, in place of any other answer.
BANKSHOT_API Real separate_gently(ResponseBody& a, ResponseBody& b, const Mtv& hit, Real cap) noexcept;

}  // namespace bankshot::BANKSHOT_ABI
