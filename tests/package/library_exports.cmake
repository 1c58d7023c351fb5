# A shared library shows its own names and no others. For a build of the library, and for one that has it as a folder.
if(BUILD_SHARED_LIBS AND CMAKE_NM)
  foreach(library bankshot bankshot_double bankshot_draw bankshot_draw_double bankshot_scene bankshot_scene_double)
    if(TARGET ${library})
      add_test(NAME exports_${library} COMMAND ${CMAKE_COMMAND} -DNM=${CMAKE_NM} -DLIBRARY=$<TARGET_FILE:${library}>
                                               -P ${CMAKE_CURRENT_LIST_DIR}/exports.cmake)
    endif()
  endforeach()
endif()
