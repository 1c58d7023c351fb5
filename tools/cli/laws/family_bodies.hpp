#pragma once
// What families throw about.

#include "family.hpp"
#include "lab.hpp"
#include "oracle/contact/convex_gap.hpp"

namespace bankshot_tool::laws {

namespace contact = bankshot_oracle::contact;

/// A box, disc, capsule, polygon or sliver, its centre of mass in the origin; its size is its largest way across,
/// roughly. Features "<who>.kind", ".size" and so on.
Form drawn_form(Draw& draw, const std::string& who, double smallest, double largest);
/// A dynamic body of such a form, turned, with spin up to `spin` rad/s.
Spec drawn_body(Draw& draw, const std::string& who, double smallest, double largest, double spin);
/// Restitution and friction of everything in a case.
void draw_surface(Draw& draw, std::vector<Spec*> bodies);

Form scaled(const Form& form, double factor);
contact::Outline outline_of(const Form& form);  ///< of a convex one
contact::Outline outline_of(const Form& form, const State& state);
double smallest_extent(const Form& form);

/// The least extent of which the library's promises hold, see tolerance.hpp: what is around it reaches `around` m, and
/// gravity pulls for steps of dt.
double thinnest(double around, double gravity, double dt);
/// As it is, or larger.
Form thick_enough(const Form& form, double least);

}  // namespace bankshot_tool::laws
