#pragma once
#include <bankshot/history/fwd.hpp>
#include <bankshot/world/world.hpp>

#include <memory>

namespace bankshot::BANKSHOT_ABI {

namespace detail {
struct HistoryState;
}

/// The last ticks of a world, to go back to.
///
/// Kept are the newest tick as a whole and, of each one before it, what it had otherwise: motion, sleep, contacts and
/// their warm start. Only where something else changed between two ticks (a body came or went, a shape, a material, a
/// setting other than gravity, ...) the older one is kept as a whole, and the world that it belongs to with it. So
/// pushing bodies about is cheap, building every tick is not. docs/history.md has figures, and an example.
///
/// Saving asks for memory only when it needs more than ever before. One thread at a time.
class BANKSHOT_API History {
 public:
  /// Keeps the last `ticks` ticks that are saved; 1 to 1,000,000, else std::invalid_argument.
  explicit History(int ticks);
  History(History&& other) noexcept;
  History& operator=(History&& other) noexcept;
  ~History();

  /// Remembers the world as it is now, under World::tick(). What was remembered of that tick and of later ones is
  /// forgotten: after going back, saving goes on from there. When there is no room for another tick, the oldest goes.
  void save(const World& world);

  /// Puts a world back to a tick: it is then equal, by == and hash(), to what was saved, and goes on bit for bit as
  /// that did. Its lists of events are empty until its next step; its threads and executor stay those that it has, not
  /// those of the tick. Later ticks stay, to go forward to, until save().
  /// Any world may be given; the one that was saved, or a copy, takes least time. A tick that is not kept throws
  /// std::invalid_argument, and the world is left as it is.
  void restore(std::uint64_t tick, World& world);

  bool has(std::uint64_t tick) const noexcept;  ///< whether that tick can be gone back to
  int size() const noexcept;                    ///< ticks that are kept
  std::uint64_t first() const;                  ///< the oldest of them; throws std::invalid_argument when there is none
  std::uint64_t last() const;                   ///< the newest, likewise
  void clear() noexcept;                        ///< forgets all
  /// Memory for what is kept: all deltas and whole ticks, the worlds that these belong to left out.
  std::size_t bytes() const noexcept;

 private:
  std::unique_ptr<detail::HistoryState> state_;
};

}  // namespace bankshot::BANKSHOT_ABI
