# What `cmake --install` puts into place. The manual page and the completions are printed by the
# program itself, which knows its options.
include(GNUInstallDirs)

set(share "${PROJECT_BINARY_DIR}/share")
set(generated)
foreach(pair IN ITEMS "man:envelint.1" "bash:envelint.bash" "zsh:_envelint" "fish:envelint.fish")
  string(REPLACE ":" ";" pair "${pair}")
  list(GET pair 0 kind)
  list(GET pair 1 file)
  add_custom_command(OUTPUT "${share}/${file}"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${share}"
    COMMAND envelint --generate ${kind} > "${share}/${file}"
    DEPENDS envelint
    VERBATIM)
  list(APPEND generated "${share}/${file}")
endforeach()
add_custom_target(envelint_share ALL DEPENDS ${generated})

install(TARGETS envelint RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(FILES "${share}/envelint.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
# Where each shell looks; bash-completion wants the command's name alone.
install(FILES "${share}/envelint.bash"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME envelint)
install(FILES "${share}/_envelint" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
install(FILES "${share}/envelint.fish"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/README.md"
  DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs/" DESTINATION "${CMAKE_INSTALL_DOCDIR}/docs")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/rules/" DESTINATION "${CMAKE_INSTALL_DOCDIR}/rules"
  FILES_MATCHING PATTERN "*.md")
