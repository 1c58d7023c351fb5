#pragma once
// How scene files call the forms of tiles. Not part of the public interface.

#include <bankshot/shape/composites.hpp>

#include <array>
#include <string_view>

namespace bankshot::BANKSHOT_ABI::detail {

struct TileName {
  std::string_view name;
  Tile::Form form;
};

/// "solid" is a floor of full height.
inline constexpr std::array<TileName, 8> tile_names = {{{"empty", Tile::Form::empty},
                                                        {"solid", Tile::Form::floor},
                                                        {"floor", Tile::Form::floor},
                                                        {"ceiling", Tile::Form::ceiling},
                                                        {"one_way_up", Tile::Form::one_way_up},
                                                        {"one_way_down", Tile::Form::one_way_down},
                                                        {"one_way_left", Tile::Form::one_way_left},
                                                        {"one_way_right", Tile::Form::one_way_right}}};

}  // namespace bankshot::BANKSHOT_ABI::detail
