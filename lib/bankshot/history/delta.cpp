// Arrays of bodies keep their length while the structure stays, so each body is compared with itself. Contacts come and
// go: each is compared with the cached contact of the same key, or with an empty one if there is none.

#include <bankshot/history/delta.hpp>
#include <bankshot/history/word_codec.hpp>
#include <bankshot/math/vector_growth.hpp>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

template <class T>
constexpr std::size_t words_of = sizeof(T) / 4;
constexpr std::size_t real = words_of<Real>;

// With the columns that may change while the structure stays: masses and centres of mass within a body do not.
using PoseCodec = WordCodec<0, 8 * real, words_of<BodyPose>>;
using VelocityCodec = WordCodec<0, 3 * real, words_of<BodyVelocity>>;
using VectorCodec = WordCodec<0, 2 * real, words_of<V2>>;
using ForceCodec = WordCodec<0, 6 * real, words_of<BodyForces>>;
using FlagsCodec = WordCodec<0, 2, words_of<BodyFlags>>;
using NumberCodec = WordCodec<0, real, real>;
using CalmCodec = WordCodec<0, words_of<BodyCalm>, words_of<BodyCalm>>;
using LabelCodec = WordCodec<0, 1, 1>;
using ContactCodec = WordCodec<4, 3 * real + 3, words_of<CachedContact>>;
using AnyCodec = WordCodec<0, 1, 1>;

constexpr std::size_t most_number_bytes = 5;

/// Seven bits per byte, the lowest first; all bytes but the last have the highest bit set.
void put_number(ByteSink& out, std::uint32_t value) {
  for (; value >= 128; value >>= 7) out.put(static_cast<std::uint8_t>(value | 128));
  out.put(static_cast<std::uint8_t>(value));
}
std::uint32_t get_number(ByteSource& in) {
  std::uint32_t value = 0;
  for (int shift = 0;; shift += 7) {
    const auto byte = in.get<std::uint8_t>();
    value |= std::uint32_t{byte & 127u} << shift;
    if (byte < 128) return value;
  }
}

// ---- lists of plain words ---------------------------------------------------------------------------------------

template <class T>
void exchange_list(std::vector<T>& target, const std::vector<T>& base, ByteSink& out) {
  const std::size_t common = std::min(target.size(), base.size());
  put_number(out, static_cast<std::uint32_t>(target.size()));
  AnyCodec::exchange(target.data(), base.data(), common * words_of<T>, out);
  const std::size_t rest = (target.size() - common) * sizeof(T);
  if (rest > 0) std::memcpy(out.take(rest), target.data() + common, rest);
  target = base;
}

template <class T>
void decode_list(std::vector<T>& list, ByteSource& in) {
  const std::size_t size = get_number(in), common = std::min(size, list.size());
  list.resize(size);
  AnyCodec::decode(list.data(), common * words_of<T>, in);
  const std::size_t rest = (size - common) * sizeof(T);
  if (rest > 0) std::memcpy(list.data() + common, in.take(rest), rest);
}

template <class T>
std::size_t most_list_bytes(const std::vector<T>& list) {
  return most_number_bytes + AnyCodec::most_bytes(list.size() * words_of<T>);
}

// ---- contacts ---------------------------------------------------------------------------------------------------
//
// Both lists are in the order of keys. Walking them together gives runs.

void put_key(ByteSink& out, const PairKey& key) {
  put_number(out, key.a), put_number(out, key.b);
  put_number(out, key.part_a), put_number(out, key.part_b);
}
CachedContact get_key(ByteSource& in) {
  CachedContact record;
  record.key.a = get_number(in), record.key.b = get_number(in);
  record.key.part_a = get_number(in), record.key.part_b = get_number(in);
  return record;
}

/// The next run from i and j on; moves i and j behind it.
ContactRun next_run(const std::vector<CachedContact>& target, std::size_t& i, const std::vector<CachedContact>& base,
                    std::size_t& j) {
  ContactRun run;
  for (; i < target.size() && j < base.size() && target[i].key == base[j].key; ++i, ++j) ++run.both;
  for (; j < base.size() && (i == target.size() || base[j].key < target[i].key); ++j) ++run.base_only;
  for (; i < target.size() && (j == base.size() || target[i].key < base[j].key); ++i) ++run.target_only;
  return run;
}

