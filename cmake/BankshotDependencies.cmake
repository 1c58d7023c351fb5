# What Bankshot needs from elsewhere: the system's package first, a download only where BANKSHOT_FETCH allows it.
include(FetchContent)

function(bankshot_missing what debian)
  message(FATAL_ERROR "bankshot: ${what} was not found. Install it (Debian: apt-get install ${debian}), "
                      "or configure with -DBANKSHOT_FETCH=ON to download it.")
endfunction()

# Eigen 3.4: the one dependency of the library. Only its headers are wanted, so its own build is never entered.
macro(bankshot_need_eigen)
  find_package(Eigen3 3.4 NO_MODULE QUIET)
  if(NOT TARGET Eigen3::Eigen)
    if(NOT BANKSHOT_FETCH)
      bankshot_missing("Eigen 3.4" libeigen3-dev)
    endif()
    FetchContent_Declare(eigen URL https://gitlab.com/libeigen/eigen/-/archive/3.4.0/eigen-3.4.0.tar.gz
                         SOURCE_SUBDIR headers-only)
    FetchContent_MakeAvailable(eigen)
    set(BANKSHOT_EIGEN_FETCHED ON)
    add_library(bankshot_eigen INTERFACE)
    add_library(Eigen3::Eigen ALIAS bankshot_eigen)
    set_target_properties(bankshot_eigen PROPERTIES EXPORT_NAME eigen)
    target_include_directories(bankshot_eigen SYSTEM INTERFACE $<BUILD_INTERFACE:${eigen_SOURCE_DIR}>
                                                               $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/eigen3>)
    if(BANKSHOT_INSTALL)
      install(TARGETS bankshot_eigen EXPORT bankshot-targets)
      install(DIRECTORY ${eigen_SOURCE_DIR}/Eigen DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/eigen3)
    endif()
  endif()
endmacro()

macro(bankshot_need_gtest)
  find_package(GTest QUIET)
  if(NOT TARGET GTest::gtest)
    if(NOT BANKSHOT_FETCH)
      bankshot_missing("GoogleTest" libgtest-dev)
    endif()
    set(INSTALL_GTEST OFF)
    FetchContent_Declare(googletest URL https://github.com/google/googletest/archive/refs/tags/v1.14.0.tar.gz)
    FetchContent_MakeAvailable(googletest)
  endif()
endmacro()

# jsoncpp serves scene files only; without it bankshot::scene, and the command that reads scenes, are not built. Its
# package cannot be loaded twice.
macro(bankshot_find_jsoncpp)
  if(NOT TARGET JsonCpp::JsonCpp)
    find_package(jsoncpp QUIET)
  endif()
endmacro()
