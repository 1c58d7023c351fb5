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

void JointAnswers::note(const std::vector<JointBody>& bodies, std::vector<Triple>& given) const {
  given.resize(group_->joints.size());
  for (std::size_t j = 0; j < given.size(); ++j) {
    const JointLink& joint = group_->joints[j];
    given[j] = given[j] + pushed(joint, bodies[joint.body[0]], bodies[joint.body[1]], joint_impulse(j));
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
