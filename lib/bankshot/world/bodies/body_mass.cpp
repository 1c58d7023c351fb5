#include <bankshot/world/bodies/body_mass.hpp>

#include <bankshot/world/bodies/checks.hpp>
#include <bankshot/world/bodies/edit.hpp>

#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// Calls visit(shape, density, sensor) for each shape of the body as it would be after the change.
template <class Visit>
void for_each_shape(const WorldState& state, const BodySlot& body, const MassChange& change, Visit&& visit) {
  for (std::uint32_t i = body.first_shape; i != none; i = state.shape_slots[i].next) {
    const ShapeSlot& slot = state.shape_slots[i];
    if (i != change.replaces) {
      visit(*slot.shape, slot.material.density, slot.sensor());
    } else if (change.shape != nullptr) {
      visit(*change.shape, change.density, change.sensor);
    }
  }
  if (change.replaces == none && change.shape != nullptr) visit(*change.shape, change.density, change.sensor);
}

Real inverse(Real value) { return value > 0 ? 1 / value : Real(0); }

/// Why a shape gives a dynamic body no usable mass, at any density; empty if it does.
struct Massless {
  std::string what, reason;
};
Massless massless(const Shape& shape) {
  if (shape.kind() == ShapeKind::container) {
    return {"a container",
            "which is solid everywhere outside its room and has no finite mass: make the body fixed or kinematic"};
  }
  if (mass_properties(shape, 1).mass > 0) return {};
  return {"a grid without solid tiles",
          "which has no mass: give it a solid tile first, make the body fixed or kinematic, or give the body a mass "
          "with set_mass_properties"};
}

}  // namespace

std::optional<MassProperties> combined_mass(const WorldState& state, const BodySlot& body, const MassChange& change) {
  std::vector<MassPart> parts;
  MassSum sum;
  for_each_shape(state, body, change, [&](const Shape& shape, Real density, bool sensor) {
    if (sensor) return;
    parts.push_back(mass_part(shape, density));
    sum.add(parts.back());
  });
  MassProperties result;
  result.mass = 1;
  if (parts.empty()) return result;

  InertiaSum inertia(sum);
  for (const MassPart& part : parts) inertia.add(part);
  if (!invertible(sum.mass()) || !invertible(inertia.exact())) return std::nullopt;
  result.mass = static_cast<Real>(sum.mass());
  result.centre = vec2(sum.centre());
  result.inertia = inertia.value();
  return result;
}

void check_mass(const WorldState& state, const char* function, const char* field, const BodySlot& body,
                const MassChange& change) {
  if (combined_mass(state, body, change)) return;
  if (change.shape == nullptr) {
    refuse({function}, field, "what gives the dynamic body its mass",
           "so remove the body, or make it fixed or kinematic first");
  }
  const Massless fault = massless(*change.shape);
  if (!fault.what.empty()) refuse({function}, field, fault.what, fault.reason);
  refuse({function}, "material.density", text(change.density),
         "which makes mass or inertia too large or too small to compute with");
}

// An empty grid does no harm beside a shape that has mass.
std::string mass_fault(const WorldState& state, const BodySlot& body) {
  const Shape *container = nullptr, *empty = nullptr;
  bool any_mass = false;
  for_each_shape(state, body, {}, [&](const Shape& shape, Real, bool sensor) {
    if (sensor) return;
    const bool has_mass = massless(shape).what.empty();
    any_mass |= has_mass;
    if (!has_mass) (shape.kind() == ShapeKind::container ? container : empty) = &shape;
  });
  const Shape* at_fault = container != nullptr ? container : any_mass ? nullptr : empty;
  if (at_fault == nullptr) {
    return "the densities of its shapes make mass or inertia too large or too small to compute with";
  }
  const Massless fault = massless(*at_fault);
  return "one of its shapes is " + fault.what + ", " + fault.reason;
}

