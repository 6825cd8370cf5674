#include "mcp/naming.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace envelint {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += text.empty() ? "" : " ";
    text += word;
  }
  return text;
}

TEST(SplitName, SplitsAtSeparatorsAndCaseChanges) {
  struct Row {
    std::string_view name;
    std::string_view words;
  };
  const Row rows[] = {
      {"", ""},
      {"list", "list"},
      {"list_issues", "list issues"},
      {"list-issues", "list issues"},
      {"notes/list", "notes list"},
      {"records.search", "records search"},
      {"api:get users", "api get users"},
      {"__list__issues_", "list issues"},
      {"listIssues", "list issues"},
      {"ListIssues", "list issues"},
      {"getPRDiff", "get pr diff"},
      {"listURLs", "list urls"},
      {"listURLsOfPage", "list urls of page"},
      {"getHTTPResponse", "get http response"},
      {"LIST_ISSUES", "list issues"},
      {"list_k8s_pods", "list k8s pods"},
      {"getV2Items", "get v2 items"},
      {"s3ListObjects", "s3 list objects"},
      {"MonClient.issues-search", "mon client issues search"},
      {"API-post-search", "api post search"},
      {"get_playlist", "get playlist"},
      {"get_play_list", "get playlist"},
      {"addToWatchList", "add to watchlist"},
      {"list_data_sets", "list data sets"},
      {"get_data_set", "get dataset"},
      {"research_topic", "research topic"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(joined(splitName(row.name)), row.words) << row.name;
  }
}

TEST(NormalizedName, ForgetsCaseAndSeparators) {
  EXPECT_EQ(normalizedName("maxResults"), "maxresults");
  EXPECT_EQ(normalizedName("max_results"), "maxresults");
  EXPECT_EQ(normalizedName("Max-Results"), "maxresults");
}

TEST(VerbOf, ClassifiesToolNames) {
  struct Row {
    std::string_view name;
    Verb verb;
  };
  const Row rows[] = {
      // Collections.
      {"list_issues", Verb::kCollection},
      {"listIssues", Verb::kCollection},
      {"github_list_issues", Verb::kCollection},
      {"notes/list", Verb::kCollection},
      {"MonClient.issues-search", Verb::kCollection},
      {"API-post-search", Verb::kCollection},
      {"brave_web_search", Verb::kCollection},
      {"searchDocs", Verb::kCollection},
      {"search", Verb::kCollection},
      {"find_similar", Verb::kCollection},
      {"query_database", Verb::kCollection},
      {"browse_catalog", Verb::kCollection},
      {"scan_ports", Verb::kCollection},
      {"enumerate_devices", Verb::kCollection},
      {"get_all_users", Verb::kCollection},
      {"getAllUsers", Verb::kCollection},
      {"fetch_all_pages", Verb::kCollection},
      {"semantic_search", Verb::kCollection},
      {"commit_list", Verb::kCollection},
      {"branch_list", Verb::kCollection},
      {"order_search", Verb::kCollection},
      {"run_list", Verb::kCollection},
      {"process_run_list", Verb::kCollection},
      {"kv_namespaces_list", Verb::kCollection},
      {"search_code_review_comments", Verb::kCollection},
      {"list_deleted_items", Verb::kCollection},
      {"list_files_to_delete", Verb::kCollection},
      {"list_recent_updates", Verb::kCollection},
      {"search_research_papers", Verb::kCollection},
      {"mailchimp_list_members", Verb::kCollection},
      {"list-documents-in-archive", Verb::kCollection},
      {"post_list", Verb::kCollection},
      // Mutations.
      {"create_issue", Verb::kMutation},
      {"create_list", Verb::kMutation},
      {"list_create", Verb::kMutation},
      {"list_item_create", Verb::kMutation},
      {"todo_list_add_item", Verb::kMutation},
      {"set_list_order", Verb::kMutation},
      {"add_to_list", Verb::kMutation},
      {"add_card_to_list", Verb::kMutation},
      {"update_list_entry", Verb::kMutation},
      {"search_and_replace", Verb::kMutation},
      {"find_and_update", Verb::kMutation},
      {"find_or_create_project", Verb::kMutation},
      {"search_replace", Verb::kMutation},
      {"delete_search_index", Verb::kMutation},
      {"deleteAllRows", Verb::kMutation},
      {"send_message", Verb::kMutation},
      {"slack_post_message", Verb::kMutation},
      {"post_message_to_list", Verb::kMutation},
      {"write_query", Verb::kMutation},
      {"remove_from_playlist", Verb::kMutation},
      {"merge_pull_request", Verb::kMutation},
      {"comment_on_issue", Verb::kMutation},
      {"github_create_list", Verb::kMutation},
      {"process_run_start", Verb::kMutation},
      {"stop_search", Verb::kMutation},
      {"upsertRecords", Verb::kMutation},
      {"watchlist_add", Verb::kMutation},
      // Actions.
      {"run_query", Verb::kAction},
      {"execute_sql", Verb::kAction},
      {"execute_search", Verb::kAction},
      {"export_query", Verb::kAction},
      {"search_count", Verb::kAction},
      {"count_documents", Verb::kAction},
      {"call_tool", Verb::kAction},
      {"generate_report", Verb::kAction},
      {"validate_list", Verb::kAction},
      {"ping", Verb::kAction},
      {"take_screenshot", Verb::kAction},
      {"manage_alerts", Verb::kAction},
      // Getters.
      {"get_issue", Verb::kGetter},
      {"get_list", Verb::kGetter},
      {"get_issue_list", Verb::kGetter},
      {"get_search_results", Verb::kGetter},
      {"get_recent_activity", Verb::kGetter},
      {"read_graph", Verb::kGetter},
      {"notes/read", Verb::kGetter},
      {"list_get", Verb::kGetter},
      {"process_run_get", Verb::kGetter},
      {"describe_table", Verb::kGetter},
      {"fetch-lichess-games", Verb::kGetter},
      {"findOne", Verb::kGetter},
      {"find_by_id", Verb::kGetter},
      {"API-get-block-children", Verb::kGetter},
      {"getSections", Verb::kGetter},
      {"show_connections", Verb::kGetter},
      // Neither.
      {"mr_discussions", Verb::kNone},
      {"dir_tree", Verb::kNone},
      {"playlist", Verb::kNone},
      {"checklist_items", Verb::kNone},
      {"wishlist", Verb::kNone},
      {"research", Verb::kNone},
      {"blacklist", Verb::kNone},
      {"audit_log", Verb::kNone},
      {"git_log", Verb::kNone},
      {"whoami", Verb::kNone},
      {"latest_release", Verb::kNone},
      {"", Verb::kNone},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(verbOf(row.name), row.verb) << row.name;
  }
}

TEST(ReadToolName, FindsTheHeadNoun) {
  struct Row {
    std::string_view name;
    std::string_view head;
    bool plural;
  };
  const Row rows[] = {
      {"list_issues", "issues", true},
      {"get_issues_for_user", "issues", true},
      {"list_files_in_directory", "files", true},
      {"get_list_of_users", "users", true},
      {"notes/list", "notes", true},
      {"issues-search", "issues", true},
      {"mr_discussions", "discussions", true},
      {"getSections", "sections", true},
      {"get_user_list", "list", true},
      {"get_list", "list", false},
      {"dir_tree", "tree", false},
      {"get_issue", "issue", false},
      {"get_issue_details", "details", false},
      {"get_server_status", "status", false},
      {"get_branches_paginated", "branches", true},
      {"list_companies_v2", "companies", true},
      {"get_all_children", "children", true},
      {"get_people_by_company", "people", true},
      {"get_news", "news", false},
      {"get_account_settings", "settings", false},
      {"get_advisors", "advisors", true},
      {"get_recent_activity", "activity", false},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(readToolName(row.name).headNoun, row.head) << row.name;
    EXPECT_EQ(hasPluralHead(row.name), row.plural) << row.name;
  }
}

TEST(PluralNoun, KnowsTheOnesThatAreNone) {
  for (std::string_view word :
       {"issues", "branches", "companies", "children", "people", "boxes", "databases", "repos",
        "menus", "apis", "schemas", "indices", "statuses", "logs", "users", "gpus"}) {
    EXPECT_TRUE(isPluralNoun(word)) << word;
  }
  for (std::string_view word :
       {"status",     "access", "address",  "analysis", "news",   "details",
        "settings",   "stats",  "metadata", "process",  "canvas", "https",
        "kubernetes", "campus", "issue",    "data",     "as",     "timeseries",
        "class",      "axis",   "info",     "minutes"}) {
    EXPECT_FALSE(isPluralNoun(word)) << word;
  }
}

TEST(SingularOf, UndoesPlurals) {
  struct Row {
    std::string_view plural;
    std::string_view singular;
  };
  const Row rows[] = {
      {"issues", "issue"},      {"branches", "branch"},    {"companies", "company"},
      {"children", "child"},    {"people", "person"},      {"boxes", "box"},
      {"addresses", "address"}, {"databases", "database"}, {"statuses", "status"},
      {"movies", "movie"},      {"repos", "repo"},         {"status", "status"},
      {"issue", "issue"},       {"queries", "query"},      {"matches", "match"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(singularOf(row.plural), row.singular) << row.plural;
  }
}

TEST(SearchTool, SearchesByItsVerbOrItsNoun) {
  for (std::string_view name : {"search", "search_issues", "brave_web_search", "issues-search",
                                "API-post-search", "get_search_results", "run_search"}) {
    EXPECT_TRUE(isSearchTool(name)) << name;
  }
  for (std::string_view name : {"list_issues", "find_files", "query_database", "research",
                                "delete_search_index", "list_saved_search", "stop_search"}) {
    EXPECT_FALSE(isSearchTool(name)) << name;
  }
}

enum class Role { kLimit, kTwin, kCursor, kPosition, kDate, kOther };

std::string_view nameOf(Role role) {
  constexpr std::string_view kNames[] = {"limit", "twin", "cursor", "position", "date", "other"};
  return kNames[static_cast<size_t>(role)];
}

/// What the predicates say together, a limit first.
Role roleOf(std::string_view name) {
  return isLimitName(name)          ? Role::kLimit
         : isTwinName(name)         ? Role::kTwin
         : isOpaqueCursorName(name) ? Role::kCursor
         : isContinuationName(name) ? Role::kPosition
         : isDateFilterName(name)   ? Role::kDate
                                    : Role::kOther;
}

TEST(ParameterNames, AreToldApart) {
  struct Row {
    Role role;
    std::vector<std::string_view> names;
  };
  const Row rows[] = {
      {Role::kLimit,
       {"limit",
        "max_results",
        "maxResults",
        "MaxResults",
        "per_page",
        "perPage",
        "page_size",
        "pageSize",
        "first",
        "last",
        "top",
        "top_k",
        "topK",
        "count",
        "take",
        "size",
        "n",
        "num_results",
        "numResults",
        "max_items",
        "rows",
        "row_limit",
        "maxDocsPerTable",
        "results_limit",
        "issueLimit",
        "max_files",
        "maxItemsPerPage",
        "numberOfResults",
        "number_of_results",
        "maxRecords",
        "max_num_results",
        "maxDocumentsPerQuery",
        "documentPageSize",
        "items_per_page",
        "match_count",
        "result_count",
        "limit_per_table",
        "max_per_type",
        "table_limit",
        "topFiles",
        "maxTables",
        "max_trades",
        "resultsPerQuery",
        "maxEvidenceItems",
        "flowRunLimit",
        "howMany",
        "page_limit"}},
      {Role::kTwin,
       {"max_depth",     "maxDepth",      "max_bytes",        "max_length",    "max_tokens",
        "maxTokens",     "context_lines", "radius",           "timeout",       "max_magnitude",
        "tail_lines",    "tail",          "rate_limit",       "rateLimit",     "size_limit",
        "fileSizeLimit", "max_chars",     "maxPages",         "max_retries",   "max_price",
        "maxAmount",     "balance_limit", "maxBytesPerQuery", "numCandidates", "max_iterations",
        "maxTimeMS",     "depth"}},
      {Role::kCursor,
       {"cursor", "page_token", "pageToken", "next_token", "start_cursor", "after", "before",
        "nextPageToken", "exclusiveStartKey", "starting_after", "search_after", "scroll_id",
        "continuation_token", "after_cursor", "issuesCursor"}},
      {Role::kPosition,
       {"page", "pageNumber", "offset", "skip", "start_at", "startAt", "startIndex", "page_index",
        "row_offset", "pagination"}},
      {Role::kDate,
       {"since", "until", "from", "to", "start_date", "endDate", "created_after", "updated_before",
        "timeMin", "time_range", "daysBack", "lookback_days", "sinceHours", "createdAt_gte", "date",
        "modifiedAfter", "start_time", "maxDate", "days"}},
      {Role::kOther,
       {"query",        "id",         "name",       "include_limits", "maxVersion",
        "no_limit",     "unlimited",  "star_count", "max_stops",      "utc_offset",
        "mouse_cursor", "page_id",    "token",      "updated_at",     "maxBedrooms",
        "sort",         "top_p",      "max",        "batch_size",     "open_issues_count",
        "timezone",     "description"}},
  };
  for (const Row& row : rows) {
    for (std::string_view name : row.names) {
      EXPECT_EQ(nameOf(roleOf(name)), nameOf(row.role)) << name;
    }
  }
}

TEST(LimitName, TakesFurtherNamesFromTheConfiguration) {
  EXPECT_FALSE(isLimitName("hoeveel"));
  EXPECT_TRUE(isLimitName("hoeveel", {"Hoeveel"}));
  EXPECT_TRUE(isLimitName("tail_lines", {"tailLines"}));
}

TEST(SingleItemKey, IsTheKeyOfWhatTheToolIsAbout) {
  struct Row {
    std::string_view name;
    std::string_view tool;
    bool expected;
  };
  const Row rows[] = {
      {"id", "get_issues", true},
      {"name", "get_columns", true},
      {"path", "get_sections", true},
      {"key", "get_values", true},
      {"uuid", "get_things", true},
      {"issue_id", "get_issue", true},
      {"issueId", "get_issues", true},
      {"issue", "get_issue", true},
      {"issue_number", "get_issue", true},
      {"merge_request_iid", "get_merge_request", true},
      {"company_slug", "get_companies", true},
      {"project_id", "get_issues", false},
      {"project_id", "get_merge_requests", false},
      {"issue_id", "get_comments", false},
      {"limit", "get_issues", false},
      {"query", "search_issues", false},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(isSingleItemKey(row.name, row.tool), row.expected) << row.name << " of " << row.tool;
  }
}

TEST(Descriptions, NameOtherUnits) {
  for (std::string_view text :
       {"Number of lines to read", "Maximum bytes per answer", "Limit in characters",
        "How many seconds to wait", "Max tokens of the answer", "Number of levels to descend",
        "Limit (default 100 lines)", "Maximum width in pixels", "How many days to look back"}) {
    EXPECT_TRUE(describesOtherUnit(text)) << text;
  }
  for (std::string_view text :
       {"", "Maximum number of results to return", "Page size (max 100)",
        "Number of results, each with its context lines", "Number of messages of the last 7 days",
        "How many items; the answer is cut at 25000 tokens", "Maximum keywords"}) {
    EXPECT_FALSE(describesOtherUnit(text)) << text;
  }
}

TEST(Descriptions, NameTimes) {
  EXPECT_TRUE(describesTime("Only issues updated after this time"));
  EXPECT_TRUE(describesTime("ISO 8601 timestamp"));
  EXPECT_TRUE(describesTime("Start (YYYY-MM-DD)"));
  EXPECT_FALSE(describesTime("Cursor of the previous page"));
  EXPECT_FALSE(describesTime(""));
}

TEST(Descriptions, SayThatTheyListEverything) {
  for (std::string_view text :
       {"List the projects of the organization", "Lists all tables", "List all namespaces.",
        "Get all comments of an issue", "Returns a list of devices eligible for capture",
        "Retrieve a list of all workflows available in n8n", "Fetch every record of a table",
        "Searches the index. Returns all matches.", "Paginated list of assets",
        "List active and recent remote sessions", "List Make.com organizations",
        "Enumerates the sections of a page"}) {
    EXPECT_TRUE(descriptionListsAll(text)) << text;
  }
  for (std::string_view text :
       {"", "Get one issue by its number", "List one device", "Get all details of an issue",
        "Get the schema of a table including all columns", "Delete all rows of a table",
        "Returns the current user", "Comma-separated list of tags", "Get the status of a job",
        "Environment identifier to list overrides for", "Create a list of tasks"}) {
    EXPECT_FALSE(descriptionListsAll(text)) << text;
  }
}

TEST(VerbOf, TellsOneFromMany) {
  EXPECT_EQ(verbOf("find_elements"), Verb::kCollection);
  EXPECT_EQ(verbOf("ui_find_element"), Verb::kGetter);
  EXPECT_EQ(verbOf("m365_query_org"), Verb::kGetter);
  EXPECT_EQ(verbOf("find_similar"), Verb::kCollection);
  EXPECT_EQ(verbOf("query_database"), Verb::kCollection);
  EXPECT_EQ(verbOf("find_files_by_name"), Verb::kCollection);
  EXPECT_EQ(verbOf("security_scan"), Verb::kAction);
  EXPECT_EQ(verbOf("scan_items"), Verb::kCollection);
  EXPECT_EQ(verbOf("tab_new"), Verb::kMutation);
  EXPECT_EQ(verbOf("list_new"), Verb::kCollection);
  EXPECT_EQ(verbOf("processPayment"), Verb::kMutation);
  EXPECT_EQ(verbOf("process_list"), Verb::kCollection);
}

TEST(Descriptions, OpenWithWhatTheyAreAbout) {
  EXPECT_TRUE(descriptionOpensWith("Get deployments data from the site", "deployments"));
  EXPECT_TRUE(descriptionOpensWith("Check ALL our network logs", "logs"));
  EXPECT_FALSE(descriptionOpensWith("Fetch the machine-readable resources index", "resources"));
  EXPECT_FALSE(descriptionOpensWith("Get the state of deployments", "deployments"));
  EXPECT_FALSE(descriptionOpensWith("Deployments", "deployments"));
  EXPECT_FALSE(descriptionOpensWith("", "deployments"));
}

TEST(Descriptions, TellWorkFromRows) {
  EXPECT_TRUE(describesWork("Max pages to crawl (default: 60)"));
  EXPECT_TRUE(describesWork("Nodes to render"));
  EXPECT_FALSE(describesWork("Rows to return"));
  EXPECT_FALSE(describesWork("Max documents to scan"));
  EXPECT_FALSE(describesWork("Maps to drawers"));
  EXPECT_FALSE(describesWork(""));
  EXPECT_FALSE(isLimitName("limitPerGroup"));
  EXPECT_TRUE(isLimitName("limitPerTable"));
}

}  // namespace
}  // namespace envelint
