# Makes the program run on systems that lack the C++ library or fmt, or have others: it takes its
# copies of both along and leaves only the C library to be found at run time.
if(NOT ENVELINT_PORTABLE OR ENVELINT_SANITIZE)
  return()
endif()
include(CheckLinkerFlag)
check_linker_flag(CXX "-static-libstdc++" ENVELINT_HAVE_STATIC_LIBSTDCXX)
check_linker_flag(CXX "-static-libgcc" ENVELINT_HAVE_STATIC_LIBGCC)
if(NOT ENVELINT_HAVE_STATIC_LIBSTDCXX OR NOT ENVELINT_HAVE_STATIC_LIBGCC)
  message(STATUS "No static C++ library here: the program will need the shared one")
  return()
endif()
# Debian has fmt as a shared library only. Compiled into the program it comes before the library,
# of which the linker then takes nothing and so records nothing.
target_sources(envelint PRIVATE "${PROJECT_SOURCE_DIR}/cmake/fmt.cpp")
set_source_files_properties("${PROJECT_SOURCE_DIR}/cmake/fmt.cpp" PROPERTIES COMPILE_OPTIONS "-w")
target_link_options(envelint PRIVATE -static-libstdc++ -static-libgcc -Wl,--as-needed)
