#pragma once
// Checks of arguments, and their error texts: function, field, value, reason. Every check throws std::invalid_argument,
// before anything changes. Not part of the public interface.

#include <bankshot/math/text.hpp>
#include <bankshot/math/vec2_math.hpp>
#include <bankshot/world/definition.hpp>

#include <limits>
#include <string>

namespace bankshot::BANKSHOT_ABI::detail {

/// The largest accepted magnitude of a coordinate, velocity, acceleration, ...: squares and sums of squares of such
/// numbers stay finite. 2^60 (1.15e18) in float, 2^508 in double: a property of Real, not a recommended size of a
/// scene.
inline constexpr Real largest = [] {
  Real power = 1;
  for (int i = 0; i < std::numeric_limits<Real>::max_exponent / 2 - 4; ++i) power *= 2;
  return power;
}();

/// Tolerance of the length of a rotation: |c^2 + s^2 - 1|. Rotations are taken literally, so a wrong length scales the
/// shape that it turns; a larger error is taken for a mistake.
inline constexpr Real rotation_slack = Real(1) / 1024;

/// The origin of a value: "add_body: " and "material.restitution" make "add_body: material.restitution is ...".
struct Place {
  const char* function;
  const char* prefix = "";  ///< precedes the field's name
};

[[noreturn]] void refuse(Place place, const char* field, const std::string& value, const std::string& reason);

void check(Place place, const char* field, Real value);               ///< finite and at most `largest`
void check(Place place, const char* field, const Vec2& value);        ///< likewise
void check_not_negative(Place place, const char* field, Real value);  ///< and at least 0
void check_positive(Place place, const char* field, Real value);      ///< and above 0
void check(Place place, const char* field, const Rotation& value);    ///< finite, of unit length
void check_type(Place place, const char* field, BodyType type);       ///< one of the three
void check_step(const char* function, Real dt);                       ///< seconds: above 0, at most 1
void check(Place place, const Pose& pose);
void check(Place place, const Material& material);
void check(Place place, const TableFriction& friction);
void check(Place place, const BodyDef& def);
void check(Place place, const WorldDef& def);
void check_substeps(Place place, int substeps);
void check_threads(Place place, int threads);
void check_pair_limit(Place place, int limit);
void check(Place place, const ImpactLimits& limits);

}  // namespace bankshot::BANKSHOT_ABI::detail
