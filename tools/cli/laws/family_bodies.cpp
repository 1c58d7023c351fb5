#include "family_bodies.hpp"

#include <bankshot/tolerance.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bankshot_tool::laws {

Form scaled(const Form& form, double factor) {
  Form larger = form;
  for (V& corner : larger.corners) corner *= factor;
  larger.radius *= factor;
  return larger;
}

Form drawn_form(Draw& draw, const std::string& who, double smallest, double largest) {
  const double size = draw.power(who + ".size", smallest, largest);
  switch (draw.one_of(who + ".kind", {"box", "disc", "capsule", "polygon", "sliver"})) {
    case 0: {
      const double share = draw.between(who + ".share", 0.2, 1);
      return box(size, share * size);
    }
    case 1: return disc(size / 2);
    case 2: {
      const double share = draw.between(who + ".share", 0.1, 0.4);
      return capsule((1 - 2 * share) * size, share * size);
    }
    case 3: {
      Form form = regular_polygon(draw.integer(who + ".corners", 3, 8), size / 2);
      const double share = draw.between(who + ".share", 0.4, 1);  // an affine image keeps the centre of mass
      for (V& corner : form.corners) corner.y() *= share;
      return form;
    }
    default: {
      const double share = draw.between(who + ".share", 0.02, 0.2);
      return box(size, share * size);
    }
  }
}

Spec drawn_body(Draw& draw, const std::string& who, double smallest, double largest, double spin) {
  Spec body;
  body.form = drawn_form(draw, who, smallest, largest);
  body.angle = draw.sometimes(who + ".angle", 0.8, -3, 3);
  body.spin = draw.sometimes(who + ".spin", 0.7, -spin, spin);
  return body;
}

void draw_surface(Draw& draw, std::vector<Spec*> bodies) {
  constexpr double restitutions[] = {0, 0.2, 0.5, 1};
  const double e = restitutions[draw.one_of("e", {"0", "0.2", "0.5", "1"})];
  const double mu = draw.sometimes("mu", 0.6, 0, 1);
  for (Spec* body : bodies) {
    body->restitution = e;
    body->friction = mu;
  }
}

contact::Outline outline_of(const Form& form) {
  if (form.kind == Form::Kind::disc) return {{V(0, 0)}, form.radius};
  return {form.corners, form.radius};
}

contact::Outline outline_of(const Form& form, const State& state) {
  return contact::placed(outline_of(form), state.position, state.angle);
}

double smallest_extent(const Form& form) { return contact::smallest_extent(outline_of(form)); }

double thinnest(double around, double gravity, double dt) {
  namespace tolerance = bankshot::tolerance;
  constexpr double substeps = 4;
  const double band = double(tolerance::band_factor) * double(tolerance::eps) * around;
  const double fall = gravity * dt * dt / (substeps * substeps);
  return std::max(double(tolerance::thinnest_bands) * band, double(tolerance::thinnest_falls) * fall);
}

Form thick_enough(const Form& form, double least) {
  const double extent = smallest_extent(form);
  return extent >= least ? form : scaled(form, least / extent);
}

}  // namespace bankshot_tool::laws
