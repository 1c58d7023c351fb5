# Install rules: headers, libraries, and the package that find_package(bankshot) loads.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/bankshot)

foreach(header ${BANKSHOT_PUBLIC_HEADERS})
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES lib/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder})
endforeach()

# One export set for the core, one for each part with its own library: a package without jsoncpp beside it still serves
# everything but scenes.
foreach(part bankshot draw scene)
  if(part STREQUAL "bankshot")
    set(names bankshot)
    set(export bankshot-targets)
  else()
    set(names bankshot_${part})
    set(export bankshot-${part}-targets)
  endif()
  set(targets)
  foreach(precision ${BANKSHOT_PRECISIONS})
    if(TARGET ${names}${BANKSHOT_SUFFIX_${precision}})
      list(APPEND targets ${names}${BANKSHOT_SUFFIX_${precision}})
    endif()
  endforeach()
  if(targets)
    install(TARGETS ${targets} EXPORT ${export})
    install(EXPORT ${export} NAMESPACE bankshot:: DESTINATION ${package_dir})
  endif()
endforeach()

foreach(tool bankshot_tool bankshot_tool_double)
  if(TARGET ${tool})
    set_target_properties(${tool} PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
    install(TARGETS ${tool})
  endif()
endforeach()

configure_package_config_file(cmake/bankshot-config.cmake.in ${PROJECT_BINARY_DIR}/bankshot-config.cmake
                              INSTALL_DESTINATION ${package_dir})
# Below 1.0 a new minor version may change names.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/bankshot-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/bankshot-config.cmake ${PROJECT_BINARY_DIR}/bankshot-config-version.cmake
        DESTINATION ${package_dir})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
