#pragma once

// What functions of the language's own library and of common packages do to values, as data: one
// row a function. Teaching the analysis another one is adding a row in library.cpp.

#include <cstdint>
#include <string_view>

namespace envelint {

enum class LibraryEffect : uint8_t {
  kArgument,         ///< the result is argument `index`
  kReceiver,         ///< the result is the receiver
  kSameElements,     ///< an array with (some of) the receiver's elements
  kMapped,           ///< an array of what the callback gives for the receiver's elements
  kFlatMapped,       ///< an array of the elements of what the callback gives
  kElement,          ///< one of the receiver's elements
  kThen,             ///< what the callback gives for the receiver
  kNewArray,         ///< an array of something unknown
  kArrayOfArgument,  ///< an array with the elements of argument `index`
  kAll,              ///< an array whose elements are those of argument 0, in their places
  kMergedObject,     ///< an object with the properties of all arguments, the last one first
  kMinimum,
  kMaximum,
  kRounded,   ///< argument 0 to a whole number
  kToNumber,  ///< argument 0 as a number
  kNumber,    ///< some number
  kCount,     ///< a number from 0
  kString,
  kBoolean,
  kIsArray,  ///< whether the first argument is an array
};

struct LibraryFunction {
  std::string_view name;  ///< `Math.min` of a global, `map` of any receiver, `lodash.clamp`
  LibraryEffect effect;
  uint8_t index = 0;
};

/// The row of a function reached by name from a global or a package: `Math.min`, `Object.freeze`,
/// `lodash.sortBy`; null when there is none.
const LibraryFunction* findLibraryFunction(std::string_view qualifiedName);

/// The row of a method when its receiver is an array.
const LibraryFunction* findArrayMethod(std::string_view name);

/// The row of a method whose name alone says what it gives, whatever the receiver is: nothing but
/// an array has a `map` worth the name.
const LibraryFunction* findAnyMethod(std::string_view name);

/// Whether the package of an external value (`zod:z`) builds schemas by chained calls.
bool isSchemaPackage(std::string_view external);

/// The row of a method by what its receiver was called from: `prepare(...).all()`; null when the
/// pair says nothing.
const LibraryFunction* findChainedMethod(std::string_view receiverCall, std::string_view name);

/// Whether property `name` of what a call gives is an array of rows: `query(...)`'s `rows`.
bool isRowsProperty(std::string_view call, std::string_view name);

}  // namespace envelint
