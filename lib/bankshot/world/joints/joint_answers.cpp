#include <bankshot/world/joints/joint_answers.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

void JointAnswers::begin(const JointGroup& group) {
  group_ = &group;
  equations_.fill_at_rest(group, Rows::rigid);
  equations_.factor();
}

void JointAnswers::add(std::uint32_t body, const Triple& impulse) {
  for (int i = 0; i < 3; ++i) equations_.right(body)[i] += group_->bodies[body].moves(i) ? impulse[i] : 0;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
