#pragma once

// The abstract values of the analysis: what an expression can be, as far as the code shows it.
//
// Values are lazy: an object is the literal that builds it together with the frame its names are
// read in, and its properties are valued only when asked for. They are made by an `Evaluator`, live
// as long as it does, and are immutable.

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/bindings.h"
#include "analysis/refs.h"

namespace envelint {

struct Value;
struct Frame;

/// A written type, read in a module; `args` are what the type parameters of its declaration stand
/// for.
struct TypeRef {
  const Module* module = nullptr;
  TypeId id;
  const std::vector<std::pair<std::string_view, TypeRef>>* substitution = nullptr;
  explicit operator bool() const { return module != nullptr && id.valid(); }
};

enum class ValueKind : uint8_t {
  kUnknown,  ///< nothing is known but, perhaps, its written type
  kUndefined,
  kNull,
  kBoolean,
  kNumber,  ///< an interval, `low..high`
  kString,  ///< `text` when it is constant (`isConstant`)
  kRegex,
  kObject,    ///< an object literal at `site`
  kArray,     ///< an array: a literal at `site`, or what an array method made of `base`
  kFunction,  ///< `function` with the frame it closes over
  kClass,
  kInstance,   ///< `new` of a class of the program
  kNamespace,  ///< a module of the program, as an object
  kExternal,   ///< something of a package or the platform: `text` is `zod:z` or `global:Math`
  kMember,     ///< property `text` of `base`, which the program doesn't define
  kCall,       ///< the result of calling `base`, which the program doesn't define, at `site`
  kInput,      ///< the value a caller from outside sends (see Evaluator::enter)
  kRecord,     ///< an object made up by a client of the analysis: `fields`
  kParameter,  ///< a parameter whose callers are not known
  kUnion,      ///< one of `options`
};

/// See ValueKind for which fields count. `site` and `frame` say where it was made, for all kinds
/// where the code shows it.
struct Value {
  ValueKind kind = ValueKind::kUnknown;
  bool isConstant = false;  ///< kString, kBoolean: the value is known
  bool boolean = false;
  bool isOpen = false;  ///< kArray: elements may come and go where this analysis doesn't look
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  std::string_view text;  ///< kString, kExternal, kMember; the method of a kArray or kCall
  ExprRef site;
  const Frame* frame = nullptr;
  const Value* base = nullptr;
  FunctionRef function;
  ClassRef classRef;
  const Module* module = nullptr;  ///< kNamespace, and where `binding` belongs
  BindingId binding;               ///< the variable a fresh object or array was first put in
  TypeRef type;                    ///< what the author says it is; may be none for any kind
  std::vector<const Value*> options;
  std::vector<std::pair<std::string_view, const Value*>> fields;  ///< kRecord

  bool is(ValueKind other) const { return kind == other; }
  bool isUnknown() const { return kind == ValueKind::kUnknown; }
  bool isNullish() const { return kind == ValueKind::kUndefined || kind == ValueKind::kNull; }
  /// A number known exactly.
  bool isExactNumber() const { return kind == ValueKind::kNumber && low == high; }
};

/// One activation of a function: which call made it and what its names close over. Frames are
/// interned by the evaluator, so equal ones are the same pointer.
struct Frame {
  FunctionRef function;
  const Frame* caller = nullptr;        ///< where the arguments are read; null for an entry
  const Frame* lexical = nullptr;       ///< of the function around this one, as far as known
  ExprRef call;                         ///< CallExpr, NewExpr; none for an entry and for callbacks
  const Value* self = nullptr;          ///< `this`
  std::vector<const Value*> arguments;  ///< of an entry or a callback: values by position
  StmtRef loop;                         ///< one turn of this for-of loop is meant ...
  const Value* loopElement = nullptr;   ///< ... with this element; else none
  uint32_t depth = 0;
};

/// Whether an object has a property, and what it is.
struct PropertyLookup {
  enum class Presence : uint8_t { kAbsent, kPresent, kMaybe };
  Presence presence = Presence::kMaybe;
  const Value* value = nullptr;  ///< never null
  CodePlace place;               ///< of the key, where the code shows it
};

/// One known property of an object value, in the order of the text.
struct KnownProperty {
  std::string_view key;
  ExprRef value;  ///< the expression, read in `frame`; none where `known` says it
  const Frame* frame = nullptr;
  const Value* known = nullptr;  ///< of a method, an export, a static member: no expression has it
  CodePlace place;               ///< of the key
};

/// The properties of an object value; `open` when there may be others (an unknown spread, computed
/// keys).
struct KnownProperties {
  std::vector<KnownProperty> properties;
  bool open = false;
};

}  // namespace envelint
