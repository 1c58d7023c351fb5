#pragma once
// Random bodies for families.

#include "family.hpp"
#include "lab.hpp"
#include "oracle/contact/convex_gap.hpp"

namespace bankshot_tool::laws {

namespace contact = bankshot_oracle::contact;

/// Draws a box, disc, capsule, polygon or sliver with its centre of mass in the origin; its size is roughly its largest
/// diameter. Features "<who>.kind", ".size" and so on.
Form drawn_form(Draw& draw, const std::string& who, double smallest, double largest);
/// Draws a dynamic body of such a form, turned, with spin up to `spin` rad/s.
Spec drawn_body(Draw& draw, const std::string& who, double smallest, double largest, double spin);
/// Draws the restitution and friction of everything in a case.
void draw_surface(Draw& draw, std::vector<Spec*> bodies);

Form scaled(const Form& form, double factor);
contact::Outline outline_of(const Form& form);  ///< Precondition: convex
contact::Outline outline_of(const Form& form, const State& state);
double smallest_extent(const Form& form);

/// Returns the least extent for which the library's guarantees hold, see tolerance.hpp; the surroundings reach `around`
/// m, and gravity pulls for steps of dt.
double thinnest(double around, double gravity, double dt);
/// Returns the form as it is, or enlarged to that extent.
Form thick_enough(const Form& form, double least);

}  // namespace bankshot_tool::laws
