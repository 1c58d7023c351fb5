#pragma once
// Whether what was read hangs together: whatever a world relies on and no step looks at again. Not part of the public
// interface.

#include <bankshot/history/layout.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Handles, ranks, lists of shapes, numbers of bodies. Refuses by in.refuse_section().
void check_bodies(const ByteReader& in, const WorldState& world, const LooseParts& parts);

/// What contacts number and that they are in order. For after shapes are numbered.
void check_contacts(const ByteReader& in, const WorldState& world);

/// The same of the numbers themselves, for before.
void check_numbered(const ByteReader& in, const WorldState& world, const LooseParts& parts);

}  // namespace bankshot::BANKSHOT_ABI::detail
