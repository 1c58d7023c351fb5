// The data that the stages of a step hand on keep the contracts, and if a test breaks a number of them, a contract
// refuses it. Debug builds check the same in each step of all tests.

#include <bankshot/world/islands/contracts.hpp>
#include <bankshot/world/pairs/contracts.hpp>
#include <bankshot/world/step/scratch.hpp>

#include "world/random.hpp"
#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

using detail::CachedContact;
using detail::ContactBodies;
using detail::ContactGeometry;
using detail::ContactPair;
using detail::ContactPairs;
using detail::Motion;
using detail::none;
using detail::WorldState;

/// A floor in parts, a pile, bodies that fly over it, a sensor and a mover.
World busy_world() {
  World world(WorldDef{.gravity = Vec2(0, -10), .sleep = false});
  std::vector<Vec2> line;
  for (int i = 0; i <= 10; ++i) line.push_back(Vec2(static_cast<Real>(20 - 4 * i), 0));
  world.add_body({.type = BodyType::fixed}, chain(line));
  world.add_body({.type = BodyType::fixed, .position = Vec2(0, -3)}, box(60, 2));
  for (int row = 0; row < 6; ++row) {
    for (int i = 0; i < 6; ++i) {
      const Vec2 place(static_cast<Real>(i) - Real(2.5), Real(0.5) + static_cast<Real>(row));
      world.add_body({.position = place}, box(1, 1));
    }
  }
  for (int i = 0; i < 4; ++i) {
    world.add_body({.position = Vec2(static_cast<Real>(i), 8), .velocity = Vec2(3, -30)}, circle(Real(0.3)),
                   {.restitution = Real(0.5)});
  }
  world.add_body({.type = BodyType::kinematic, .position = Vec2(-8, 1), .velocity = Vec2(1, 0)}, box(1, 1));
  for (int i = 0; i < 12; ++i) world.step(dt);
  return world;
}

/// The state of that world after a step; a test breaks one number of it.
struct Contracts : ::testing::Test {
  World world = busy_world();
  WorldState& state = detail::WorldAccess::state(world);
  detail::BroadPairs& broad = state.scratch->broad;
  ContactPairs& pairs = state.scratch->pairs;
  detail::SolverWork& work = state.scratch->work;
  detail::ToiWork& toi = state.scratch->toi;

  void expect_refused(const char* fault, const std::string& contract) {
    ASSERT_NE(fault, nullptr) << contract;
    EXPECT_EQ(fault, contract);
  }
};

#define EXPECT_KEPT(fault) EXPECT_EQ(fault, nullptr)

TEST_F(Contracts, AreKept) {
  ASSERT_GT(broad.found.size() + state.scratch->search.known.others().size(), 1u);
  ASSERT_GT(broad.with_resting.size(), 1u);
  ASSERT_GT(work.pairs.size(), 10u);
  ASSERT_GT(state.contacts.size(), 10u);
  EXPECT_KEPT(fault_of_candidates(state, broad));
  EXPECT_KEPT(fault_of_pairs(state, pairs, toi));
  EXPECT_KEPT(fault_of_contacts(state, pairs, work, toi));
  EXPECT_KEPT(fault_of_records(state));
  EXPECT_KEPT(
      detail::fault_of_islands(state, state.scratch->islands.roots(), state.scratch->islands.count(), work.bodies));
}

TEST_F(Contracts, OfMovingShapes) {
  const detail::BroadPairs whole = broad;
  const auto broken = [&](const char* contract, auto&& breaks) {
    breaks();
    expect_refused(fault_of_candidates(state, broad), contract);
    broad.active = whole.active, broad.tight = whole.tight, broad.reach = whole.reach, broad.shapes = whole.shapes;
    EXPECT_KEPT(fault_of_candidates(state, broad));
  };
  broken("moving shapes are in the order of proxies, each once", [&] { broad.active[1] = broad.active[0]; });
  broken("each moving shape has two boxes", [&] { broad.tight.pop_back(); });
  broken("a moving shape has the rank of its body", [&] { broad.shapes[0].body_and_kind += detail::Proxy::kinds; });
  broken("boxes have a lower and an upper corner", [&] { broad.tight[2].upper.y = broad.tight[2].lower.y - 1; });
  broken("boxes have a lower and an upper corner", [&] { broad.reach[2].lower.x = nan; });
  const detail::Rank rank = broad.shapes[0].body();
  state.bodies.flags[rank].awake = false;
  expect_refused(fault_of_candidates(state, broad), "bodies of moving shapes may move");
}

