// The laws, in the order of the table.

#include "law.hpp"

namespace bankshot_tool::laws {

const std::vector<Law>& all_laws() {
  static const std::vector<Law> laws = [] {
    std::vector<Law> sum;
    for (const auto group : {drop_laws, tumble_laws, gas_laws, cradle_laws, valley_laws, billiard_laws, pair_laws,
                             friction_laws, shot_laws, stack_laws, ledger_laws, joint_pendulum_laws, joint_chain_laws,
                             joint_drive_laws, joint_loop_laws, joint_impact_laws, rest_laws, family_laws}) {
      for (Law& law : group()) sum.push_back(std::move(law));
    }
    return sum;
  }();
  return laws;
}

}  // namespace bankshot_tool::laws
