#pragma once
// Masses of bodies that got or lost shapes since the last step, see unfinished_mass.cpp. Not part of the public
// interface.

#include <bankshot/world/bodies/body.hpp>
#include <bankshot/world/bodies/mass_sum.hpp>

#include <mutex>

namespace bankshot::BANKSHOT_ABI::detail {

struct UnfinishedMass {
  std::uint32_t body = none;    ///< its slot
  MassSum sum;                  ///< of its shapes, in their order; meaningless unless the shapes determine the mass
  bool owed = false;            ///< true if inertia, gyration, reach and extent are out of date
  std::vector<MassPart> parts;  ///< of the shapes, except sensors, in their order; or empty
};

/// Not state: all pending values are found before they are read.
class UnfinishedMasses {
 public:
  UnfinishedMasses() = default;
  UnfinishedMasses(const UnfinishedMasses& other) : all_(other.all_), place_(other.place_) {}

  std::mutex mutex;  ///< for const functions: readers find a pending mass first

  auto begin() noexcept { return all_.begin(); }
  auto end() noexcept { return all_.end(); }
  /// By the body's slot; null: not in the list.
  UnfinishedMass* find(std::uint32_t body) noexcept {
    return body < place_.size() && place_[body] != none ? &all_[place_[body]] : nullptr;
  }
  UnfinishedMass& add(std::uint32_t body, const MassSum& sum);
  void remove(std::uint32_t body) noexcept;

 private:
  std::vector<UnfinishedMass> all_;   // unordered
  std::vector<std::uint32_t> place_;  // in all_, by the body's slot; none, or beyond the end: not in the list
};

}  // namespace bankshot::BANKSHOT_ABI::detail
