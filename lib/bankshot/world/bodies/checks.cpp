#include <bankshot/world/bodies/checks.hpp>
#include <bankshot/world/threads/thread_team.hpp>

#include <stdexcept>

namespace bankshot::BANKSHOT_ABI::detail {

void refuse(Place place, const char* field, const std::string& value, const std::string& reason) {
  throw std::invalid_argument(std::string(place.function) + ": " + place.prefix + field + " is " + value + ", " +
                              reason);
}

void check(Place place, const char* field, Real value) {
  if (!finite(value)) refuse(place, field, text(value), "must be finite");
  if (absolute(value) > largest) refuse(place, field, text(value), "must be at most " + text(largest) + " in size");
}

void check(Place place, const char* field, const Vec2& value) {
  const V2 v = plain(value);
  if (!finite(v)) refuse(place, field, text(v), "must be finite");
  if (absolute(v.x) > largest || absolute(v.y) > largest) {
    refuse(place, field, text(v), "must be at most " + text(largest) + " in size");
  }
}

void check_not_negative(Place place, const char* field, Real value) {
  check(place, field, value);
  if (value < 0) refuse(place, field, text(value), "must not be negative");
}

void check_positive(Place place, const char* field, Real value) {
  check(place, field, value);
  if (!(value > 0)) refuse(place, field, text(value), "must be greater than 0");
}

void check(Place place, const char* field, const Rotation& value) {
  const V2 v{value.c, value.s};
  if (!finite(v)) refuse(place, field, text(v), "must be finite");
  if (!(absolute(length_squared(v) - 1) <= rotation_slack)) {
    refuse(place, field, text(v), "must be the cosine and sine of one angle");
  }
}

void check_type(Place place, const char* field, BodyType type) {
  if (type == BodyType::fixed || type == BodyType::kinematic || type == BodyType::dynamic) return;
  refuse(place, field, std::to_string(static_cast<int>(type)), "must be fixed, kinematic or dynamic");
}

void check_step(const char* function, Real dt) {
  if (!finite(dt)) refuse({function}, "dt", text(dt), "must be finite");
  if (!(dt > 0) || dt > 1) refuse({function}, "dt", text(dt), "must be greater than 0 and at most 1 second");
}

void check(Place place, const Pose& pose) {
  check(place, "position", pose.position);
  check(place, "rotation", pose.rotation);
}

void check(Place place, const Material& material) {
  check_not_negative(place, "restitution", material.restitution);
  check_not_negative(place, "friction", material.friction);
  check_positive(place, "density", material.density);
  check(place, "surface_speed", material.surface_speed);
  check_not_negative(place, "rolling_resistance", material.rolling_resistance);
}

void check(Place place, const TableFriction& friction) {
  check_not_negative(place, "linear", friction.linear);
  check_not_negative(place, "angular", friction.angular);
}

void check(Place place, const BodyDef& def) {
  check_type(place, "type", def.type);
  check(place, "position", def.position);
  check(place, "rotation", def.rotation);
  check(place, "velocity", def.velocity);
  check(place, "angular_velocity", def.angular_velocity);
  check_not_negative(place, "linear_damping", def.linear_damping);
  check_not_negative(place, "angular_damping", def.angular_damping);
  check({place.function, "table_friction."}, def.table_friction);
  check(place, "gravity_scale", def.gravity_scale);
  if (def.type != BodyType::fixed) return;
  const V2 velocity = plain(def.velocity);
  if (velocity != V2{}) refuse(place, "velocity", text(velocity), "must be 0 for a fixed body");
  if (def.angular_velocity != 0) {
    refuse(place, "angular_velocity", text(def.angular_velocity), "must be 0 for a fixed body");
  }
}

void check_substeps(Place place, int substeps) {
  if (substeps < 1 || substeps > 64) refuse(place, "substeps", std::to_string(substeps), "must be from 1 to 64");
}

void check_threads(Place place, int threads) {
  if (threads >= 1 && threads <= thread_limit) return;
  refuse(place, "threads", std::to_string(threads), "must be from 1 to " + std::to_string(thread_limit));
}

void check_pair_limit(Place place, int limit) {
  constexpr int most = 1'000'000'000;
  if (limit < 0 || limit > most) refuse(place, "pair_limit", std::to_string(limit), "must be from 0 to 1000000000");
}

void check(Place place, const ImpactLimits& limits) {
  const auto check_count = [&](const char* field, int count) {
    if (count < 1 || count > 10000) refuse(place, field, std::to_string(count), "must be from 1 to 10000");
  };
  check_count("impact_limits.per_pair", limits.per_pair);
  check_count("impact_limits.per_body", limits.per_body);
}

void check(Place place, const WorldDef& def) {
  check(place, "gravity", def.gravity);
  check_substeps(place, def.substeps);
  check(place, def.impact_limits);
  check_threads(place, def.threads);
  check_pair_limit(place, def.pair_limit);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
