#include <bankshot/world/solver/contact_blocks.hpp>

#include <bankshot/simd/width.hpp>
#include <bankshot/tolerance.hpp>

#include <algorithm>
#include <array>

namespace bankshot::BANKSHOT_ABI::detail {

/// The sources of the contacts of a block.
struct ContactRows {
  const Real* contact[block_size];  ///< from ContactGeometry::normal on
  const Real* pair[block_size];     ///< from ContactPair::slop on
};

}  // namespace bankshot::BANKSHOT_ABI::detail

#define BANKSHOT_KERNEL <bankshot/world/solver/solver_fill_kernel.inl>
#include <bankshot/simd/foreach_width.hpp>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// How far a thread goes through one group before it turns to the next.
constexpr std::size_t contacts_at_once = 512;

/// Calls work(chunk, block, order) for each block, `order` being its part of the batch's. All threads of a team work at
/// the same time, each on the blocks that colour_by_colour() gives it. Each goes through all groups side by side: the
/// contacts of one group are scattered over the lists of pairs, but those of all groups up to some contact are
/// contiguous.
template <class Work>
void each_block(const SolverPlan::Batch& plan, const ThreadTeam& team, Work&& work) {
  struct Share {
    std::size_t block, next, end;  ///< next and end: in the order
  };
  const GroupTable& groups = plan.groups;
  team.each(team.chunks(groups.blocks, least_blocks), [&](int chunk) {
    std::array<Share, group_count> shares;  // only as many as used, the others are never read
    std::size_t count = 0, first = 0;
    for (int group = groups.first; group < groups.end; ++group) {
      const std::size_t blocks = blocks_of(groups, group);
      const int chunks = side_by_side(group) ? team.chunks(blocks, least_blocks) : 1;
      const Range range = chunk < chunks ? range_of(blocks, chunk, chunks) : Range{};
      const std::size_t end = first + groups.size[group];
      if (range.begin < range.end) {
        shares[count++] = {groups.begin[group] + range.begin, first + range.begin * block_size,
                           std::min(first + range.end * block_size, end)};
      }
      first = end;
    }
    for (std::size_t until = contacts_at_once; count > 0; until += contacts_at_once) {
      std::size_t left = 0;
      for (std::size_t i = 0; i < count; ++i) {
        Share share = shares[i];
        while (share.next < share.end && plan.order[share.next] < until) {
          const std::size_t size = std::min(std::size_t{block_size}, share.end - share.next);
          work(static_cast<std::size_t>(chunk), share.block, plan.order.subspan(share.next, size));
          share.next += size, ++share.block;
        }
        if (share.next < share.end) shares[left++] = share;
      }
      count = left;
    }
  });
}

/// Fills the fields that are separate numbers in each lane. The kernel fills the others, which it finds by `rows`;
/// lanes without a contact, up to `filled`, refer to body 0 and read zeros.
void fill_block(const ContactPairs& pairs, const SolverWork& work, const SolverPlan::Batch& plan,
                std::span<const std::uint32_t> order, std::size_t filled, ConstraintBlock& c, ContactRows& rows) {
  static constexpr Real zeros[16] = {};
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::uint32_t k = order[i], near = work.pairs[plan.members[k]];
    c.a[i] = plan.ends[k].a, c.b[i] = plan.ends[k].b;
    rows.contact[i] = &pairs.geometry[near].normal.x, rows.pair[i] = &pairs.near[near].slop;
    // The kernel reads them once all of the block are known; they arrive meanwhile.
    __builtin_prefetch(rows.contact[i]), __builtin_prefetch(rows.pair[i]);
  }
  for (std::size_t i = order.size(); i < filled; ++i) {
    c.a[i] = c.b[i] = 0;
    rows.contact[i] = rows.pair[i] = zeros;
  }
}

}  // namespace

/// Fills in the contacts of the block with turning normals.
void ContactBlocks::fill_turning(const SolverWork& work, const SolverPlan::Batch& plan,
                                 std::span<const std::uint32_t> order, std::size_t block) {
  for (std::size_t i = 0; i < order.size(); ++i) {
    const TurningContact& turning = work.turning[work.pairs[plan.members[order[i]]]];
    turning_[block_size * block + i] = turning.chord;
    turning_[block_size * (blocks_.size() + block) + i] = turning.bow;
    traits_[block].turns |= turning.chord != 0 || turning.bow != 0;
  }
}

/// Bounds the accelerations of bodies with turning contacts. In a step of length `dt`, each of these contacts changes a
/// speed along its normal by twice that at the ends of its chord.
void ContactBlocks::find_curves(Real dt, SolverBodies& bodies) const {
  bodies.curve.clear();
  if (turning_.empty()) return;
  bodies.curve.resize(bodies.padded());
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    for (std::size_t i = 0; traits_[k].turns && i < traits_[k].used; ++i) {
      const Real curve = 2 * absolute(turning_[block_size * k + i]) / dt;
      for (const std::uint32_t body : {blocks_[k].a[i], blocks_[k].b[i]}) {
        bodies.curve[body] = max(bodies.curve[body], curve);
      }
    }
  }
}

void ContactBlocks::fill(const ContactPairs& pairs, const SolverWork& work, const SolverPlan::Batch& plan,
                         const SolverBodies& bodies, const BodyCopies& copies, const ThreadTeam& team) {
  static constexpr auto fill_kernel = BANKSHOT_PER_WIDTH(fill_contacts);
  width_ = width_for(plan.groups.largest, active_width());
  blocks_.resize(plan.groups.blocks), traits_.resize(plan.groups.blocks);
  turning_.clear();
  if (!work.turning.empty()) turning_.resize(2 * block_size * blocks_.size());
  const Real* const frame = &bodies.frame[0].gyration;
  each_block(plan, team, [&](std::size_t chunk, std::size_t block, std::span<const std::uint32_t> order) {
    ConstraintBlock& c = blocks_[block];
    ContactRows rows;
    const std::size_t filled = whole_vectors(order.size(), width_);
    fill_block(pairs, work, plan, order, filled, c, rows);
    if (chunk > 0) copies.use(bodies, filled, chunk, c);
    traits_[block] = {static_cast<std::uint8_t>(order.size()), false, false};
    fill_kernel[width_](&c, &traits_[block], &rows, frame);
    if (!turning_.empty()) fill_turning(work, plan, order, block);
  });
}

void ContactBlocks::write(const SolverWork& work, const SolverPlan::Batch& plan, const ThreadTeam& team,
                          ContactPairs& pairs) const {
  each_block(plan, team, [&](std::size_t, std::size_t block, std::span<const std::uint32_t> order) {
    const ConstraintBlock& c = blocks_[block];
    for (std::size_t i = 0; i < order.size(); ++i) {
      ContactGeometry& contact = pairs.geometry[work.pairs[plan.members[order[i]]]];
      contact.normal_impulse[0] = c.impulse1[i], contact.normal_impulse[1] = c.impulse2[i];
      contact.friction_impulse = c.impulse_t[i];
    }
  });
}

SolverArrays ContactBlocks::from(const SolverArrays& arrays, std::size_t block) const {
  SolverArrays own = arrays;
  if (!turning_.empty()) {
    own.turning = turning_.data() + block_size * block;
    own.bow = own.turning + block_size * blocks_.size();
  }
  if (deep_) own.deep = was_deep_.data() + 2 * block_size * block;
  return own;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
