#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "program/module.h"

namespace envelint {

/// The module as text, for tests to compare: one line for each of the module's statements, then one
/// for each import, export and type declaration. Expressions are S-expressions, with objects,
/// arrays and literals as they are written in JSON or nearly so; `_` is a part that is absent, `?`
/// is Unknown.
std::string dump(const Module& module);

/// The same of one node.
std::string dump(const Module& module, ExprId id);
std::string dump(const Module& module, TypeId id);

/// Lowers the text as a file of that name, kept for the rest of the test program, and dumps it.
std::string lowered(std::string_view text, std::string_view fileName = "/test/file.ts");

/// The module itself, kept like that.
const Module& moduleOf(std::string_view text, std::string_view fileName = "/test/file.ts");

/// A text and what it lowers to.
struct Lowered {
  std::string_view source;
  std::string_view dump;
};

/// Expects each text to be read whole, with sound ranges, and to lower to its dump.
void expectLowered(std::initializer_list<Lowered> cases,
                   std::string_view fileName = "/test/file.ts");

/// What is wrong with the ranges of a module's nodes: each must lie in the text and inside that of
/// the node that owns it. Empty when nothing is.
std::string rangeErrors(const Module& module);

}  // namespace envelint