/// Writes the runs, and the keys that the base does not have.
void encode_runs(const std::vector<CachedContact>& target, const std::vector<CachedContact>& base,
                 std::vector<ContactRun>& runs, ByteSink& out) {
  runs.clear();
  put_number(out, static_cast<std::uint32_t>(target.size()));
  std::size_t i = 0, j = 0;
  while (i < target.size()) {
    const ContactRun run = next_run(target, i, base, j);
    put_number(out, run.both), put_number(out, run.base_only), put_number(out, run.target_only);
    runs.push_back(run);
    for (std::size_t k = i - run.target_only; k < i; ++k) put_key(out, target[k].key);
  }
}

/// The base's contacts in the order of the target's, a few at a time: contiguous ones are returned in place, others are
/// copied together.
class AlignedContacts {
 public:
  AlignedContacts(const std::vector<CachedContact>& target, const std::vector<CachedContact>& base,
                  std::span<const ContactRun> runs)
      : target_(target), base_(base), runs_(runs) {}

  /// The contacts for target[begin], ..., in consecutive calls.
  const CachedContact* next(std::size_t begin, std::size_t count) {
    skip_empty();
    if (run_ < runs_.size() && taken_ + count <= runs_[run_].both) {
      const CachedContact* const here = base_.data() + place_;
      taken_ += count, place_ += count;
      return here;
    }
    for (std::size_t k = 0; k < count; ++k) {
      skip_empty();
      if (taken_ < runs_[run_].both) {
        some_[k] = base_[place_++];
      } else {
        some_[k] = {};
        some_[k].key = target_[begin + k].key;
      }
      ++taken_;
    }
    return some_;
  }

 private:
  void skip_empty() {
    while (run_ < runs_.size() && taken_ == runs_[run_].both + runs_[run_].target_only) {
      place_ += runs_[run_].base_only;
      taken_ = 0;
      ++run_;
    }
  }

  const std::vector<CachedContact>& target_;
  const std::vector<CachedContact>& base_;
  std::span<const ContactRun> runs_;
  std::size_t run_ = 0, taken_ = 0;  ///< number taken of this run
  std::size_t place_ = 0;            ///< in base_
  CachedContact some_[ContactCodec::chunk];
};

void exchange_contacts(std::vector<CachedContact>& target, const std::vector<CachedContact>& base,
                       std::vector<ContactRun>& runs, ByteSink& out) {
  encode_runs(target, base, runs, out);
  AlignedContacts aligned(target, base, runs);
  ContactCodec::encode_against(target.data(), target.size(), out,
                               [&](std::size_t begin, std::size_t count) { return aligned.next(begin, count); });
  target = base;
}

void decode_contacts(std::vector<CachedContact>& contacts, std::vector<CachedContact>& aligned, ByteSource& in) {
  const std::size_t size = get_number(in);
  std::size_t j = 0;
  aligned.clear();
  for (std::size_t i = 0; i < size;) {
    ContactRun run;
    run.both = get_number(in), run.base_only = get_number(in), run.target_only = get_number(in);
    i += run.both + run.target_only;
    if (j == 0 && run.both == size) break;
    const auto first = contacts.begin() + static_cast<std::ptrdiff_t>(j);
    aligned.insert(aligned.end(), first, first + static_cast<std::ptrdiff_t>(run.both));
    for (std::uint32_t k = 0; k < run.target_only; ++k) aligned.push_back(get_key(in));
    j += run.both + run.base_only;
  }
  if (aligned.size() == size) {
    contacts.swap(aligned);
  } else {
    contacts.resize(size);
  }
  ContactCodec::decode(contacts.data(), size, in);
}

std::size_t most_contact_bytes(const std::vector<CachedContact>& contacts) {
  return ContactCodec::most_bytes(contacts.size()) + most_number_bytes * (1 + 7 * contacts.size());
}

// ---- whole moments ----------------------------------------------------------------------------------------------

std::size_t most_bytes(const Moment& target) {
  const std::size_t bodies = target.pose.size();
  return AnyCodec::most_bytes(words_of<Figures>) + PoseCodec::most_bytes(bodies) + VelocityCodec::most_bytes(bodies) +
         VectorCodec::most_bytes(bodies) + ForceCodec::most_bytes(bodies) + FlagsCodec::most_bytes(bodies) +
         NumberCodec::most_bytes(bodies) + CalmCodec::most_bytes(bodies) + LabelCodec::most_bytes(bodies) +
         most_contact_bytes(target.contacts) + most_contact_bytes(target.sleeping_contacts) +
         most_list_bytes(target.sensor_pairs) + most_list_bytes(target.wake_islands) +
         most_list_bytes(target.joint_turns) + most_list_bytes(target.pending_contact_ends) +
         most_list_bytes(target.pending_sensor_ends);
}

