# Brings the tree-sitter core and the TypeScript, TSX and C++ grammars into the build.
#
# Their C sources come from packages pinned by version and sha512 in
# third_party/grammars/package-lock.json; no script of a package is run. They are unpacked into the
# build folder at configure time, once for each content of the lock file.
# -DENVELINT_GRAMMAR_DIR=<a node_modules folder that has them> needs no npm.

set(ENVELINT_GRAMMAR_DIR "" CACHE PATH
  "node_modules folder with the grammar packages; empty: npm ci at configure time")

function(envelint_install_grammars target_dir)
  set(manifest_dir "${PROJECT_SOURCE_DIR}/third_party/grammars")
  set(inputs "${manifest_dir}/package.json" "${manifest_dir}/package-lock.json" "${manifest_dir}/.npmrc")
  set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${inputs})
  file(SHA256 "${manifest_dir}/package-lock.json" wanted)
  set(installed "")
  if(EXISTS "${target_dir}/stamp")
    file(READ "${target_dir}/stamp" installed)
  endif()
  if(installed STREQUAL wanted)
    return()
  endif()
  find_program(NPM_EXECUTABLE npm)
  mark_as_advanced(NPM_EXECUTABLE)
  if(NOT NPM_EXECUTABLE)
    message(FATAL_ERROR "npm is needed to unpack the parser sources. Run scripts/setup, or set "
      "ENVELINT_GRAMMAR_DIR to a node_modules folder that has them.")
  endif()
  message(STATUS "Unpacking the parser sources with npm ci")
  file(MAKE_DIRECTORY "${target_dir}")
  file(COPY ${inputs} DESTINATION "${target_dir}")
  execute_process(
    COMMAND "${NPM_EXECUTABLE}" ci --ignore-scripts --no-audit --no-fund --loglevel=error
    WORKING_DIRECTORY "${target_dir}"
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(status)
    message(FATAL_ERROR "npm ci failed in ${target_dir} (${status}):\n${output}\n"
      "Set ENVELINT_GRAMMAR_DIR to a node_modules folder that has the packages to build without npm.")
  endif()
  file(WRITE "${target_dir}/stamp" "${wanted}")
endfunction()

if(ENVELINT_GRAMMAR_DIR)
  set(grammar_modules "${ENVELINT_GRAMMAR_DIR}")
else()
  envelint_install_grammars("${PROJECT_BINARY_DIR}/grammars")
  set(grammar_modules "${PROJECT_BINARY_DIR}/grammars/node_modules")
endif()
set(grammar_typescript "${grammar_modules}/tree-sitter-typescript")
set(grammar_core "${grammar_modules}/tree-sitter/vendor/tree-sitter/lib")
foreach(file IN ITEMS "${grammar_typescript}/typescript/src/parser.c" "${grammar_core}/src/lib.c")
  if(NOT EXISTS "${file}")
    message(FATAL_ERROR "missing ${file}")
  endif()
endforeach()

set(grammar_cpp "${grammar_modules}/tree-sitter-cpp")
if(NOT EXISTS "${grammar_cpp}/src/parser.c")
  message(FATAL_ERROR "missing ${grammar_cpp}/src/parser.c")
endif()

add_library(ts_core STATIC "${grammar_core}/src/lib.c")
target_include_directories(ts_core SYSTEM PUBLIC "${grammar_core}/include" PRIVATE "${grammar_core}/src")
target_compile_definitions(ts_core PRIVATE _POSIX_C_SOURCE=200112L _DEFAULT_SOURCE)
foreach(language IN ITEMS typescript tsx)
  add_library(ts_${language} STATIC
    "${grammar_typescript}/${language}/src/parser.c" "${grammar_typescript}/${language}/src/scanner.c")
  target_include_directories(ts_${language} PRIVATE "${grammar_typescript}/${language}/src")
endforeach()
add_library(ts_cpp STATIC "${grammar_cpp}/src/parser.c" "${grammar_cpp}/src/scanner.c")
target_include_directories(ts_cpp PRIVATE "${grammar_cpp}/src")
foreach(target IN ITEMS ts_core ts_typescript ts_tsx ts_cpp)
  set_target_properties(${target} PROPERTIES
    C_STANDARD 11 POSITION_INDEPENDENT_CODE ON C_CLANG_TIDY "" EXPORT_COMPILE_COMMANDS OFF)
  # An unoptimized parser would make every test of a debug build crawl.
  target_compile_options(${target} PRIVATE -w $<$<CONFIG:Debug>:-O1>)
endforeach()
