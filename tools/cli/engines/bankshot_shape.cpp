#include "bankshot_shape.hpp"

#include <bankshot/shape/composites.hpp>

#include <vector>

namespace bankshot_tool::engines {
namespace {

using bankshot::Real;

bankshot::Shape grid_of(const Form& form) {
  bankshot::GridDef def;
  def.columns = form.columns;
  def.rows = static_cast<int>(form.solid.size()) / form.columns;
  def.cell = static_cast<Real>(form.cell);
  def.origin = form.corners[0].cast<Real>();
  std::vector<bankshot::Tile> cells;
  for (const std::uint8_t solid : form.solid) {
    cells.push_back(solid != 0 ? bankshot::solid_tile : bankshot::empty_tile);
  }
  return bankshot::grid(def, cells);
}

bankshot::Shape compound_of(const Form& form, double skin) {
  std::vector<bankshot::Shape> pieces;
  for (const Form& piece : form.pieces) pieces.push_back(shape_of(piece, skin));
  return bankshot::compound(pieces);
}

}  // namespace

bankshot::Shape shape_of(const Form& form, double skin) {
  if (form.kind == Form::Kind::tiles) return grid_of(form);
  if (form.kind == Form::Kind::compound) return compound_of(form, skin);
  std::vector<bankshot::Vec2> corners;
  const bool inwards = form.kind == Form::Kind::room && skin > 0;
  for (const V& corner : inwards ? inset(form.corners, skin) : form.corners) corners.push_back(corner.cast<Real>());
  const Real radius = static_cast<Real>(form.radius), grown = static_cast<Real>(form.radius + skin);
  switch (form.kind) {
    case Form::Kind::disc: return bankshot::circle(radius);
    case Form::Kind::capsule: return bankshot::capsule(corners[0], corners[1], radius);
    case Form::Kind::segment:
      return skin > 0 ? bankshot::capsule(corners[0], corners[1], grown) : bankshot::segment(corners[0], corners[1]);
    case Form::Kind::room: return bankshot::container(bankshot::polygon(corners));
    case Form::Kind::bowl: return bankshot::container(bankshot::circle(radius));
    case Form::Kind::loop: return bankshot::chain(corners, true, bankshot::ChainSides::left);
    case Form::Kind::polygon:
    case Form::Kind::tiles:
    case Form::Kind::compound: break;
  }
  return bankshot::polygon(corners, grown);
}

}  // namespace bankshot_tool::engines
