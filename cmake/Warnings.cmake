# The warnings of our own code; third-party sources are compiled without any.

add_library(envelint_warnings INTERFACE)
target_compile_options(envelint_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
  # Designated initializers that leave a member to its default are meant to.
  -Wno-missing-field-initializers)
if(ENVELINT_WERROR)
  target_compile_options(envelint_warnings INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # std::stable_sort of libstdc++ 12 uses a function that is deprecated, which clang blames on us.
  target_compile_options(envelint_warnings INTERFACE -Wno-deprecated-declarations)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # What g++ finds only after inlining depends on its version and the optimization level, and is
  # wrong about std::string and std::variant in g++ 12: told, but no reason to fail a build.
  target_compile_options(envelint_warnings INTERFACE
    -Wno-restrict -Wno-error=maybe-uninitialized -Wno-error=array-bounds
    -Wno-error=stringop-overflow -Wno-error=stringop-overread -Wno-error=free-nonheap-object)
endif()
