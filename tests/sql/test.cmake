# The oracle: PostgreSQL's own parser, Debian's libpg-query-dev. The tests that ask it are skipped,
# and say so, where it isn't installed.
find_library(ENVELINT_PG_QUERY pg_query)
find_path(ENVELINT_PG_QUERY_HEADERS pg_query.h)
if(ENVELINT_PG_QUERY AND ENVELINT_PG_QUERY_HEADERS)
  target_link_libraries(${test} PRIVATE "${ENVELINT_PG_QUERY}")
  target_include_directories(${test} SYSTEM PRIVATE "${ENVELINT_PG_QUERY_HEADERS}")
  target_compile_definitions(${test} PRIVATE ENVELINT_HAVE_PG_QUERY=1)
else()
  message(WARNING "libpg_query is missing (libpg-query-dev): the SQL oracle tests will be skipped")
endif()
