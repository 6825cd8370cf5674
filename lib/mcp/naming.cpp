#include "mcp/naming.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include "source/words.h"

namespace envelint {
namespace {

using Words = std::vector<std::string>;
using WordList = std::span<const std::string_view>;

bool isLower(char c) { return c >= 'a' && c <= 'z'; }
bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
char toLower(char c) { return isUpper(c) ? static_cast<char>(c - 'A' + 'a') : c; }
bool isSeparator(char c) {
  return c == '_' || c == '-' || c == '.' || c == '/' || c == ':' || c == ' ' || c == '$';
}

// ---------------------------------------------------------------------------------------------
// Verbs. Each list begins with the words of rules.md; the others are from the tool names of public
// servers.

constexpr std::string_view kCollectionVerbs[] = {
    "list", "search", "find", "query", "browse", "scan", "enumerate", "ls",
};
// Followed by "all" these collect: `get_all`, `fetch_all`.
constexpr std::string_view kGetterVerbs[] = {
    "get",  "fetch", "read",    "retrieve", "show",    "view",   "describe",
    "load", "peek",  "inspect", "lookup",   "display", "obtain",
};
constexpr std::string_view kMutationVerbs[] = {
    "create",    "update",     "delete",     "add",         "remove",    "set",
    "send",      "write",      "upsert",     "move",        "start",     "stop",
    "insert",    "edit",       "modify",     "patch",       "put",       "replace",
    "rename",    "copy",       "duplicate",  "clone",       "save",      "store",
    "upload",    "publish",    "unpublish",  "archive",     "unarchive", "restore",
    "enable",    "disable",    "activate",   "deactivate",  "assign",    "unassign",
    "attach",    "detach",     "append",     "prepend",     "apply",     "approve",
    "reject",    "accept",     "decline",    "cancel",      "close",     "reopen",
    "complete",  "deploy",     "rollback",   "revert",      "reset",     "clear",
    "purge",     "drop",       "truncate",   "destroy",     "kill",      "terminate",
    "restart",   "reboot",     "pause",      "resume",      "suspend",   "unlock",
    "grant",     "revoke",     "invite",     "join",        "leave",     "follow",
    "unfollow",  "subscribe",  "submit",     "unsubscribe", "register",  "unregister",
    "login",     "logout",     "reply",      "notify",      "trigger",   "toggle",
    "unpin",     "mute",       "unmute",     "unlink",      "unblock",   "click",
    "press",     "fill",       "navigate",   "scroll",      "hover",     "drag",
    "remember",  "memorize",   "forget",     "configure",   "init",      "install",
    "uninstall", "initialize", "provision",  "refund",      "sync",      "migrate",
    "seed",      "rotate",     "regenerate", "ingest",      "reindex",   "acknowledge",
    "dismiss",   "escalate",   "transition", "push",        "pull",      "increment",
    "decrement", "reorder",    "populate",   "allocate",    "propose",   "launch",
    "alter",     "wipe",       "reschedule", "abort",       "finalize",  "refresh",
    "upgrade",   "promote",    "backfill",   "sweep",       "enqueue",   "requeue",
    "rebuild",   "recompute",
};
constexpr std::string_view kActionVerbs[] = {
    "execute",  "run",      "call",      "export",   "import",    "download",     "generate",
    "render",   "validate", "count",     "ping",     "invoke",    "exec",         "eval",
    "evaluate", "compute",  "convert",   "parse",    "calculate", "translate",    "summarize",
    "analyze",  "analyse",  "compare",   "verify",   "check",     "simulate",     "predict",
    "train",    "classify", "extract",   "compile",  "lint",      "connect",      "disconnect",
    "wait",     "sleep",    "think",     "estimate", "benchmark", "optimize",     "crawl",
    "scrape",   "capture",  "take",      "encode",   "decode",    "encrypt",      "decrypt",
    "preview",  "poll",     "ask",       "answer",   "chat",      "transcribe",   "test",
    "echo",     "debug",    "transform", "resolve",  "explain",   "authenticate", "stream",
    "manage",   "perform",  "diagnose",  "switch",   "monitor",   "snapshot",     "activate",
};
// As often nouns as verbs: `commit_list`, `order_get`, `git_log`. They decide only at the front,
// and only where no other verb follows.
constexpr std::string_view kWeakVerbs[] = {
    "commit", "build", "merge",  "fork",  "post",  "comment", "schedule", "tag",    "label",
    "order",  "book",  "record", "index", "link",  "share",   "block",    "star",   "release",
    "pin",    "lock",  "mark",   "vote",  "react", "type",    "select",   "open",   "transfer",
    "claim",  "buy",   "sell",   "trade", "swap",  "pay",     "checkout", "branch", "process",
};
// Words of kActionVerbs and kMutationVerbs that name the rows before a closing "list": `run_list`
// lists runs, where `run_query` runs a query.
constexpr std::string_view kListableVerbs[] = {
    "run",    "call", "import", "export",  "download", "test",  "check",   "deploy",
    "invite", "copy", "backup", "capture", "preview",  "patch", "archive",
};
// At the end of a name whose first verb collects, these decide: `list_item_create`, `search_count`.
constexpr std::string_view kClosingVerbs[] = {
    "create",  "update", "delete", "add",   "remove",  "set",    "insert",  "edit",
    "replace", "move",   "rename", "clear", "reset",   "save",   "archive", "get",
    "read",    "fetch",  "count",  "run",   "execute", "upsert", "write",   "validate",
};
// After a `list` that isn't the first word these decide wherever they stand: `todo_list_add_item`.
constexpr std::string_view kCoreMutations[] = {"create", "update", "delete", "add", "remove"};

// `of` and the other words a noun phrase ends at.
constexpr std::string_view kPrepositions[] = {
    "of",    "by",      "for",       "in",      "from",   "with",     "to",      "on",
    "at",    "since",   "per",       "via",     "using",  "under",    "between", "within",
    "as",    "and",     "or",        "without", "near",   "into",     "after",   "before",
    "about", "that",    "which",     "against", "across", "matching", "the",     "a",
    "an",    "through", "including", "around",  "inside", "based",    "where",
};
constexpr std::string_view kArticles[] = {"the", "a", "an"};

// Second halves that would be taken for a verb, with the word they belong to.
constexpr std::pair<std::string_view, std::string_view> kCompounds[] = {
    {"play", "list"},  {"check", "list"}, {"wish", "list"},     {"black", "list"},
    {"white", "list"}, {"allow", "list"}, {"deny", "list"},     {"block", "list"},
    {"watch", "list"}, {"wait", "list"},  {"short", "list"},    {"mailing", "list"},
    {"data", "set"},   {"change", "set"}, {"rule", "set"},      {"result", "set"},
    {"record", "set"}, {"char", "set"},   {"character", "set"}, {"tool", "set"},
    {"read", "me"},    {"read", "only"},  {"look", "up"},       {"add", "on"},
    {"add", "ons"},    {"call", "back"},  {"web", "hook"},      {"web", "hooks"},
};

// What stands behind the head noun without being one: `get_issues_paginated`, `list_files_v2`.
constexpr std::string_view kTrailingNoise[] = {
    "paginated", "paged",  "tool",   "api",  "mcp",    "beta",     "all",
    "new",       "recent", "latest", "full", "simple", "raw",      "json",
    "sync",      "async",  "lite",   "only", "batch",  "extended", "advanced",
};

// ---------------------------------------------------------------------------------------------
// Nouns

// End in s and are one thing, or many that nobody pages through.
constexpr std::string_view kNotPlural[] = {
    "status",    "access",       "address",      "analysis",   "news",       "details",
    "settings",  "stats",        "statistics",   "process",    "progress",   "class",
    "business",  "success",      "canvas",       "alias",      "atlas",      "bias",
    "lens",      "series",       "species",      "basis",      "axis",       "synopsis",
    "diagnosis", "https",        "css",          "dns",        "aws",        "kubernetes",
    "redis",     "postgres",     "jenkins",      "analytics",  "metrics",    "graphics",
    "basics",    "credentials",  "preferences",  "options",    "properties", "capabilities",
    "limits",    "instructions", "guidelines",   "docs",       "contents",   "totals",
    "params",    "parameters",   "args",         "terms",      "dimensions", "coordinates",
    "bounds",    "savings",      "earnings",     "sales",      "goods",      "thanks",
    "hours",     "minutes",      "seconds",      "days",       "bytes",      "weeks",
    "months",    "years",        "milliseconds", "lines",      "words",      "characters",
    "credits",   "funds",        "sms",          "tls",        "gps",        "rss",
    "cms",       "js",           "sass",         "saas",       "is",         "has",
    "was",       "this",         "as",           "us",         "gas",        "bus",
    "os",        "ios",          "macos",        "chaos",      "fields",     "values",
    "means",     "headquarters", "features",     "ops",        "devops",     "windows",
    "lyrics",    "physics",      "bonus",        "campus",     "corpus",     "focus",
    "consensus", "census",       "bridges",      "sentiments", "weights",    "alphas",
    "overviews", "headers",      "odds",         "timeseries", "economics",
};
// Singular in form, many rows in fact, or an adjective with its noun left out (`find_similar`).
constexpr std::string_view kManyInOne[] = {
    "all",    "data",    "content",   "history", "activity", "code",          "info",
    "news",   "docs",    "knowledge", "media",   "mail",     "documentation", "information",
    "stock",  "text",    "inventory", "related", "similar",  "nearby",        "matching",
    "memory", "library", "catalog",   "index",   "nearest",  "everything",    "feedback",
    "sql",    "db",      "database",  "graph",   "table",
};
// Plurals of nouns whose endings read as singular ones.
constexpr std::string_view kOddPlurals[] = {
    "children", "people",   "men",      "women",  "feet",     "teeth",  "mice",
    "indices",  "matrices", "vertices", "menus",  "gpus",     "cpus",   "skus",
    "apis",     "kpis",     "uris",     "pois",   "uis",      "emojis", "wikis",
    "taxis",    "criteria", "schemata", "leaves", "analyses",
};
constexpr std::pair<std::string_view, std::string_view> kOddSingulars[] = {
    {"children", "child"},    {"people", "person"},      {"men", "man"},
    {"women", "woman"},       {"feet", "foot"},          {"teeth", "tooth"},
    {"mice", "mouse"},        {"indices", "index"},      {"matrices", "matrix"},
    {"vertices", "vertex"},   {"movies", "movie"},       {"cookies", "cookie"},
    {"statuses", "status"},   {"addresses", "address"},  {"aliases", "alias"},
    {"buses", "bus"},         {"databases", "database"}, {"leaves", "leaf"},
    {"analyses", "analysis"}, {"cases", "case"},         {"caches", "cache"},
    {"series", "series"},     {"criteria", "criterion"}, {"categories", "category"},
    {"releases", "release"},  {"bases", "base"},         {"purchases", "purchase"},
    {"expenses", "expense"},  {"courses", "course"},     {"responses", "response"},
    {"phases", "phase"},      {"licenses", "license"},   {"schemata", "schema"},
    {"docs", "doc"},          {"dirs", "dir"},
};
// Things a `max_...`, `num_...` or `..._limit` counts when it caps rows. A closed list: `max_stops`
// of a flight search or `max_bedrooms` bound a value of each row, not their number.
constexpr std::string_view kRowNouns[] = {
    "alert",       "answer",         "article",      "backup",       "block",
    "build",       "callee",         "caller",       "candidate",    "card",
    "channel",     "chat",           "chunk",        "collection",   "comment",
    "commit",      "contact",        "conversation", "customer",     "database",
    "dependent",   "device",         "diagnostic",   "dir",          "directory",
    "doc",         "document",       "draw",         "drawcall",     "edge",
    "element",     "email",          "entity",       "entry",        "error",
    "event",       "evidence",       "example",      "fact",         "feature",
    "file",        "finding",        "folder",       "function",     "hit",
    "image",       "incident",       "invoice",      "issue",        "item",
    "job",         "label",          "link",         "listing",      "location",
    "log",         "marker",         "match",        "member",       "memory",
    "message",     "neighbor",       "node",         "note",         "object",
    "observation", "occurrence",     "order",        "organization", "paper",
    "passage",     "path",           "payment",      "pin",          "place",
    "pod",         "post",           "product",      "project",      "query",
    "question",    "recommendation", "record",       "reference",    "relation",
    "reply",       "repo",           "repository",   "resource",     "result",
    "return",      "returned",       "review",       "row",          "sample",
    "session",     "snippet",        "source",       "span",         "story",
    "suggestion",  "symbol",         "table",        "tag",          "task",
    "thread",      "ticket",         "tool",         "topic",        "trace",
    "trade",       "transaction",    "tweet",        "url",          "usage",
    "user",        "version",        "video",        "warning",
};

// ---------------------------------------------------------------------------------------------
// Parameters, all in `normalizedName` form

constexpr std::string_view kLimitNames[] = {
    "count",         "fetchsize",   "first",       "firstn",
    "hits",          "howmany",     "k",           "last",
    "lastn",         "limit",       "limitrows",   "maxcount",
    "maxhits",       "maxitems",    "maxnum",      "maxnumber",
    "maxresult",     "maxreturn",   "maxrows",     "n",
    "nresults",      "num",         "pagelimit",   "pagesize",
    "perpage",       "rows",        "size",        "take",
    "top",           "topk",        "topn",        "amountofresults",
    "itemsperpage",  "limitcount",  "limititems",  "limitresults",
    "maxentries",    "maxmatches",  "maxrecords",  "maxresults",
    "maxresultsize", "maxtoreturn", "numtoreturn", "pagelength",
    "resultnumber",  "resultsize",  "topresults",
};
// A word of these in front of or behind "limit" makes it a bound on something else, as does one
// behind "max". `lines` and `tail` are here too: of the log and file readers of public servers
// nearly all count lines of text, which rules.md leaves out ("a file reader's `limit` in lines").
constexpr std::string_view kOtherUnits[] = {
    "depth",      "byte",        "bytes",       "kb",         "mb",         "length",
    "len",        "token",       "tokens",      "char",       "chars",      "character",
    "characters", "line",        "lines",       "word",       "words",      "radius",
    "timeout",    "time",        "second",      "seconds",    "sec",        "secs",
    "ms",         "millis",      "minutes",     "hours",      "days",       "duration",
    "delay",      "age",         "rate",        "speed",      "magnitude",  "width",
    "height",     "pixels",      "price",       "cost",       "usd",        "budget",
    "amount",     "balance",     "credit",      "credits",    "spend",      "spending",
    "score",      "distance",    "rounds",      "hops",       "levels",     "level",
    "iterations", "attempts",    "retries",     "retry",      "turns",      "steps",
    "workers",    "threads",     "concurrency", "concurrent", "parallel",   "memory",
    "cpu",        "temperature", "latitude",    "longitude",  "size",       "decimal",
    "weight",     "percent",     "quality",     "context",    "storage",    "upper",
    "lower",      "burst",       "throttle",    "body",       "usage",      "redirects",
    "pages",      "requests",    "connections", "heap",       "resolution", "bandwidth",
    "value",      "confidence",  "similarity",  "threshold",  "gas",        "fee",
    "tier",       "quota",       "response",    "output",     "payload",    "tail",
    "head",
};
// Twins whose words alone don't show it. `numCandidates` is the breadth of a vector search.
constexpr std::string_view kTwinNames[] = {
    "timeout",     "timeoutms",  "timeoutseconds", "radius",         "depth",
    "lines",       "tail",       "taillines",      "contextlines",   "linescontext",
    "linesbefore", "linesafter", "numcandidates",  "recursiondepth", "searchdepth",
    "linecount",   "numlines",   "maxfilesize",
};
// In front of "limit" these make a switch or an error of it.
constexpr std::string_view kSwitchWords[] = {"no",   "has",  "is",     "ignore",  "use",
                                             "skip", "over", "enable", "disable", "exceeds"};

constexpr std::string_view kOpaqueCursorNames[] = {
    "after",          "afterid",           "aftertoken",
    "before",         "beforeid",          "bookmark",
    "continuation",   "continue",          "continuetoken",
    "cursor",         "endcursor",         "endingbefore",
    "lastid",         "lastkey",           "marker",
    "maxid",          "nextcursor",        "nextkey",
    "nextlink",       "nextmarker",        "nextpagetoken",
    "nexttoken",      "nexturl",           "pagetoken",
    "pagetokenid",    "pagingtoken",       "resumefrom",
    "resumetoken",    "scrollid",          "searchafter",
    "sinceid",        "skiptoken",         "startcursor",
    "startingafter",  "startkey",          "starttoken",
    "untilid",        "continuationkey",   "continuationtoken",
    "continuecursor", "exclusivestartkey", "lastevaluatedkey",
    "nextpagecursor", "paginationtoken",
};
constexpr std::string_view kPositionNames[] = {
    "page",        "pagenumber", "pagenum",      "pageno",         "pageindex",
    "currentpage", "nextpage",   "offset",       "skip",           "startat",
    "startindex",  "start",      "startfrom",    "startpage",      "startposition",
    "startrow",    "pageoffset", "rowoffset",    "resultoffset",   "resultsoffset",
    "startoffset", "listoffset", "queryoffset",  "itemoffset",     "recordoffset",
    "skipcount",   "pagination", "paging",       "paginationopts", "paginationoptions",
    "pageoptions", "pagen",      "searchoffset", "limitoffset",    "fromindex",
};

constexpr std::string_view kDateNames[] = {
    "since",      "until",      "from",       "to",       "date",     "datefrom",  "dateto",
    "fromdate",   "todate",     "start",      "end",      "timemin",  "timemax",   "timerange",
    "daterange",  "timewindow", "timeframe",  "timespan", "days",     "hours",     "daysback",
    "hoursback",  "day",        "week",       "month",    "lookback", "period",    "recency",
    "freshness",  "timefilter", "datefilter", "begin",    "mindate",  "maxdate",   "sincedays",
    "lasthours",  "lastdays",   "daysahead",  "oldest",   "latest",   "olderthan", "newerthan",
    "timeperiod",
};
constexpr std::string_view kDateEdges[] = {
    "after",    "before", "since",  "until", "from",     "to",     "start",
    "end",      "begin",  "min",    "max",   "starting", "ending", "range",
    "lookback", "past",   "window", "gte",   "lte",      "gt",     "lt"};
constexpr std::string_view kDateThings[] = {
    "date",      "time",     "datetime", "timestamp", "created",  "updated",   "modified",
    "published", "closed",   "merged",   "started",   "ended",    "received",  "sent",
    "due",       "day",      "days",     "hours",     "minutes",  "at",        "month",
    "completed", "activity", "ts",       "scheduled", "deployed", "committed", "finished",
    "resolved",  "week",     "weeks",    "posted",    "edited",   "expires",   "joined",
    "seen",      "deadline", "opened",   "reported",
};

// ---------------------------------------------------------------------------------------------
// Keys

constexpr std::string_view kItemKeys[] = {
    "id",  "uuid", "guid", "key",  "name", "path",       "slug", "iid",      "url",
    "uri", "sku",  "sha",  "hash", "isbn", "identifier", "doi",  "fullname", "arn",
};
constexpr std::string_view kKeySuffixes[] = {
    "id",     "iid", "uuid", "guid",       "key",  "name", "path", "slug", "url", "uri",
    "number", "sha", "hash", "identifier", "code", "ref",  "arn",  "idx",  "no",
};

// ---------------------------------------------------------------------------------------------
// Descriptions

constexpr std::string_view kUnitWords[] = {
    "line",    "lines",     "byte",         "bytes",      "kilobytes",  "megabytes", "kb",
    "mb",      "character", "characters",   "chars",      "tokens",     "token",     "words",
    "seconds", "second",    "milliseconds", "ms",         "minutes",    "hours",     "days",
    "weeks",   "depth",     "levels",       "pixels",     "px",         "hops",      "degrees",
    "meters",  "metres",    "miles",        "kilometers", "km",         "percent",   "percentage",
    "dollars", "usd",       "retries",      "attempts",   "iterations", "frames",    "dpi",
    "amount",  "price",     "radius",       "length",
};
constexpr std::string_view kTimeWords[] = {
    "date",  "dates",     "datetime", "time",    "timestamp", "timestamps",
    "iso",   "iso8601",   "rfc3339",  "rfc",     "day",       "days",
    "hour",  "hours",     "unix",     "epoch",   "utc",       "midnight",
    "today", "yesterday", "created",  "updated", "modified",
};
constexpr std::string_view kListVerbs[] = {"list", "lists", "enumerate", "enumerates", "listing"};
constexpr std::string_view kReturnVerbs[] = {
    "get",       "gets",  "return",  "returns",  "fetch",   "fetches", "retrieve", "retrieves",
    "show",      "shows", "provide", "provides", "read",    "reads",   "give",     "gives",
    "view",      "views", "display", "displays", "find",    "finds",   "search",   "searches",
    "load",      "loads", "obtain",  "query",    "collect", "browse",  "discover", "explore",
    "returning", "see",   "access",  "queries",
};
constexpr std::string_view kAllWords[] = {"all", "multiple", "many", "several"};
constexpr std::string_view kListNouns[] = {"list", "array", "lists", "collection", "listing"};

// ---------------------------------------------------------------------------------------------
// Splitting

/// Whether a new word begins at `i`, judged by the case of the characters around it.
bool beginsWord(std::string_view name, size_t i) {
  const char before = name[i - 1];
  const char here = name[i];
  if (!isUpper(here)) {
    return false;
  }
  if (!isUpper(before)) {
    return true;
  }
  // The last capital of a run belongs to the word after it (`PRDiff`), unless that is only a plural
  // s (`listURLs`).
  if (i + 1 >= name.size() || !isLower(name[i + 1])) {
    return false;
  }
  const bool pluralS = name[i + 1] == 's' && (i + 2 == name.size() || !isLower(name[i + 2]));
  return !pluralS;
}

Words splitRaw(std::string_view name) {
  Words words;
  std::string word;
  const auto flush = [&] {
    if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  };
  for (size_t i = 0; i < name.size(); ++i) {
    if (isSeparator(name[i])) {
      flush();
      continue;
    }
    if (!word.empty() && beginsWord(name, i)) {
      flush();
    }
    word += toLower(name[i]);
  }
  flush();
  return words;
}

bool isCompound(std::string_view first, std::string_view second) {
  return std::any_of(std::begin(kCompounds), std::end(kCompounds), [&](const auto& pair) {
    return pair.first == first && pair.second == second;
  });
}

bool endsWith(std::string_view text, std::string_view end) { return text.ends_with(end); }

// ---------------------------------------------------------------------------------------------
// Verbs of names

Verb strongVerb(std::string_view word) {
  if (isOneOf(word, kCollectionVerbs)) {
    return Verb::kCollection;
  }
  if (isOneOf(word, kMutationVerbs)) {
    return Verb::kMutation;
  }
  if (isOneOf(word, kGetterVerbs)) {
    return Verb::kGetter;
  }
  if (isOneOf(word, kActionVerbs)) {
    return Verb::kAction;
  }
  return Verb::kNone;
}

struct VerbChoice {
  Verb verb = Verb::kNone;
  size_t index = 0;
};

/// A verb that is the object of a preposition is a noun: `add_card_to_list`.
bool isObject(const Words& words, size_t i) {
  return i > 0 && isOneOf(words[i - 1], kPrepositions);
}

/// The first word that can't be but a verb.
std::optional<VerbChoice> firstStrongVerb(const Words& words) {
  std::optional<VerbChoice> noun;
  for (size_t i = 0; i < words.size(); ++i) {
    const Verb verb = strongVerb(words[i]);
    if (verb == Verb::kNone || isObject(words, i)) {
      continue;
    }
    // `process_run_get`: behind another word, a run is a thing, if anything else can be the verb.
    if (i > 0 && !noun && isOneOf(words[i], kListableVerbs)) {
      noun = VerbChoice{verb, i};
      continue;
    }
    return VerbChoice{verb, i};
  }
  return noun;
}

/// Where a name whose first verb collects goes on with another verb that decides.
std::optional<VerbChoice> verbAfterCollection(const Words& words, size_t first) {
  const size_t last = words.size() - 1;
  for (size_t i = first + 1; i <= last; ++i) {
    const Verb verb = strongVerb(words[i]);
    const bool joined = i == first + 2 && (words[i - 1] == "and" || words[i - 1] == "or");
    if (verb == Verb::kMutation && joined) {
      return VerbChoice{verb, i};
    }
    if (isObject(words, i)) {
      continue;
    }
    // The noun before is what is listed when it is a plural: `list_tables_update` isn't met, while
    // `list_pending_runs_count` counts.
    if (i == last && isOneOf(words[i], kClosingVerbs)) {
      return VerbChoice{verb, i};
    }
    if (first > 0 && words[first] == "list" && isOneOf(words[i], kCoreMutations)) {
      return VerbChoice{verb, i};
    }
  }
  return std::nullopt;
}

/// `find_one`, `find_by_id`, `findFirst` of object mappers, and `find_element`, `query_org`: they
/// may find one thing as well as many, which only the answer tells.
bool findsOne(const Words& words, size_t find) {
  if ((words[find] != "find" && words[find] != "query") || find + 1 >= words.size()) {
    return false;
  }
  const std::string& next = words[find + 1];
  if (next == "one" || next == "first" || next == "unique") {
    return true;
  }
  if (next == "by") {
    return find + 2 < words.size() && words[find + 2] == "id";
  }
  return find + 2 == words.size() && !isPluralNoun(next) && !isOneOf(next, kManyInOne);
}

VerbChoice chooseVerb(const Words& words) {
  if (words.empty()) {
    return {};
  }
  const size_t last = words.size() - 1;
  const bool closesWithCollection =
      last > 0 && strongVerb(words[last]) == Verb::kCollection && !isObject(words, last);
  const std::optional<VerbChoice> strong = firstStrongVerb(words);
  if (!strong) {
    // `tab_new` opens one.
    if (last > 0 && words[last] == "new") {
      return {Verb::kMutation, last};
    }
    if (isOneOf(words[0], kWeakVerbs) && last > 0) {
      return {Verb::kMutation, 0};
    }
    // `github_post_message`: a weak verb with its object behind it, after a service's name.
    if (last > 1 && isOneOf(words[1], kWeakVerbs) && !isPluralNoun(words[2])) {
      return {Verb::kMutation, 1};
    }
    return {};
  }
  const VerbChoice choice = *strong;
  if (choice.verb == Verb::kCollection) {
    // `security_scan` is a scan that runs.
    if (words[choice.index] == "scan" && choice.index == last) {
      return {Verb::kAction, last};
    }
    if (findsOne(words, choice.index)) {
      return {Verb::kGetter, choice.index};
    }
    return verbAfterCollection(words, choice.index).value_or(choice);
  }
  if (closesWithCollection && words[last] == "list" &&
      isOneOf(words[choice.index], kListableVerbs)) {
    return {Verb::kCollection, last};
  }
  if (choice.verb == Verb::kGetter && choice.index < last && words[choice.index + 1] == "all") {
    return {Verb::kCollection, choice.index};
  }
  return choice;
}

/// Index past the head noun of the phrase that starts at `begin`.
size_t phraseEnd(const Words& words, size_t begin, size_t limit) {
  size_t end = begin;
  while (end < limit && !isOneOf(words[end], kPrepositions)) {
    ++end;
  }
  return end;
}

bool isVersion(std::string_view word) {
  return word.size() > 1 && word[0] == 'v' &&
         std::all_of(word.begin() + 1, word.end(), [](char c) { return isDigit(c); });
}

/// The last noun of `words[begin..limit)` that isn't noise, empty when there is none.
std::string headOf(const Words& words, size_t begin, size_t limit) {
  while (begin < limit && isOneOf(words[begin], kArticles)) {
    ++begin;
  }
  size_t end = phraseEnd(words, begin, limit);
  // `list_of_users`, `array of rows`: what they are of counts.
  if (end + 1 < limit && end > begin && words[end] == "of" && isOneOf(words[end - 1], kListNouns)) {
    return headOf(words, end + 1, limit);
  }
  while (end > begin && (isOneOf(words[end - 1], kTrailingNoise) || isVersion(words[end - 1]))) {
    --end;
  }
  return end > begin ? words[end - 1] : std::string();
}

std::string headNounOf(const Words& words, const VerbChoice& choice) {
  if (choice.verb == Verb::kNone) {
    return headOf(words, 0, words.size());
  }
  std::string head = headOf(words, choice.index + 1, words.size());
  if (head.empty() && choice.index > 0) {
    // `issues-search`, `notes/list`: the noun stands before its verb.
    head = words[choice.index - 1];
  }
  return head;
}

// ---------------------------------------------------------------------------------------------
// Parameters

bool isRowNoun(std::string_view word) { return isOneOf(singularOf(word), kRowNouns); }

bool hasOtherUnit(std::span<const std::string> words) {
  return std::any_of(words.begin(), words.end(),
                     [](const std::string& word) { return isOneOf(word, kOtherUnits); });
}

/// The words before a `per ...`: what is capped in `max_docs_per_table` are docs.
std::span<const std::string> withoutPer(std::span<const std::string> words) {
  const auto per = std::find(words.begin(), words.end(), "per");
  return words.first(static_cast<size_t>(per - words.begin()));
}

/// `max_files`, `maxDocsPerTable`, `max_per_type`, `number_of_results`, `top_results`.
bool countsRows(std::span<const std::string> words) {
  static constexpr std::string_view kOpenings[] = {"max", "maximum", "num",   "number",
                                                   "n",   "top",     "limit", "nb"};
  static constexpr std::string_view kFillers[] = {"of", "num", "number", "total", "to", "return"};
  static constexpr std::string_view kSingularRows[] = {"result", "item", "evidence", "return"};
  if (words.size() < 2 || !isOneOf(words[0], kOpenings)) {
    return false;
  }
  const bool isLimitPer = words[0] == "limit";  // `limitsRows` knows those
  words = withoutPer(words.subspan(1));
  if (words.empty()) {
    return !isLimitPer;
  }
  while (!words.empty() && isOneOf(words[0], kFillers)) {
    words = words.subspan(1);
  }
  // Rows are many: `max_version` is a version, `max_versions` caps their number.
  return !words.empty() && isRowNoun(words.back()) &&
         (singularOf(words.back()) != words.back() || isOneOf(words.back(), kSingularRows));
}

/// `issueLimit`, `results_limit`, `limit_per_table`.
bool limitsRows(std::span<const std::string> words) {
  if (words.size() < 2) {
    return false;
  }
  if (words.back() == "limit") {
    return !isOneOf(words[0], kSwitchWords);
  }
  // Of a chart's `limitPerGroup` nobody gets more rows than there are groups times points.
  const bool isOfChart = words.size() == 3 && (words[2] == "group" || words[2] == "series");
  return words[0] == "limit" && words[1] == "per" && !isOfChart;
}

/// `result_count`, `match_count`; not `star_count`, which is a value of a row.
bool isResultCount(std::span<const std::string> words) {
  static constexpr std::string_view kCounted[] = {"result", "results",  "item",   "items", "row",
                                                  "rows",   "record",   "match",  "hit",   "entry",
                                                  "doc",    "document", "records"};
  return words.size() == 2 && (words[1] == "count" || words[1] == "num") &&
         isOneOf(words[0], kCounted);
}

/// `x_per_page`, `results_per_query`, `documentPageSize`.
bool isPageSize(std::span<const std::string> words) {
  if (words.size() < 2) {
    return false;
  }
  const std::string& last = words.back();
  const std::string& before = words[words.size() - 2];
  const bool perCall = before == "per" && words.size() > 2 &&
                       (last == "request" || last == "query" || last == "call") &&
                       isRowNoun(words[words.size() - 3]);
  return perCall || (before == "per" && last == "page") ||
         (before == "page" && (last == "size" || last == "limit"));
}

// ---------------------------------------------------------------------------------------------
// Text

/// The words of a text in lower case, up to `limit` of them; a full stop, a newline and the like
/// are a word ".", so that sentences can be told apart.
Words textWords(std::string_view text, size_t limit) {
  Words words;
  std::string word;
  const auto flush = [&] {
    if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  };
  for (size_t i = 0; i < text.size() && words.size() < limit; ++i) {
    const char c = toLower(text[i]);
    const bool inside = !word.empty() && i + 1 < text.size() &&
                        (isLower(toLower(text[i + 1])) || isDigit(text[i + 1]));
    if (isLower(c) || isDigit(c) || (inside && (c == '\'' || c == '-' || c == '.'))) {
      word += c;
      continue;
    }
    flush();
    const bool ends = c == '.' || c == ':' || c == '\n' || c == ';' || c == '!' || c == '?';
    if (ends && (words.empty() || words.back() != ".")) {
      words.push_back(".");
    }
  }
  flush();
  return words;
}

/// Whether a plural noun follows within `reach` words, before the phrase ends.
bool pluralFollows(const Words& words, size_t begin, size_t reach) {
  const size_t end = std::min(words.size(), begin + reach);
  bool noun = false;
  for (size_t i = begin; i < end; ++i) {
    const bool fills = isOneOf(words[i], kArticles) || words[i] == "and" || words[i] == "or" ||
                       (words[i] == "of" && !noun);
    if (fills) {
      continue;
    }
    if (words[i] == "." || isOneOf(words[i], kPrepositions)) {
      return false;
    }
    noun = true;
    if (isPluralNoun(words[i])) {
      return true;
    }
  }
  return false;
}

/// The description's sentence that starts at `begin` says it lists something.
bool sentenceLists(const Words& words, size_t begin) {
  if (begin >= words.size()) {
    return false;
  }
  if (isOneOf(words[begin], kListVerbs)) {
    return pluralFollows(words, begin + 1, 8);
  }
  // "Paginated list of assets".
  if (begin + 3 < words.size() && isOneOf(words[begin + 1], kListNouns) &&
      words[begin + 2] == "of" && words[begin] != "comma-separated") {
    return pluralFollows(words, begin + 3, 6);
  }
  if (!isOneOf(words[begin], kReturnVerbs)) {
    return false;
  }
  // "Returns the full list of ...", "Get all open ...": a few words may stand between.
  const size_t reach = std::min(words.size(), begin + 6);
  for (size_t i = begin + 1; i < reach && words[i] != "."; ++i) {
    if (words[i] == "every") {
      return i + 1 < words.size() && words[i + 1] != ".";
    }
    if (isOneOf(words[i], kAllWords)) {
      return pluralFollows(words, i + 1, 5);
    }
    if (isOneOf(words[i], kListNouns) && i + 1 < words.size() && words[i + 1] == "of") {
      return pluralFollows(words, i + 2, 6);
    }
    if (isOneOf(words[i], kPrepositions) && !isOneOf(words[i], kArticles)) {
      // "Get the schema including all ...": all belongs to a part of the answer.
      return false;
    }
  }
  return false;
}

}  // namespace

// ---------------------------------------------------------------------------------------------

std::vector<std::string> splitName(std::string_view name) {
  Words words;
  for (std::string& word : splitRaw(name)) {
    if (!words.empty() && isCompound(words.back(), word)) {
      words.back() += word;
    } else {
      words.push_back(std::move(word));
    }
  }
  return words;
}

std::string normalizedName(std::string_view name) {
  std::string result;
  result.reserve(name.size());
  for (const char c : name) {
    if (!isSeparator(c)) {
      result += toLower(c);
    }
  }
  return result;
}

bool isPluralNoun(std::string_view word) {
  if (isOneOf(word, kOddPlurals)) {
    return true;
  }
  if (word.size() < 3 || !endsWith(word, "s") || isOneOf(word, kNotPlural)) {
    return false;
  }
  // `access`, `campus`, `analysis`; the exceptions are in kOddPlurals.
  return !endsWith(word, "ss") && !endsWith(word, "us") && !endsWith(word, "is");
}

std::string singularOf(std::string_view word) {
  for (const auto& [plural, singular] : kOddSingulars) {
    if (plural == word) {
      return std::string(singular);
    }
  }
  if (!isPluralNoun(word)) {
    return std::string(word);
  }
  static constexpr std::string_view kEsEndings[] = {"ches", "shes", "sses", "xes", "zes", "ses"};
  if (endsWith(word, "ies") && word.size() > 4) {
    return std::string(word.substr(0, word.size() - 3)) + "y";
  }
  for (std::string_view ending : kEsEndings) {
    if (endsWith(word, ending)) {
      return std::string(word.substr(0, word.size() - 2));
    }
  }
  return std::string(word.substr(0, word.size() - 1));
}

ToolName readToolName(std::string_view name) {
  ToolName result;
  result.words = splitName(name);
  const VerbChoice choice = chooseVerb(result.words);
  result.verb = choice.verb;
  result.verbIndex = choice.index;
  if (choice.verb != Verb::kNone) {
    result.verbWord = result.words[choice.index];
  }
  result.headNoun = headNounOf(result.words, choice);
  return result;
}

Verb verbOf(std::string_view toolName) { return readToolName(toolName).verb; }

bool hasPluralHead(std::string_view toolName) {
  const ToolName tool = readToolName(toolName);
  if (isPluralNoun(tool.headNoun)) {
    return true;
  }
  // `get_user_list` is a list of users, `get_list` may be one list.
  const auto head = std::find(tool.words.begin(), tool.words.end(), tool.headNoun);
  return tool.headNoun == "list" && tool.verb != Verb::kNone &&
         static_cast<size_t>(head - tool.words.begin()) > tool.verbIndex + 1;
}

bool isSearchTool(std::string_view toolName) {
  const ToolName tool = readToolName(toolName);
  if (tool.verb == Verb::kMutation) {
    return false;
  }
  return std::find(tool.words.begin(), tool.words.end(), "search") != tool.words.end() &&
         (tool.verb != Verb::kCollection || tool.verbWord == "search");
}

bool isLimitName(std::string_view name, const std::vector<std::string>& extra) {
  const std::string normalized = normalizedName(name);
  const bool configured = std::any_of(extra.begin(), extra.end(), [&](const std::string& other) {
    return normalizedName(other) == normalized;
  });
  if (configured || isOneOf(normalized, kLimitNames)) {
    return true;
  }
  if (isOneOf(normalized, kTwinNames)) {
    return false;
  }
  const Words words = splitName(name);
  if (isPageSize(words)) {
    return true;
  }
  return !hasOtherUnit(withoutPer(words)) &&
         (countsRows(words) || limitsRows(words) || isResultCount(words));
}

bool isTwinName(std::string_view name) {
  static constexpr std::string_view kBounds[] = {"max", "maximum", "limit", "num"};
  if (isOneOf(normalizedName(name), kTwinNames)) {
    return true;
  }
  const Words words = splitName(name);
  const bool bounds = std::any_of(words.begin(), words.end(),
                                  [](const std::string& word) { return isOneOf(word, kBounds); });
  return bounds && hasOtherUnit(withoutPer(words)) && !isLimitName(name);
}

bool isOpaqueCursorName(std::string_view name) {
  if (isOneOf(normalizedName(name), kOpaqueCursorNames)) {
    return true;
  }
  const Words words = splitName(name);
  if (words.size() < 2) {
    return false;
  }
  const std::string& last = words.back();
  const std::string& before = words[words.size() - 2];
  const bool pageToken = last == "token" && (before == "page" || before == "next" ||
                                             before == "continuation" || before == "pagination");
  // The cursor on a screen is another one.
  const bool cursor = last == "cursor" && before != "mouse" && before != "text";
  return pageToken || cursor;
}

bool isContinuationName(std::string_view name) {
  return isOpaqueCursorName(name) || isOneOf(normalizedName(name), kPositionNames);
}

bool isDateFilterName(std::string_view name) {
  if (isOneOf(normalizedName(name), kDateNames)) {
    return true;
  }
  bool edge = false;
  bool thing = false;
  for (const std::string& word : splitName(name)) {
    edge = edge || isOneOf(word, kDateEdges);
    thing = thing || isOneOf(word, kDateThings);
  }
  return edge && thing && !isContinuationName(name) && !isTwinName(name);
}

bool isSingleItemKey(std::string_view name, std::string_view toolName) {
  if (isOneOf(normalizedName(name), kItemKeys)) {
    return true;
  }
  const std::string noun = singularOf(readToolName(toolName).headNoun);
  Words words = splitName(name);
  if (noun.empty() || words.empty()) {
    return false;
  }
  if (words.size() > 1 && isOneOf(words.back(), kKeySuffixes)) {
    words.pop_back();
  }
  return words.back() == noun;
}

bool describesOtherUnit(std::string_view description) {
  // The first noun that names a thing counted decides; the rest explains. 40 words reach past any
  // opening met.
  for (const std::string& word : textWords(description, 40)) {
    if (isOneOf(word, kUnitWords)) {
      return true;
    }
    if (isPluralNoun(word) && isRowNoun(word)) {
      return false;
    }
  }
  return false;
}

bool describesWork(std::string_view description) {
  static constexpr std::string_view kWorks[] = {" to render", " to draw", " to visit", " to crawl"};
  // What it is of stands at the front: "Max nodes to render (default: 120)".
  const std::string_view start = description.substr(0, 60);
  return std::ranges::any_of(kWorks, [&](std::string_view work) {
    const size_t at = start.find(work);
    return at != std::string_view::npos &&
           (at + work.size() == start.size() || !isLower(toLower(start[at + work.size()])));
  });
}

bool describesTime(std::string_view description) {
  const Words words = textWords(description, 60);
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return isOneOf(word, kTimeWords) || word.starts_with("yyyy");
  });
}

bool descriptionListsAll(std::string_view description) {
  const Words words = textWords(description, 80);
  if (sentenceLists(words, 0)) {
    return true;
  }
  for (size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == "." && sentenceLists(words, i + 1)) {
      return true;
    }
  }
  return false;
}

bool descriptionOpensWith(std::string_view description, std::string_view noun) {
  static constexpr std::string_view kOtherThings[] = {"index", "schema", "document", "and", "or"};
  // Eight words hold the verb and its object in every description met.
  const Words words = textWords(description, 8);
  for (size_t i = 1; i < words.size() && words[i] != "."; ++i) {
    if (words[i] == noun) {
      return i + 1 == words.size() || !isOneOf(words[i + 1], kOtherThings);
    }
    if (isOneOf(words[i], kPrepositions) && !isOneOf(words[i], kArticles)) {
      return false;
    }
  }
  return false;
}

}  // namespace envelint
