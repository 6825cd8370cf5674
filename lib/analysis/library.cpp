#include "analysis/library.h"

#include <algorithm>
#include <array>
#include <span>

namespace envelint {
namespace {

using enum LibraryEffect;

// Sorted by name. Sources: ECMA-262 for globals and arrays; lodash 4's documentation.
constexpr auto kFunctions = std::to_array<LibraryFunction>({
    {"Array.from", kArrayOfArgument},
    {"Array.isArray", kIsArray},
    {"Array.of", kNewArray},
    {"Boolean", kBoolean},
    {"Date.now", kNumber},
    {"Math.abs", kNumber},
    {"Math.ceil", kRounded},
    {"Math.floor", kRounded},
    {"Math.max", kMaximum},
    {"Math.min", kMinimum},
    {"Math.round", kRounded},
    {"Math.trunc", kRounded},
    {"Number", kToNumber},
    {"Number.isFinite", kBoolean},
    {"Number.isInteger", kBoolean},
    {"Number.isNaN", kBoolean},
    {"Number.parseFloat", kToNumber},
    {"Number.parseInt", kToNumber},
    {"Object.assign", kMergedObject},
    {"Object.entries", kNewArray},
    {"Object.freeze", kArgument},
    {"Object.keys", kNewArray},
    {"Object.seal", kArgument},
    {"Object.values", kNewArray},
    {"Promise.all", kAll},
    {"Promise.allSettled", kNewArray},
    {"Promise.resolve", kArgument},
    {"String", kString},
    {"isNaN", kBoolean},
    {"lodash.filter", kArrayOfArgument},
    {"lodash.flatten", kNewArray},
    {"lodash.map", kNewArray},
    {"lodash.orderBy", kArrayOfArgument},
    {"lodash.sortBy", kArrayOfArgument},
    {"lodash.take", kArrayOfArgument},
    {"lodash.uniq", kArrayOfArgument},
    {"lodash.uniqBy", kArrayOfArgument},
    {"parseFloat", kToNumber},
    {"parseInt", kToNumber},
    {"structuredClone", kArgument},
});

constexpr auto kArrayMethods = std::to_array<LibraryFunction>({
    {"at", kElement},
    {"concat", kSameElements},
    {"entries", kNewArray},
    {"every", kBoolean},
    {"fill", kSameElements},
    {"filter", kSameElements},
    {"find", kElement},
    {"findIndex", kNumber},
    {"findLast", kElement},
    {"flat", kNewArray},
    {"flatMap", kFlatMapped},
    {"includes", kBoolean},
    {"indexOf", kNumber},
    {"join", kString},
    {"keys", kNewArray},
    {"map", kMapped},
    {"pop", kElement},
    {"push", kCount},
    {"reverse", kReceiver},
    {"shift", kElement},
    {"slice", kSameElements},
    {"some", kBoolean},
    {"sort", kReceiver},
    {"splice", kSameElements},
    {"toReversed", kSameElements},
    {"toSorted", kSameElements},
    {"toSpliced", kSameElements},
    {"unshift", kCount},
    {"values", kReceiver},
    {"with", kSameElements},
});

// `slice`, `concat`, `includes` and `at` belong to strings too, `filter` and `find` to query
// builders; these don't say enough by their names.
constexpr auto kAnyMethods = std::to_array<LibraryFunction>({
    {"catch", kReceiver},     {"charCodeAt", kNumber},    {"finally", kReceiver},
    {"flatMap", kFlatMapped}, {"getTime", kNumber},       {"indexOf", kNumber},
    {"join", kString},        {"localeCompare", kNumber}, {"map", kMapped},
    {"padStart", kString},    {"split", kNewArray},       {"startsWith", kBoolean},
    {"then", kThen},          {"toFixed", kString},       {"toISOString", kString},
    {"toLowerCase", kString}, {"toString", kString},      {"toUpperCase", kString},
    {"trim", kString},
});

struct ChainedMethod {
  std::string_view receiverCall;
  LibraryFunction method;
};

// better-sqlite3, node:sqlite, bun:sqlite, D1; mongodb's cursors; Convex's query builder.
constexpr auto kChainedMethods = std::to_array<ChainedMethod>({
    {"prepare", {"all", kNewArray}},
    {"bind", {"all", kNewArray}},
    {"find", {"toArray", kNewArray}},
    {"aggregate", {"toArray", kNewArray}},
    {"limit", {"toArray", kNewArray}},
    {"sort", {"toArray", kNewArray}},
    {"query", {"collect", kNewArray}},
    {"withIndex", {"collect", kNewArray}},
    {"filter", {"collect", kNewArray}},
    {"order", {"collect", kNewArray}},
});

struct RowsProperty {
  std::string_view call;
  std::string_view property;
};

// pg and its kin: `{rows, rowCount}`.
constexpr auto kRowsProperties = std::to_array<RowsProperty>({
    {"query", "rows"},
});

const LibraryFunction* find(std::span<const LibraryFunction> table, std::string_view name) {
  const auto it = std::ranges::lower_bound(table, name, {}, &LibraryFunction::name);
  return it != table.end() && it->name == name ? &*it : nullptr;
}

static_assert(std::ranges::is_sorted(kFunctions, {}, &LibraryFunction::name));
static_assert(std::ranges::is_sorted(kArrayMethods, {}, &LibraryFunction::name));
static_assert(std::ranges::is_sorted(kAnyMethods, {}, &LibraryFunction::name));

}  // namespace

const LibraryFunction* findLibraryFunction(std::string_view qualifiedName) {
  return find(kFunctions, qualifiedName);
}

const LibraryFunction* findArrayMethod(std::string_view name) { return find(kArrayMethods, name); }

const LibraryFunction* findAnyMethod(std::string_view name) { return find(kAnyMethods, name); }

const LibraryFunction* findChainedMethod(std::string_view receiverCall, std::string_view name) {
  const auto it = std::ranges::find_if(kChainedMethods, [&](const ChainedMethod& row) {
    return row.receiverCall == receiverCall && row.method.name == name;
  });
  return it == kChainedMethods.end() ? nullptr : &it->method;
}

bool isRowsProperty(std::string_view call, std::string_view name) {
  return std::ranges::any_of(kRowsProperties, [&](const RowsProperty& row) {
    return row.call == call && row.property == name;
  });
}

bool isSchemaPackage(std::string_view external) {
  static constexpr auto kPackages = std::to_array<std::string_view>(
      {"zod", "valibot", "arktype", "@sinclair/typebox", "typebox", "yup", "joi", "@hono/zod"});
  return std::ranges::any_of(kPackages, [&](std::string_view package) {
    return external.starts_with(package) && external.size() > package.size() &&
           (external[package.size()] == ':' || external[package.size()] == '/');
  });
}

}  // namespace envelint
