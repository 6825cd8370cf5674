#pragma once

// What SDKs, frameworks and common house styles call things, as data. Teaching envelint another SDK
// is adding rows here and a fixture.

#include <span>
#include <string_view>

namespace envelint {

/// How a registration call takes its parts.
enum class RegistrationForm : uint8_t {
  kConfig,      ///< `f(name, {description, inputSchema, ...}, handler)`
  kPositional,  ///< `f(name, [description], [schema], [annotations], handler)`
};

/// A function that registers one tool, known by the last part of its name.
struct RegistrationApi {
  std::string_view method;
  RegistrationForm form;
  std::string_view source;  ///< where the signature is documented
};

std::span<const RegistrationApi> registrationApis();
const RegistrationApi* findRegistrationApi(std::string_view method);

/// Packages whose use makes a package an MCP server or a part of one.
bool isMcpPackage(std::string_view dependency);

/// Members of a definition object or a tool class, the most telling first.
std::span<const std::string_view> nameKeys();
std::span<const std::string_view> schemaKeys();
std::span<const std::string_view> handlerKeys();
/// Schema members that mean a tool's schema whatever is in them.
bool isSureSchemaKey(std::string_view key);

/// What a low-level server calls the request for a tool's execution: an SDK constant or the method.
bool isCallToolRequest(std::string_view name);

/// Keys under which frameworks hand a handler its input inside one object: `({context}) => ...`.
bool isInputEnvelopeKey(std::string_view key);
/// Names of first parameters that aren't the input: `(ctx, args) => ...`.
bool isContextParameterName(std::string_view name);

}  // namespace envelint
