#pragma once
#include <bankshot/history/fwd.hpp>
#include <bankshot/world/world.hpp>

#include <memory>

namespace bankshot::BANKSHOT_ABI {

namespace detail {
struct HistoryState;
}

/// Keeps the last ticks of a world, to go back to.
///
/// The newest tick is kept as a whole. For each older tick only its differences are kept: motion, sleep, contacts and
/// their warm start. If something else changed between two ticks (a body added or removed, a shape, a material, a
/// setting other than gravity, ...), the older one is kept as a whole, together with the world that it belongs to. So
/// pushing bodies is cheap, but building in every tick is not. docs/history.md has figures and an example.
///
/// Saving allocates memory only when it needs more than ever before. Only one thread may use a History at a time.
class BANKSHOT_API History {
 public:
  /// Keeps the last `ticks` saved ticks; 1 to 1,000,000, else throws std::invalid_argument.
  explicit History(int ticks);
  History(History&& other) noexcept;
  History& operator=(History&& other) noexcept;
  ~History();

  /// Saves the world as it is now, under World::tick(). Anything saved for that tick and for later ones is dropped:
  /// after going back, saving continues from there. If there is no room for another tick, the oldest is dropped.
  void save(const World& world);

  /// Restores a world to a tick: it is then equal, by == and hash(), to the saved world, and continues bit for bit as
  /// that did. Its event lists are empty until its next step. Its threads, executor and pair limit stay its own, not
  /// those of the tick. Later ticks are kept, to go forward to, until save(). Any world may be given; the saved one, or
  /// a copy of it, takes the least time. A tick that is not kept throws std::invalid_argument, and the world is left
  /// unchanged.
  void restore(std::uint64_t tick, World& world);

  bool has(std::uint64_t tick) const noexcept;  ///< true if that tick can be restored
  int size() const noexcept;                    ///< number of kept ticks
  std::uint64_t first() const;  ///< the oldest kept tick; throws std::invalid_argument when there is none
  std::uint64_t last() const;   ///< the newest, in the same way
  void clear() noexcept;        ///< drops all ticks
  /// Returns the memory of all deltas and whole ticks, without the worlds that they belong to.
  std::size_t bytes() const noexcept;

 private:
  std::unique_ptr<detail::HistoryState> state_;
};

}  // namespace bankshot::BANKSHOT_ABI
