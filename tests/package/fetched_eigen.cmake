# Configures the library as where Eigen is downloaded, from the copy at hand, and then a program that finds the package
# made of that. Nothing is compiled: a stub stands for the targets, which name what a static library leaves to link.
file(REMOVE_RECURSE ${WORK})
function(run)
  execute_process(COMMAND ${CMAKE_COMMAND} ${ARGN} RESULT_VARIABLE failed OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(failed)
    message(FATAL_ERROR "${out}")
  endif()
endfunction()
run(-S ${SOURCE} -B ${WORK}/library -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER} -DBUILD_SHARED_LIBS=OFF
    -DCMAKE_DISABLE_FIND_PACKAGE_Eigen3=ON -DBANKSHOT_FETCH=ON -DFETCHCONTENT_SOURCE_DIR_EIGEN=${EIGEN}
    -DBANKSHOT_BUILD_TESTS=OFF -DBANKSHOT_BUILD_TOOLS=OFF -DBANKSHOT_BUILD_EXAMPLES=OFF)
file(GLOB configs ${WORK}/library/bankshot-config*.cmake ${WORK}/library/*/bankshot-config*.cmake)
file(COPY ${configs} DESTINATION ${WORK}/package)
file(WRITE ${WORK}/package/bankshot-targets.cmake
     "add_library(bankshot::bankshot INTERFACE IMPORTED)\n"
     "set_property(TARGET bankshot::bankshot PROPERTY INTERFACE_LINK_LIBRARIES \$<LINK_ONLY:Threads::Threads>)\n")
run(-S ${CMAKE_CURRENT_LIST_DIR}/fetched_eigen -B ${WORK}/program -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER}
    -Dbankshot_DIR=${WORK}/package)
