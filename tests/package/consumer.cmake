# What every consumer project builds and runs: the README's program, and float and double in one program.
enable_testing()

add_executable(both ${CMAKE_CURRENT_LIST_DIR}/both.cpp)
foreach(half float double)
  add_library(${half}_half OBJECT ${CMAKE_CURRENT_LIST_DIR}/half.cpp)
  target_sources(both PRIVATE $<TARGET_OBJECTS:${half}_half>)
endforeach()
target_link_libraries(float_half PRIVATE bankshot::bankshot)
target_link_libraries(double_half PRIVATE bankshot::bankshot_double)
target_link_libraries(both PRIVATE $<LINK_ONLY:bankshot::bankshot> $<LINK_ONLY:bankshot::bankshot_double>)
add_test(NAME both COMMAND both)
set_tests_properties(both PROPERTIES PASS_REGULAR_EXPRESSION "float 4 bytes.*double 8 bytes")

add_test(NAME front_page COMMAND game)
set_tests_properties(front_page PROPERTIES PASS_REGULAR_EXPRESSION "the ball rests at (0\\.99|1\\.00)[0-9] m")
