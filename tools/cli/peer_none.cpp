#include "bad_use.hpp"
#include "peer.hpp"

namespace bankshot_tool {

std::unique_ptr<Peer> make_box2d(const bankshot::Scene&) {
  throw BadUse("--compare box2d: this command was built without Box2D 2.4.1 (Debian: libbox2d-dev)");
}

}  // namespace bankshot_tool
