// The impulses that contacts take over from the last step: by their keys, and by the features of their points.

#include <bankshot/world/contacts/warm_start.hpp>

#include "world/random.hpp"
#include "world/world_fixture.hpp"

#include <map>
#include <tuple>

namespace bankshot::testing {
namespace {

using detail::CachedContact;
using detail::ContactGeometry;
using detail::ContactPair;
using detail::none;

CachedContact record_of(std::initializer_list<std::pair<std::uint32_t, Real>> points) {
  CachedContact record;
  for (const auto& [feature, impulse] : points) {
    record.feature[record.count] = feature, record.normal_impulse[record.count] = impulse;
    ++record.count;
  }
  record.friction_impulse = Real(0.25);
  return record;
}

ContactGeometry contact_of(std::initializer_list<std::uint32_t> keys) {
  ContactGeometry contact;
  for (const std::uint32_t key : keys) contact.points[contact.count++].key = key;
  return contact;
}

std::pair<Real, Real> started(const CachedContact& record, ContactGeometry contact) {
  contact.normal_impulse[0] = contact.normal_impulse[1] = 77;  // left by the previous user of the memory
  detail::warm_start(record, contact);
  EXPECT_EQ(contact.friction_impulse, record.friction_impulse);
  return {contact.normal_impulse[0], contact.normal_impulse[1]};
}

TEST(WarmStart, GivesEachPointTheImpulseOfItsFeatures) {
  const CachedContact two = record_of({{3, 1}, {4, 2}}), one = record_of({{3, 1}});
  EXPECT_EQ(started(two, contact_of({3, 4})), std::pair(Real(1), Real(2)));
  EXPECT_EQ(started(two, contact_of({4, 3})), std::pair(Real(2), Real(1)));
  EXPECT_EQ(started(two, contact_of({4, 5})), std::pair(Real(2), Real(0)));
  EXPECT_EQ(started(two, contact_of({4})), std::pair(Real(2), Real(0)));
  EXPECT_EQ(started(one, contact_of({5, 3})), std::pair(Real(0), Real(1)));
  EXPECT_EQ(started(one, contact_of({5})), std::pair(Real(0), Real(0)));
}

TEST(WarmStart, WithoutARecordBeginsWithNothing) {
  EXPECT_EQ(started({}, contact_of({0, 0})), std::pair(Real(0), Real(0)));
}

/// Random records and pairs in order of their keys, of few shapes so that many have several parts.
TEST(RecordWalk, FindsTheRecordOfEachPair) {
  Random random(21);
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;
  for (int trial = 0; trial < 400; ++trial) {
    std::map<Key, CachedContact> records;
    std::map<Key, ContactPair> asked;
    const int count = random.below(40);
    for (int i = 0; i < count; ++i) {
      const auto draw = [&random](int n) { return static_cast<std::uint32_t>(random.below(n)); };
      const std::uint32_t a = draw(4), b = a + 1 + draw(3), part_a = draw(2), part_b = draw(2);
      const Key key{a, b, part_a, part_b};
      if (!random.one_in(3)) {
        CachedContact& record = records[key];
        record.key = {a, b, part_a, part_b};
        record.age = static_cast<std::uint8_t>(random.below(9));
        record.touching = random.one_in(2);
      }
      if (!random.one_in(3)) asked[key].key = {a, b, part_a, part_b};
    }
    if (asked.empty()) continue;
    std::vector<CachedContact> list;
    for (const auto& [key, record] : records) list.push_back(record);
    detail::RecordWalk walk(list, asked.begin()->second.key);
    for (auto& [key, pair] : asked) {
      const CachedContact& found = walk.find(pair);
      const auto expected = records.find(key);
      if (expected == records.end()) {
        ASSERT_EQ(pair.old, none) << trial;
        EXPECT_FALSE(pair.touching);
        EXPECT_EQ(pair.age, 0);
        EXPECT_EQ(found.count, 0);
        continue;
      }
      ASSERT_EQ(pair.old, static_cast<std::uint32_t>(std::distance(records.begin(), expected))) << trial;
      EXPECT_EQ(&found, &list[pair.old]);
      EXPECT_EQ(pair.age, expected->second.age);
      EXPECT_EQ(pair.touching, expected->second.touching);
    }
  }
}

}  // namespace
}  // namespace bankshot::testing
