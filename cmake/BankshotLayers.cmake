# A layer is a folder of lib/bankshot, compiled once for float (f32) and once for double (f64) as an object library.
# Tests of a layer link that layer and the ones before it and nothing else: a layer that reaches up does not link.

# The floating-point contract. The bits of a step are the same on every compiler only without contraction. Options of
# a target come after those of the user (CMAKE_CXX_FLAGS, add_compile_options), so these win.
set(BANKSHOT_FLOATING_POINT -ffp-contract=off -fno-fast-math)
if(EMSCRIPTEN)
  # Clang 14 loses the order of a load and a later store where it makes vectors out of plain numbers, under -msimd128.
  list(APPEND BANKSHOT_FLOATING_POINT -fno-vectorize -fno-slp-vectorize)
endif()
# In a unity build a local name may be that of another file's.
set(BANKSHOT_WARNINGS -Wall -Wextra -Wconversion $<IF:$<BOOL:${CMAKE_UNITY_BUILD}>,$<IF:$<CXX_COMPILER_ID:GNU>,-Wshadow=local,-Wshadow>,-Wshadow> $<$<BOOL:${BANKSHOT_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  list(APPEND BANKSHOT_WARNINGS -Wno-restrict)  # GCC 12 warns of its own std::string operator+
endif()
set(BANKSHOT_PRECISIONS f32 f64 CACHE STRING "What to build: f32 (float), f64 (double), or both; the examples need f32")
set(BANKSHOT_SUFFIX_f32 "")         # of library names: bankshot, bankshot_draw
set(BANKSHOT_SUFFIX_f64 "_double")  # bankshot_double, bankshot_draw_double

option(BANKSHOT_PRECOMPILE "Precompile the headers that nearly every file includes: builds in two thirds of the time" OFF)

# bankshot_flags(target precision [SHARE group] [header ...]): the headers are worth precompiling too. Targets of one
# group have the same options and share what is precompiled.
function(bankshot_flags target precision)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_compile_options(${target} PRIVATE ${BANKSHOT_FLOATING_POINT} ${BANKSHOT_WARNINGS})
  target_compile_definitions(${target} PRIVATE $<$<STREQUAL:${precision},f64>:BANKSHOT_DOUBLE>)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF CXX_VISIBILITY_PRESET hidden
                                             VISIBILITY_INLINES_HIDDEN ON POSITION_INDEPENDENT_CODE ON)
  cmake_parse_arguments(arg "" "SHARE" "" ${ARGN})
  get_target_property(sources ${target} SOURCES)
  list(LENGTH sources count)
  if(BANKSHOT_PRECOMPILE AND count GREATER 3)
    get_property(shared GLOBAL PROPERTY bankshot_precompiled_${arg_SHARE}_${precision})
    if(arg_SHARE AND shared)
      target_precompile_headers(${target} REUSE_FROM ${shared})
    else()
      target_precompile_headers(${target} PRIVATE <Eigen/Core> <algorithm> <cmath> <string> <vector>
                                                  ${arg_UNPARSED_ARGUMENTS})
      set_property(GLOBAL PROPERTY bankshot_precompiled_${arg_SHARE}_${precision} ${target})
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # which forgets the pragmas in its own <string> once that is precompiled
      target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread -fpch-preprocess)
    else()
      target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
    endif()
  endif()
endfunction()

# bankshot_layer(name [library ...]): object libraries bankshot_layer_<name>_<precision> from the folder's sources.
function(bankshot_layer name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/bankshot/${name}/*.cpp)
  if(name STREQUAL "config")
    set(sources ${CMAKE_CURRENT_SOURCE_DIR}/bankshot/config.cpp)
  endif()
  # A source with a kernel defines the lanes of each width, which a translation unit can hold once.
  foreach(source ${sources})
    file(STRINGS ${source} kernel REGEX "^#define BANKSHOT_KERNEL")
    if(kernel)
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
  foreach(precision ${BANKSHOT_PRECISIONS})
    set(target bankshot_layer_${name}_${precision})
    add_library(${target} OBJECT EXCLUDE_FROM_ALL ${sources})
    target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
    target_link_libraries(${target} PRIVATE Eigen3::Eigen ${ARGN})
    if(ARGN)
      bankshot_flags(${target} ${precision})
    else()
      bankshot_flags(${target} ${precision} SHARE layers)
    endif()
  endforeach()
endfunction()

# bankshot_library(name LAYERS layer ... [PUBLIC name ...] [PRIVATE library ...]): the libraries bankshot::<name> and
# bankshot::<name>_double out of layers. PUBLIC: other libraries of ours, by name; PRIVATE: anything, for both.
function(bankshot_library name)
  cmake_parse_arguments(arg "" "" "LAYERS;PUBLIC;PRIVATE" ${ARGN})
  foreach(precision ${BANKSHOT_PRECISIONS})
    set(suffix ${BANKSHOT_SUFFIX_${precision}})
    set(target bankshot_${name}${suffix})
    if(name STREQUAL "bankshot")
      set(target bankshot${suffix})
    endif()
    set(objects)
    foreach(layer ${arg_LAYERS})
      list(APPEND objects $<TARGET_OBJECTS:bankshot_layer_${layer}_${precision}>)
    endforeach()
    add_library(${target} ${objects})
    add_library(bankshot::${name}${suffix} ALIAS ${target})
    target_compile_features(${target} PUBLIC cxx_std_20)
    target_compile_definitions(${target} PUBLIC $<$<STREQUAL:${precision},f64>:BANKSHOT_DOUBLE>)
    target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}>
                                                $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_link_libraries(${target} PUBLIC Eigen3::Eigen PRIVATE ${arg_PRIVATE})
    foreach(other ${arg_PUBLIC})
      target_link_libraries(${target} PUBLIC bankshot::${other}${suffix})
    endforeach()
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX EXPORT_NAME ${name}${suffix}
      VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} INSTALL_RPATH "$ORIGIN")
    if(NOT PROJECT_IS_TOP_LEVEL AND NOT BANKSHOT_INSTALL)  # someone else's build: make only what it links to
      set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
    if(BUILD_SHARED_LIBS AND CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF")
      bankshot_limit_exports(${target})
    endif()
  endforeach()
endfunction()

# Hidden visibility does not reach instances of the standard library's templates; a version script does.
function(bankshot_limit_exports target)
  set(script ${PROJECT_SOURCE_DIR}/cmake/exports.map)
  target_link_options(${target} PRIVATE LINKER:--version-script=${script})
  set_target_properties(${target} PROPERTIES LINK_DEPENDS ${script})
  if(NOT BANKSHOT_SANITIZE)  # whose run-time library is found only in the program
    target_link_options(${target} PRIVATE LINKER:-z,defs)
  endif()
endfunction()
