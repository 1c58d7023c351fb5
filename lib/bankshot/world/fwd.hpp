#pragma once
#include <bankshot/config.hpp>

namespace bankshot::BANKSHOT_ABI {
class World;
struct BodyId;
struct ShapeId;
struct WorldDef;
struct BodyDef;
struct ShapeDef;
struct Material;
struct Filter;
struct Impact;
struct Penetration;
struct ContactEvent;
}  // namespace bankshot::BANKSHOT_ABI