TEST_F(Contracts, OfCandidates) {
  const auto found = broad.found;
  const auto broken = [&](const char* contract, auto&& breaks) {
    const auto resting = broad.with_resting;
    breaks();
    expect_refused(fault_of_candidates(state, broad), contract);
    broad.found = found, broad.with_resting = resting;
    EXPECT_KEPT(fault_of_candidates(state, broad));
  };
  broken("pairs of moving shapes are in order, each once", [&] { broad.found = {{0, 2}, {0, 1}}; });
  broken("pairs of moving shapes are in order, each once", [&] { broad.found = {{0, 2}, {0, 2}}; });
  broken("pairs of moving shapes are of two places", [&] { broad.found = {{1, 1}}; });
  broken("pairs of moving shapes are of two places", [&] {
    broad.found = {{0, static_cast<std::uint32_t>(broad.active.size())}};
  });
  broken("pairs with resting shapes are in order, each once",
         [&] { broad.with_resting.insert(broad.with_resting.begin(), broad.with_resting.front()); });
  broken("pairs with resting shapes are of the moving one and another",
         [&] { broad.with_resting[0].moving_first = !broad.with_resting[0].moving_first; });
}

TEST_F(Contracts, OfPairs) {
  const auto near = pairs.near;
  const auto far = toi.far;
  const auto broken = [&](const char* contract, auto&& breaks) {
    breaks();
    expect_refused(fault_of_pairs(state, pairs, toi), contract);
    pairs.near = near, toi.far = far;
    EXPECT_KEPT(fault_of_pairs(state, pairs, toi));
  };
  broken("contact pairs are in the order of keys, each once", [&] { pairs.near[1].key = pairs.near[0].key; });
  broken("contact pairs are in the order of keys, each once", [&] { std::swap(pairs.near[0], pairs.near[1]); });
  broken("contact pairs have the ranks of two bodies", [&] { std::swap(pairs.near[0].body_a, pairs.near[0].body_b); });
  broken("contact pairs have the ranks of two bodies", [&] { pairs.near[0].body_b = pairs.near[0].body_a; });
  broken("contact pairs have lengths", [&] { pairs.near[0].margin = nan; });
  broken("contact pairs have lengths", [&] { pairs.near[0].slop = 0; });
  broken("contact pairs of parts have a place", [&] {
    for (ContactPair& pair : pairs.near) pair.parts = none;
  });
  broken("contact pairs of parts have a place", [&] {
    for (ContactPair& pair : pairs.near) pair.parts = 0;
  });
  const ContactPair& pair = near.back();
  const detail::ToiCandidate same{pair.key, {pair.body_a, pair.body_b}, 0};
  broken("no contact pair is a TOI candidate", [&] { toi.far = {same}; });
  broken("TOI candidates are in the order of keys, each once", [&] { toi.far = {same, same}; });
  broken("TOI candidates have the ranks of two bodies", [&] {
    toi.far = {same};
    toi.far[0].bodies.a = toi.far[0].bodies.b;
  });
}

TEST_F(Contracts, OfContacts) {
  const ContactPairs whole = pairs;
  const detail::SolverWork whole_work = work;
  const detail::ToiWork whole_toi = toi;
  const auto broken = [&](const char* contract, auto&& breaks) {
    breaks(pairs.geometry[work.pairs[0]]);
    expect_refused(fault_of_contacts(state, pairs, work, toi), contract);
    pairs.near = whole.near, pairs.geometry = whole.geometry;
    work = whole_work, toi = whole_toi;
    EXPECT_KEPT(fault_of_contacts(state, pairs, work, toi));
  };
  const auto any = [](auto&& breaks) { return [breaks](ContactGeometry&) { breaks(); }; };
  broken("each contact pair has a contact, maybe without points", any([&] { pairs.geometry.pop_back(); }));
  broken("contacts have up to two points", [](ContactGeometry& contact) { contact.count = 3; });
  broken("contacts are of finite numbers", [](ContactGeometry& contact) { contact.points[0].separation = nan; });
  broken("contacts are of finite numbers", [](ContactGeometry& contact) { contact.normal_impulse[1] = infinite; });
  broken("normals have unit length",
         [](ContactGeometry& contact) { contact.normal = (1 + 64 * tolerance::eps) * contact.normal; });
  broken("contacts only push", [](ContactGeometry& contact) { contact.normal_impulse[0] = -1; });
  broken("the solver's pairs have points", [](ContactGeometry& contact) { contact.count = 0; });
  broken("the solver's pairs have points", any([&] { pairs.near[work.pairs[0]].passes = true; }));
  broken("each contact pair is on one list", any([&] { work.pairs.pop_back(); }));
  broken("each contact pair is on one list", any([&] { work.young.pop_back(); }));
  broken("lists of contact pairs are in their order", any([&] { std::swap(work.pairs[0], work.pairs[1]); }));
  broken("lists of contact pairs are in their order", any([&] { pairs.near[work.pairs[0]].solve = false; }));
  broken("the solver's pairs have the ranks of their bodies", any([&] { ++work.bodies[0].a; }));
}

