# envelint_layer(NAME DIRS dir... LINKS target... [PRIVATE_LINKS target...] [SOURCES file...])
# makes the library envelint_NAME of every .cpp file directly in the folders, so that adding a file
# edits no list. A layer without sources is an interface library.
function(envelint_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DIRS;LINKS;PRIVATE_LINKS;SOURCES")
  set(sources ${arg_SOURCES})
  foreach(dir IN LISTS arg_DIRS)
    file(GLOB found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${dir}/*.cpp")
    list(APPEND sources ${found})
  endforeach()
  if(sources)
    add_library(envelint_${name} STATIC ${sources})
    target_link_libraries(envelint_${name} PUBLIC ${arg_LINKS}
      PRIVATE ${arg_PRIVATE_LINKS} envelint_warnings)
  else()
    add_library(envelint_${name} INTERFACE)
    target_link_libraries(envelint_${name} INTERFACE ${arg_LINKS})
  endif()
endfunction()

# The rules' pages, rules/<id>.md, become part of the program: `explain` and the reports show them.
file(GLOB rule_pages CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/rules/*.md")
set(ENVELINT_RULE_PAGES "${PROJECT_BINARY_DIR}/generated/rule_pages.cpp")
# A page that was removed leaves no file to be newer; the list itself is a dependency for that.
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/rule_pages.txt" CONTENT "${rule_pages}" @ONLY)
add_custom_command(
  OUTPUT "${ENVELINT_RULE_PAGES}"
  COMMAND "${CMAKE_COMMAND}"
    "-DPAGES=${PROJECT_BINARY_DIR}/generated/rule_pages.txt" "-DOUTPUT=${ENVELINT_RULE_PAGES}"
    -P "${PROJECT_SOURCE_DIR}/cmake/embed_rule_pages.cmake"
  DEPENDS ${rule_pages} "${PROJECT_SOURCE_DIR}/cmake/embed_rule_pages.cmake"
    "${PROJECT_BINARY_DIR}/generated/rule_pages.txt"
  COMMENT "Embedding the rules' pages"
  VERBATIM)
