#pragma once
// Checks that a state that was read is consistent: everything that a world relies on and no step checks again. Not part
// of the public interface.

#include <bankshot/history/layout.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Checks handles, ranks, lists of shapes, and numbers of bodies. Refuses by in.refuse_section().
void check_bodies(const ByteReader& in, const WorldState& world, const LooseParts& parts);

/// Checks joints and their lists. Called after check_bodies().
void check_joints(const ByteReader& in, const WorldState& world);

/// Checks the numbers in contacts, and their order. Precondition: shapes are numbered.
void check_contacts(const ByteReader& in, const WorldState& world);

/// Checks the numbers themselves, before shapes are numbered.
void check_numbered(const ByteReader& in, const WorldState& world, const LooseParts& parts);

}  // namespace bankshot::BANKSHOT_ABI::detail
