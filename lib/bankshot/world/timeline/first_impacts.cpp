#include <bankshot/world/timeline/first_impacts.hpp>

#include <bankshot/math/vector_growth.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/contacts/collide.hpp>
#include <bankshot/world/rest/corner.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

void FirstImpacts::predict() {
  undecided_.clear(), predictor_.clear();
  measure_paths();
  for (const std::uint32_t near : guard_.failed()) add(near);
  batch_.clear();
  for (const std::uint32_t near : toi().loose) add_near(near);
  add_far();
  decide();
  predictor_.predict(0, false);
}

/// There may be thousands of pairs: if there are more than bodies, the bound of each body's path is computed once.
void FirstImpacts::measure_paths() {
  paths_.clear();
  if (toi().loose.size() + toi().far.size() <= world().bodies.size()) return;
  resize_anew(paths_, world().bodies.size());
  for (Rank rank = 0; rank < paths_.size(); ++rank) paths_[rank] = path_bound(world(), motion(rank), rank, dt());
}

PathBound FirstImpacts::path_of(Rank rank) const {
  return paths_.empty() ? path_bound(world(), motion(rank), rank, dt()) : paths_[rank];
}

/// Pairs of parts of the same bodies are adjacent, and so are pairs with the same first body.
void FirstImpacts::add_far() {
  auto listed = static_cast<std::uint32_t>(pairs().near.size());
  RankPair bodies{none, none};
  PathBound a, b;
  ClosingBound closing;
  bool asked = false, apart = false;
  for (const ToiCandidate& pair : toi().far) {
    if (pair.bodies != bodies) {
      if (pair.bodies.a != bodies.a) a = path_of(pair.bodies.a);
      b = path_of(pair.bodies.b);
      bodies = pair.bodies;
      closing = closing_bound(a, b);
      asked = false;
    }
    if (!closing.cannot_meet(pair.gap)) {
      if (!asked) apart = circles_stay_apart(world(), bodies, a, b);
      asked = true;
      if (!apart) bound(pair.key, listed, closing);
    }
    ++listed;
  }
}

/// A pair that the contact hook has ignored becomes a candidate, or bodies that are sent farther would find it anew.
void FirstImpacts::pass_by(std::uint32_t i) {
  const PairKey& key = pairs().near[i].key;
  if (world().proxies[key.a].sensor || world().proxies[key.b].sensor) return candidates_.exclude(i);
  candidates_[candidates_.add_listed(i)].ignored = true;
}

/// Starts a contact pair that the solver does not have.
void FirstImpacts::add_near(std::uint32_t i) {
  const ContactPair& pair = pairs().near[i];
  const ContactGeometry& contact = pairs().geometry[i];
  if (pair.passes) return pass_by(i);
  const ClosingBound closing = closing_bound(path_of(pair.body_a), path_of(pair.body_b));
  const bool convex = pair.parts == none;
  // Without points, the gap is more than the margin of the search.
  Real gap = convex ? pair.margin : tolerance::margin_slops * pair.slop;
  for (int k = 0; k < contact.count; ++k) gap = min(gap, contact.points[k].separation);
  // A contact between parts may have been dropped at a seam: a body that slides to a side that bends up is beside it,
  // not far away.
  if (!convex && contact.count == 0 && closing.cannot_meet(gap) && !rooms_of(world(), pair.key).any()) {
    gap = min(gap, gap_of_parts(world(), pair.key, pair_input(world(), pairs(), pair)));
  }
  if (closing.cannot_meet(gap)) return;
  if (!convex) return add(i);
  if (contact.count == 0) return bound(pair.key, i, closing);
  const PairInput input = pair_input(world(), pairs(), pair);
  if (line_separates(world(), pair.body_a, pair.body_b, input, contact.normal, closing)) return;
  add(i);
}

/// Makes a candidate of a pair, to be swept with all others.
void FirstImpacts::add(std::uint32_t listed) {
  const std::uint32_t place = candidates_.add_listed(listed);
  candidates_[place].solved = false;  // or has failed to keep it apart
  if (listed < pairs().near.size()) candidates_[place].sunk = depth_beside(world(), pairs(), listed);
  predictor_.add(place, 0);
}

/// Notes a pair that is not known to stay apart.
void FirstImpacts::bound(const PairKey& key, std::uint32_t listed, const ClosingBound& closing) {
  const Proxy &a = world().proxies[key.a], &b = world().proxies[key.b];
  undecided_.push_back({key, listed, closing});
  batch_.inputs.push_back(pair_input(world(), a, b, a.convex && b.convex ? closing.farthest() : Real(0)));
}

/// Sweeps the undecided pairs that may really meet. A pair without points within the distance that it can close has a
/// larger gap, so it does not meet.
void FirstImpacts::decide() {
  batch_.find();
  for (std::size_t i = 0; i < undecided_.size(); ++i) {
    const PairKey& key = undecided_[i].key;
    const Proxy &a = world().proxies[key.a], &b = world().proxies[key.b];
    if (a.convex && b.convex) {
      const ContactGeometry& contact = batch_.contacts[i];
      if (contact.count == 0) continue;
      if (line_separates(world(), a.body, b.body, batch_.inputs[i], contact.normal, undecided_[i].closing)) continue;
    }
    add(undecided_[i].listed);
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
