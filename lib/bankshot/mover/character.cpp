#include <bankshot/mover/character.hpp>

#include <bankshot/mover/walker.hpp>
#include <bankshot/world/bodies/checks.hpp>

#include <array>
#include <bit>

namespace bankshot::BANKSHOT_ABI {
namespace {

using detail::plain;
using detail::V2;

std::uint64_t bits(Real number) noexcept {
  if constexpr (sizeof(Real) == 4) {
    return std::bit_cast<std::uint32_t>(static_cast<float>(number));
  } else {
    return std::bit_cast<std::uint64_t>(static_cast<double>(number));
  }
}

/// All of a state but the ids.
std::array<std::uint64_t, 13> words_of(const CharacterState& state) noexcept {
  const V2 vectors[] = {plain(state.position),        plain(state.velocity),     plain(state.ground_normal),
                        plain(state.ground_velocity), plain(state.ground_local), plain(state.ground_place)};
  std::array<std::uint64_t, 13> words = {};
  std::size_t next = 0;
  for (const V2& v : vectors) words[next++] = bits(v.x), words[next++] = bits(v.y);
  words[next] = state.grounded ? 1 : 0;
  return words;
}

constexpr detail::Place state_place{"set_state", "state."};

void check_state(const CharacterState& state) {
  detail::check(state_place, "position", state.position);
  detail::check(state_place, "velocity", state.velocity);
  detail::check(state_place, "ground_normal", state.ground_normal);
  detail::check(state_place, "ground_velocity", state.ground_velocity);
  detail::check(state_place, "ground_local", state.ground_local);
  detail::check(state_place, "ground_place", state.ground_place);
}

std::shared_ptr<const detail::CharacterLimits> limits_of(const CharacterDef& def) {
  return std::make_shared<const detail::CharacterLimits>(detail::character_limits(def));
}

}  // namespace

bool operator==(const CharacterState& a, const CharacterState& b) noexcept {
  return words_of(a) == words_of(b) && a.ground == b.ground && a.ground_shape == b.ground_shape;
}

std::uint64_t hash(const CharacterState& state) noexcept {
  // Each word is mixed in by a multiplication and a shift, both of which can be undone: no word is lost.
  std::uint64_t sum = 0x6a09e667f3bcc908u;
  for (const std::uint64_t word : words_of(state)) {
    sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
    sum ^= sum >> 29;
  }
  return sum * 0xbf58476d1ce4e5b9u;
}

Character::Character(const CharacterDef& def, const Vec2& position) : def_(def), limits_(limits_of(def)) {
  detail::check({"Character"}, "position", position);
  state_.position = position;
}

void Character::set_definition(const CharacterDef& def) {
  limits_ = limits_of(def);
  def_ = def;
}

void Character::set_state(const CharacterState& state) {
  check_state(state);
  state_ = state;
}

Pose Character::pose() const noexcept { return {state_.position, limits_->rotation}; }

CharacterMove Character::move(World& world, const Vec2& velocity, Real dt) {
  detail::check({"Character::move"}, "velocity", velocity);
  detail::check_step("Character::move", dt);
  const bool has_body = def_.body != BodyId{};
  if (has_body && world.type(def_.body) != BodyType::kinematic) {
    detail::refuse({"Character::move"}, "body", "not kinematic", "must be");
  }
  detail::Walker walker(world, def_, *limits_, state_);
  CharacterMove done = walker.move(plain(velocity), dt);
  state_ = walker.state();
  if (has_body) {
    const V2 way = plain(state_.position) - plain(world.position(def_.body));
    world.set_velocity(def_.body, vec2(Real(1) / dt * way));
  }
  return done;
}

}  // namespace bankshot::BANKSHOT_ABI
