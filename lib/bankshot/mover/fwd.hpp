#pragma once
#include <bankshot/config.hpp>

namespace bankshot::BANKSHOT_ABI {
struct CharacterDef;
struct CharacterState;
struct CharacterHit;
struct CharacterMove;
class Character;
}  // namespace bankshot::BANKSHOT_ABI
