#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace envelint {

/// Writes PostgreSQL statements at random, the same ones for the same seed on every machine: each
/// clause that bounds a query or seems to, in every place where it can stand, with comments, case
/// and line breaks thrown in.
class StatementGenerator {
 public:
  explicit StatementGenerator(uint32_t seed) : random_(seed) {}

  std::string next();

 private:
  size_t pick(size_t count) { return random_() % count; }
  bool chance(unsigned percent) { return random_() % 100 < percent; }
  std::string one(std::initializer_list<std::string_view> choices);
  void say(std::string_view words);
  void glue(std::string_view text) { text_ += text; }
  void blank();

  void statement();
  void change();
  void insert();
  void utility();
  void with();
  void query();
  bool body();
  void select();
  void list();
  void from();
  void source();
  void subquery();

  // generated_expressions.cpp
  std::string column();
  std::string table();
  std::string literal();
  void item();
  void expression();
  void aggregate();
  void window();
  void condition();
  void comparison();
  void groupBy();
  void orderBy();
  void limit();
  void locking();

  std::mt19937 random_;
  std::string text_;
  int depth_ = 0;
  int aliases_ = 0;
  std::vector<std::string> commonTables_;
};

}  // namespace envelint
