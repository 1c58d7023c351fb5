#pragma once
// The bodies that got or lost shapes since the last step, see unfinished_mass.cpp. Not part of the public interface.

#include <bankshot/world/bodies/body.hpp>
#include <bankshot/world/bodies/mass_sum.hpp>

#include <mutex>

namespace bankshot::BANKSHOT_ABI::detail {

struct UnfinishedMass {
  std::uint32_t body = none;    ///< its slot
  MassSum sum;                  ///< of its shapes, in their order; means nothing unless they give it its mass
  bool owed = false;            ///< whether inertia, gyration, reach and extent are still those of other shapes
  std::vector<MassPart> parts;  ///< of the shapes, sensors aside, in their order; or of none
};

/// No state: what is owed is found before anybody looks.
class UnfinishedMasses {
 public:
  UnfinishedMasses() = default;
  UnfinishedMasses(const UnfinishedMasses& other) : all_(other.all_), place_(other.place_) {}

  std::mutex mutex;  ///< for const functions: who reads a mass that is owed finds it first

  auto begin() noexcept { return all_.begin(); }
  auto end() noexcept { return all_.end(); }
  /// By the body's slot; null: none of them.
  UnfinishedMass* find(std::uint32_t body) noexcept {
    return body < place_.size() && place_[body] != none ? &all_[place_[body]] : nullptr;
  }
  UnfinishedMass& add(std::uint32_t body, const MassSum& sum);
  void remove(std::uint32_t body) noexcept;

 private:
  std::vector<UnfinishedMass> all_;   // in no order
  std::vector<std::uint32_t> place_;  // in all_, of each body's slot; none, or behind the end: it is not there
};

}  // namespace bankshot::BANKSHOT_ABI::detail
