#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analysis/program.h"
#include "analysis/refs.h"

namespace envelint {

/// The functions and constants that the C++ files of a program share, by name. C++ has no imports
/// of names: whoever links a file in can call what it defines. A name counts only where it means
/// one thing: functions of the same name in several classes are told apart by the class and by how
/// many arguments a call has, else the name stays unknown.
class GlobalNames {
 public:
  explicit GlobalNames(const Program& program) : program_(program) {}

  struct Found {
    const Module* module = nullptr;
    BindingId binding;
    explicit operator bool() const { return module != nullptr; }
  };

  /// What an unresolved name, or a called member, of a C++ module means.
  Found find(ExprRef expr);

 private:
  struct Entry {
    const Module* module;
    BindingId binding;
    std::string_view owner;  ///< the class of a method; empty for others
    bool isFunction;
    uint32_t required;  ///< parameters without a default
    uint32_t accepted;
  };
  void build();

  const Program& program_;
  size_t modulesSeen_ = 0;
  std::unordered_map<std::string_view, std::vector<Entry>> entries_;
};

}  // namespace envelint