/// Reserves all memory first, so that nothing can fail once something has changed.
void ask_for_memory(Moment& moment, const WorldState& world, DeltaScratch& scratch) {
  make_room(scratch.runs, 1 + 2 * std::max(moment.contacts.size(), moment.sleeping_contacts.size()));
  make_room(moment.contacts, world.contacts.size());
  make_room(moment.sleeping_contacts, world.sleeping_contacts.size());
  make_room(moment.sensor_pairs, world.sensor_pairs.size());
  make_room(moment.wake_islands, world.wake_islands.size());
  make_room(moment.joint_turns, world.joint_turns.size());
  make_room(moment.pending_contact_ends, world.pending_contact_ends.size());
  make_room(moment.pending_sensor_ends, world.pending_sensor_ends.size());
}

}  // namespace

std::span<const std::uint8_t> advance_moment(Moment& moment, const WorldState& world, DeltaScratch& scratch) {
  const std::size_t most = most_bytes(moment), bodies = moment.pose.size();
  if (scratch.bytes.size() < most) scratch.bytes.resize(most + most / 8);
  ask_for_memory(moment, world, scratch);
  ByteSink out(scratch.bytes.data());
  const Figures figures = figures_of(world);
  AnyCodec::exchange(&moment.figures, &figures, words_of<Figures>, out);
  const Bodies& of = world.bodies;
  PoseCodec::exchange(moment.pose.data(), of.pose.data(), bodies, out);
  VelocityCodec::exchange(moment.velocity.data(), of.velocity.data(), bodies, out);
  VectorCodec::exchange(moment.velocity_remainder.data(), of.velocity_remainder.data(), bodies, out);
  ForceCodec::exchange(moment.forces.data(), of.forces.data(), bodies, out);
  FlagsCodec::exchange(moment.flags.data(), of.flags.data(), bodies, out);
  NumberCodec::exchange(moment.still_time.data(), of.still_time.data(), bodies, out);
  CalmCodec::exchange(moment.calm.data(), of.calm.data(), bodies, out);
  LabelCodec::exchange(moment.sleep_island.data(), of.sleep_island.data(), bodies, out);
  exchange_contacts(moment.contacts, world.contacts, scratch.runs, out);
  exchange_contacts(moment.sleeping_contacts, world.sleeping_contacts, scratch.runs, out);
  exchange_list(moment.sensor_pairs, world.sensor_pairs, out);
  exchange_list(moment.wake_islands, world.wake_islands, out);
  exchange_list(moment.joint_turns, world.joint_turns, out);
  exchange_list(moment.pending_contact_ends, world.pending_contact_ends, out);
  exchange_list(moment.pending_sensor_ends, world.pending_sensor_ends, out);
  return {scratch.bytes.data(), static_cast<std::size_t>(out.at() - scratch.bytes.data())};
}

void apply_delta(std::span<const std::uint8_t> delta, Moment& moment, DeltaScratch& scratch) {
  const std::size_t bodies = moment.pose.size();
  ByteSource in(delta.data());
  AnyCodec::decode(&moment.figures, words_of<Figures>, in);
  PoseCodec::decode(moment.pose.data(), bodies, in);
  VelocityCodec::decode(moment.velocity.data(), bodies, in);
  VectorCodec::decode(moment.velocity_remainder.data(), bodies, in);
  ForceCodec::decode(moment.forces.data(), bodies, in);
  FlagsCodec::decode(moment.flags.data(), bodies, in);
  NumberCodec::decode(moment.still_time.data(), bodies, in);
  CalmCodec::decode(moment.calm.data(), bodies, in);
  LabelCodec::decode(moment.sleep_island.data(), bodies, in);
  decode_contacts(moment.contacts, scratch.aligned, in);
  decode_contacts(moment.sleeping_contacts, scratch.aligned, in);
  decode_list(moment.sensor_pairs, in);
  decode_list(moment.wake_islands, in);
  decode_list(moment.joint_turns, in);
  decode_list(moment.pending_contact_ends, in);
  decode_list(moment.pending_sensor_ends, in);
  BANKSHOT_ASSERT(in.at() == delta.data() + delta.size());
}

}  // namespace bankshot::BANKSHOT_ABI::detail