TEST_F(Contracts, OfRecords) {
  const auto broken = [&](const char* contract, auto&& breaks) {
    for (std::vector<CachedContact>* const list : {&state.contacts, &state.sleeping_contacts}) {
      const std::vector<CachedContact> whole = *list;
      if (list->empty()) *list = state.contacts;
      breaks(*list);
      expect_refused(fault_of_records(state), contract);
      *list = whole;
      EXPECT_KEPT(fault_of_records(state));
    }
  };
  broken("cached contacts are in the order of keys, each once", [](auto& list) { std::swap(list[0], list[1]); });
  broken("cached contacts are in the order of keys, each once", [](auto& list) { list[0] = list[1]; });
  broken("cached contacts are of shapes", [](auto& list) { list.back().key.b = list.back().key.a = 1u << 30; });
  broken("cached contacts are of shapes", [](auto& list) { list[0].key.a = list[0].key.b = 0; });
  broken("cached contacts have finite impulses, which push", [](auto& list) { list[0].normal_impulse[1] = -1; });
  broken("cached contacts have finite impulses, which push", [](auto& list) { list[0].friction_impulse = nan; });
}

TEST_F(Contracts, OfIslands) {
  const detail::Islands& islands = state.scratch->islands;
  const std::vector<detail::Rank> whole(islands.roots().begin(), islands.roots().end());
  const std::vector<detail::RankPair> joined = work.bodies;
  std::vector<detail::Rank> roots = whole, names;
  std::vector<detail::RankPair> contacts = joined;
  int count = islands.count();
  for (detail::Rank rank = 0; rank < roots.size(); ++rank) {
    if (roots[rank] == rank) names.push_back(rank);
  }
  ASSERT_GT(names.size(), 1u);
  const auto broken = [&](const char* contract, auto&& breaks) {
    breaks();
    expect_refused(detail::fault_of_islands(state, roots, count, contacts), contract);
    roots = whole, contacts = joined, count = islands.count();
    EXPECT_KEPT(detail::fault_of_islands(state, roots, count, contacts));
  };
  broken("each body has an island, or none", [&] { roots.pop_back(); });
  broken("those that give way have an island", [&] { roots[names[0]] = none; });
  broken("the name of an island is its lowest rank", [&] { roots[names[0]] = names[1]; });
  broken("islands are counted", [&] { ++count; });
  broken("no contact leads from one island to another", [&] { contacts.push_back({names[0], names[1]}); });
}

TEST_F(Contracts, OfPaths) {
  const detail::Islands& islands = state.scratch->islands;
  std::vector<Motion> motion(state.bodies.size());
  const auto& joined = work.bodies;
  const auto fault = [&] { return detail::fault_of_paths(state, islands.roots(), joined, motion); };
  expect_refused(fault(), "bodies of resting contacts are held");
  for (Motion& path : motion) path.held = true;
  EXPECT_KEPT(fault());
  motion.pop_back();
  expect_refused(fault(), "each body has a path");
}

// Four contacts in a row of bodies, of which body 0 is the ground.
TEST(ContractsOfGroups, AreRefusedWhenBroken) {
  const std::vector<ContactBodies> ends{{1, 2}, {2, 3}, {3, 4}, {0, 1}};
  const std::vector<std::uint8_t> marks{0, 1, 1, 1, 1};
  struct Table {
    detail::GroupTable groups;
    std::vector<std::uint32_t> order{0, 2, 1, 3};
    Table() {
      groups.size[3] = 2, groups.size[4] = 2;
      for (int group = 4; group < detail::group_count; ++group) groups.begin[group] = group == 4 ? 1 : 2;
      groups.blocks = 2;
    }
  };
  std::vector<std::uint8_t> memory;
  const auto fault = [&](Table& table, const std::vector<std::uint8_t>& of_bodies) {
    return detail::fault_of_groups({{}, ends, {}, {}, table.order, table.groups}, of_bodies, 1, memory);
  };
  const auto broken = [&](const char* contract, auto&& breaks) {
    Table table;
    EXPECT_KEPT(fault(table, marks));
    breaks(table);
    EXPECT_STREQ(fault(table, marks), contract);
  };
  broken("contacts of one colour share no moving body", [](Table& table) { table.order = {0, 1, 2, 3}; });
  broken("each contact has one place", [](Table& table) { table.order = {0, 2, 1, 1}; });
  broken("each contact has one place", [](Table& table) { table.order = {0, 2, 1, 4}; });
  broken("groups have all contacts", [](Table& table) { table.groups.size[4] = 1; });
  broken("groups have all contacts", [](Table& table) { table.groups.size[4] = 3; });
  broken("groups have all contacts", [](Table& table) { table.groups.blocks = 3; });
  broken("blocks of groups follow one another", [](Table& table) { table.groups.begin[4] = 0; });
  Table table;
  EXPECT_STREQ(fault(table, {0, 1, 1}), "contacts are of solver bodies");
}

#if !defined(NDEBUG)
// A broken contract reaches the handler for broken invariants, with its own words.
TEST(ContractsInDebugBuilds, ComeToTheHandler) {
  static std::string heard;
  const AssertHandler before =
      set_assert_handler([](const char* contract, const char*, int) noexcept { heard = contract; });
  BANKSHOT_ASSERT_KEPT(nullptr);
  EXPECT_EQ(heard, "");
  BANKSHOT_ASSERT_KEPT("what is not so");
  set_assert_handler(before);
  EXPECT_EQ(heard, "what is not so");
}
#endif

}  // namespace
}  // namespace bankshot::testing
