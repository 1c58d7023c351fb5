#pragma once
// The writer of joints. Not part of the public interface.

#include <bankshot/scene/joint_bodies.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

std::string joint_json(const SceneJoint& joint, const BodyRows& bodies);

}  // namespace bankshot::BANKSHOT_ABI::detail