Real shape_extent(const Shape& shape) noexcept {
  const ConvexView view = detail_view(shape);
  if (!shape.convex()) return view.extent;
  return view.extent > 0 || view.count < 2 ? view.extent : length(view.points[1] - view.points[0]);
}

Real with_reach_of(const Shape& shape, V2 local_centre, Real reach) noexcept {
  const ConvexView view = detail_view(shape);
  for (int i = 0; i < view.count; ++i) reach = max(reach, length(view.points[i] - local_centre) + view.radius);
  return reach;
}

Real with_extent_of(const Shape& shape, Real extent) noexcept {
  const Real other = shape_extent(shape);
  return extent > 0 ? min(extent, other) : other;
}

// Sensors do not count: they report overlaps, and do not change how their body moves.
void account_for(BodyMass& mass, const Shape& shape, bool sensor, V2 local_centre) noexcept {
  if (sensor) return;
  mass.reach = with_reach_of(shape, local_centre, mass.reach);
  mass.extent = with_extent_of(shape, mass.extent);
}

void update_mass(WorldState& state, Rank rank) {
  const BodyFlags flags = state.bodies.flags[rank];
  const BodyMass& mass = state.bodies.mass[rank];
  MassProperties properties;
  if (flags.type == BodyType::dynamic && flags.custom_mass) {
    properties = {mass.mass, vec2(state.bodies.pose[rank].local_centre), mass.inertia};
  } else if (flags.type == BodyType::dynamic) {
    const std::optional<MassProperties> combined = combined_mass(state, state.body_slots[state.bodies.slot[rank]], {});
    BANKSHOT_ASSERT(combined.has_value());  // callers check before they change anything
    if (combined) properties = *combined;
  }
  apply_mass(state, rank, properties);
}

void set_mass(WorldState& state, Rank rank, Real mass) {
  BodyMass& of = state.bodies.mass[rank];
  of.mass = mass;
  of.inverse_mass = inverse(mass);
  state.bodies.velocity[rank].inverse_mass = of.inverse_mass;
}

void set_inertia(const BodyFlags& flags, BodyMass& mass, Real inertia) {
  mass.inertia = inertia;
  mass.inverse_inertia = flags.locks.rotation ? Real(0) : inverse(inertia);
  mass.gyration = mass.mass > 0 ? std::sqrt(inertia / mass.mass) : Real(0);
}

// A body that is not dynamic turns about its origin and has no mass.
void apply_mass(WorldState& state, Rank rank, const MassProperties& properties) {
  Bodies& bodies = state.bodies;
  const V2 centre = plain(properties.centre);
  forget_sum(state, rank);
  BodyMass& mass = bodies.mass[rank];
  mass = {};
  set_mass(state, rank, properties.mass);
  set_inertia(bodies.flags[rank], mass, properties.inertia);
  for_each_shape(state, state.body_slots[bodies.slot[rank]], {},
                 [&mass, centre](const Shape& shape, Real, bool sensor) { account_for(mass, shape, sensor, centre); });
  shift_centre(state, rank, centre);
}

// The velocity of a body that has taken part in a step is that of its material: if the centre of mass shifts, the
// number changes accordingly. A body that is still being put together keeps the number of its definition.
void shift_centre(WorldState& state, Rank rank, V2 centre) {
  Bodies& bodies = state.bodies;
  BodyPose& pose = bodies.pose[rank];
  if (centre == pose.local_centre) return;
  const V2 old_arm = rotate(pose.rotation, pose.local_centre), new_arm = rotate(pose.rotation, centre);
  advance(pose, -old_arm);
  advance(pose, new_arm);
  pose.local_centre = centre;
  if (rank >= bodies.ranked) return;
  bodies.velocity[rank].linear += cross(bodies.velocity[rank].angular, new_arm - old_arm);
  bodies.velocity_remainder[rank] = {};
}

}  // namespace bankshot::BANKSHOT_ABI::detail
