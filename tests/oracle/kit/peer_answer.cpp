#include "oracle/kit/peer_answer.hpp"

#include <cmath>
#include <cstdio>

#include "oracle/kit/collide.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

namespace {

void add(std::string& text, const char* what, double number) {
  char part[96];
  std::snprintf(part, sizeof part, "%s%.9g", what, number);
  text += part;
}

void answer_sweep(const Twin& twin, PeerAnswer& answer) {
  static constexpr const char* names[] = {"unknown", "failed", "overlapped", "touching", "separated"};
  const b2TOIOutput output = time_of_impact(twin);
  answer.text += std::string("time of impact: ") + names[output.state];
  add(answer.text, " at ", double(output.t));
  if (output.state == b2TOIOutput::e_touching) answer.fraction = static_cast<Real>(output.t);
}

void answer_pair(const Twin& twin, double unit, PeerAnswer& answer) {
  const bool overlap = b2TestOverlap(twin.a.theirs.get(), 0, twin.b.theirs.get(), 0, twin.at_a, twin.at_b);
  answer.text += overlap ? "overlap: yes" : "overlap: no";
  Manifold manifold;
  if (!collide(twin, manifold)) {
    answer.text += "; no manifold for this pair of shapes";
  } else if (!manifold.found) {
    answer.text += "; manifold without points";
  } else {
    add(answer.text, "; manifold: depth ", manifold.depth / unit);
    add(answer.text, ", normal (", double(manifold.normal.x));
    add(answer.text, ", ", double(manifold.normal.y));
    answer.text += ")";
    if (manifold.depth > 0) {
      answer.translation = Vec2(static_cast<Real>(manifold.depth / unit * double(manifold.normal.x)),
                                static_cast<Real>(manifold.depth / unit * double(manifold.normal.y)));
    }
  }
  b2RayCastOutput output;
  if (ray_cast(twin, output)) {
    add(answer.text, "; ray: hit at ", double(output.fraction));
    answer.fraction = static_cast<Real>(output.fraction);
  } else {
    answer.text += "; ray: miss";
  }
}

}  // namespace

PeerAnswer box2d_answer(const Case& data, bool sweep) {
  PeerAnswer answer;
  const char* reason = nullptr;
  const auto twin = twin_of(data, &reason);
  if (!twin) {
    answer.text = reason;
    return answer;
  }
  answer.asked = true;
  answer.skin = static_cast<Real>(double(b2_polygonRadius) / twin->unit);
  add(answer.text, "asked at ", twin->unit);
  answer.text += " times the size; ";
  if (sweep) {
    answer_sweep(*twin, answer);
  } else {
    answer_pair(*twin, twin->unit, answer);
  }
  return answer;
}

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
