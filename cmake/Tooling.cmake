# Compiler cache, faster linker and sanitizers: used when they are there, never required.

if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(CCACHE_EXECUTABLE ccache)
  mark_as_advanced(CCACHE_EXECUTABLE)
  if(CCACHE_EXECUTABLE)
    set(CMAKE_C_COMPILER_LAUNCHER "${CCACHE_EXECUTABLE}")
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_EXECUTABLE}")
  endif()
endif()

include(CheckLinkerFlag)
check_linker_flag(CXX "-fuse-ld=mold" ENVELINT_HAVE_MOLD)
if(ENVELINT_HAVE_MOLD)
  add_link_options("-fuse-ld=mold")
endif()

if(ENVELINT_SANITIZE)
  set(sanitize "-fsanitize=address,undefined" "-fno-sanitize-recover=all" "-fno-omit-frame-pointer")
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # The grammars' generated scanners declare their callbacks `void *f()`, which this check of
    # newer clang versions takes for a call through a wrong function type.
    list(APPEND sanitize "-fno-sanitize=function")
  endif()
  add_compile_options(${sanitize})
  add_link_options(${sanitize})
endif()
