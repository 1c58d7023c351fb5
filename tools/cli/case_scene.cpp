#include "case_scene.hpp"

#include "bad_use.hpp"

namespace bankshot_tool {

namespace {

using bankshot::BodyType;
using bankshot::Scene;
using bankshot::SceneBody;
using bankshot_oracle::Case;
using bankshot_oracle::Piece;

SceneBody body_of(const std::string& name, const Piece& piece, const bankshot::Vec2& velocity) {
  const auto shape = piece.build();
  if (!shape) throw Failure("the library refuses a shape of this case");
  SceneBody body;
  body.name = name;
  body.def.type = velocity[0] == 0 && velocity[1] == 0 ? BodyType::fixed : BodyType::kinematic;
  body.def.position = piece.pose.position;
  body.def.rotation = piece.pose.rotation;
  body.def.velocity = velocity;
  body.shapes.push_back({*shape, {}});
  return body;
}

const SceneBody* body_named(const Scene& scene, const std::string& name) {
  for (const SceneBody& body : scene.bodies) {
    if (body.name == name) return &body;
  }
  return nullptr;
}

Piece piece_of(const SceneBody& body, std::size_t shape = 0) {
  return bankshot_oracle::piece_of(body.shapes[shape].shape, {body.def.position, body.def.rotation});
}

}  // namespace

Scene scene_of_case(const StoredCase& stored, const std::string& name, const std::string& description) {
  const Case& data = stored.data;
  Scene scene;
  scene.name = name;
  scene.description = description;
  scene.dt = 1;
  scene.steps = 1;
  scene.bodies.push_back(body_of("A", data.a, stored.sweep ? data.motion : bankshot::Vec2::Zero()));
  scene.bodies.push_back(body_of("B", data.b, bankshot::Vec2::Zero()));
  if (stored.sweep) return scene;
  SceneBody ray;
  ray.name = "ray";
  ray.def.type = BodyType::kinematic;
  ray.def.position = data.origin;
  ray.def.velocity = data.ray;
  scene.bodies.push_back(ray);
  return scene;
}

StoredCase case_of_scene(const Scene& scene, const std::string& file) {
  const SceneBody* a = body_named(scene, "A");
  const SceneBody* b = body_named(scene, "B");
  if (a == nullptr || b == nullptr || a->shapes.empty() || b->shapes.empty()) {
    a = b = nullptr;
    for (const SceneBody& body : scene.bodies) {
      if (body.shapes.empty()) continue;
      if (a == nullptr) {
        a = &body;
      } else if (b == nullptr) {
        b = &body;
      }
    }
  }
  if (b == nullptr) throw Failure(file + ": expected two bodies with shapes, such as \"A\" and \"B\"");
  StoredCase stored;
  stored.data.which = bankshot_oracle::CaseClass::around_a_scene;
  stored.data.a = piece_of(*a);
  stored.data.b = piece_of(*b);
  stored.data.motion = a->def.velocity;
  const SceneBody* ray = body_named(scene, "ray");
  stored.sweep = ray == nullptr;
  stored.data.origin = ray != nullptr ? ray->def.position : a->def.position;
  if (ray != nullptr) stored.data.ray = ray->def.velocity;
  return stored;
}

std::vector<Case> pairs_of_scene(const Scene& scene, std::size_t most) {
  std::vector<Piece> pieces;
  for (const SceneBody& body : scene.bodies) {
    for (std::size_t i = 0; i < body.shapes.size() && pieces.size() < most; ++i) pieces.push_back(piece_of(body, i));
  }
  std::vector<Case> pairs;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    for (std::size_t j = i; j < pieces.size() && pairs.size() < most; ++j) {
      Case pair;
      pair.which = bankshot_oracle::CaseClass::around_a_scene;
      pair.a = pieces[i];
      pair.b = pieces[j];
      pairs.push_back(pair);
    }
  }
  return pairs;
}

}  // namespace bankshot_tool
