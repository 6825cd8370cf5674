#include "mcp/schema.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/evaluator.h"
#include "analysis/program.h"

namespace envelint {
namespace {

namespace fs = std::filesystem;

std::string_view nameOf(ParameterType type) {
  switch (type) {
    case ParameterType::kUnknown:
      return "?";
    case ParameterType::kNumber:
      return "number";
    case ParameterType::kString:
      return "string";
    case ParameterType::kBoolean:
      return "boolean";
    case ParameterType::kArray:
      return "array";
    case ParameterType::kObject:
      return "object";
    case ParameterType::kEnum:
      return "enum";
  }
  return "";
}

std::string boundText(const std::optional<double>& bound) {
  if (!bound.has_value()) {
    return "?";
  }
  return std::isinf(*bound) ? "inf" : fmt::format("{}", *bound);
}

std::string listText(const std::vector<SchemaParameter>& parameters);

/// `limit?: number<=100=20`: a question mark for an optional one, `|null` for a nullable one, then
/// the maximum of what can be meant as a number, the default, nested properties.
std::string parameterText(const SchemaParameter& parameter) {
  std::string text = parameter.name;
  text += parameter.required ? ": " : "?: ";
  text += nameOf(parameter.type);
  const bool numeric =
      parameter.type == ParameterType::kNumber || parameter.type == ParameterType::kString ||
      parameter.type == ParameterType::kUnknown || parameter.type == ParameterType::kEnum;
  if (numeric) {
    text += "<=" + boundText(parameter.maximum);
  }
  if (parameter.nullable) {
    text += "|null";
  }
  if (parameter.hasDefault) {
    text += "=" + boundText(parameter.defaultNumber);
  }
  if (!parameter.nested.empty() || parameter.nestedOpen) {
    text += "{" + listText(parameter.nested) + (parameter.nestedOpen ? " ..." : "") + "}";
  }
  return text;
}

std::string listText(const std::vector<SchemaParameter>& parameters) {
  std::string text;
  for (const SchemaParameter& parameter : parameters) {
    text += text.empty() ? "" : ", ";
    text += parameterText(parameter);
  }
  return text;
}

std::string summary(const InputSchema& schema) {
  if (!schema.known) {
    return "unknown";
  }
  return "(" + listText(schema.parameters) + ")" + (schema.open ? " open" : "");
}

/// A folder of source files and everything needed to ask about them.
class Project {
 public:
  Project(std::initializer_list<std::pair<std::string, std::string>> files) {
    static int number = 0;
    root_ = fs::temp_directory_path() /
            fmt::format("envelint-schema-{}-{}", static_cast<int>(::getpid()), number++);
    fs::create_directories(root_);
    for (const auto& [name, text] : files) {
      fs::create_directories((root_ / name).parent_path());
      std::ofstream(root_ / name) << text;
    }
    program_ = std::make_unique<Program>(ProgramOptions{.root = root_.string()});
    evaluator_ = std::make_unique<Evaluator>(*program_);
  }
  ~Project() { fs::remove_all(root_); }

  const Value* exported(const std::string& file, std::string_view name) {
    const Module* module = program_->load((root_ / file).string());
    return module == nullptr ? evaluator_->unknown() : evaluator_->exportOf(*module, name);
  }
  Evaluator& evaluator() { return *evaluator_; }

 private:
  fs::path root_;
  std::unique_ptr<Program> program_;
  std::unique_ptr<Evaluator> evaluator_;
};

/// The summary of `export const S = ...`, the rest of the file above it.
std::string read(const std::string& before, const std::string& schema) {
  Project project{{"a.ts", before + "\nexport const S = " + schema + ";\n"}};
  return summary(readSchema(project.evaluator(), project.exported("a.ts", "S")));
}

struct Case {
  std::string_view schema;
  std::string_view expected;
};

void check(const std::string& before, const std::vector<Case>& cases) {
  for (const Case& row : cases) {
    EXPECT_EQ(read(before, std::string(row.schema)), row.expected) << row.schema;
  }
}

// -------------------------------------------------------------------------------------------------

TEST(ZodSchema, ReadsNumbersAndTheirBounds) {
  check(
      "import { z } from 'zod';\nconst MAX = 200;\nconst PAGE = { max: 50 } as const;",
      {
          {"z.object({ limit: z.number() })", "(limit: number<=inf)"},
          {"z.object({ limit: z.number().max(100) })", "(limit: number<=100)"},
          {"z.object({ limit: z\n  .number()\n  .int()\n  .min(1)\n  .max(100)\n  .default(20) })",
           "(limit?: number<=100=20)"},
          {"z.object({ limit: z.number().lte(100).gte(1) })", "(limit: number<=100)"},
          {"z.object({ limit: z.number().lt(101) })", "(limit: number<=100)"},
          {"z.object({ limit: z.number().max(MAX) })", "(limit: number<=200)"},
          {"z.object({ limit: z.number().max(PAGE.max * 2) })", "(limit: number<=100)"},
          {"z.object({ limit: z.number().max(Number(process.env.MAX)) })", "(limit: number<=?)"},
          {"z.object({ limit: z.number().max(Number.MAX_SAFE_INTEGER) })",
           "(limit: number<=9007199254740991)"},
          {"z.object({ limit: z.coerce.number().int().positive().optional() })",
           "(limit?: number<=inf)"},
          {"z.object({ limit: z.int().max(10).nullish() })", "(limit?: number<=10|null)"},
          {"z.object({ limit: z.number({ message: 'no' }).safe().multipleOf(5) })",
           "(limit: number<=inf)"},
          {"z.object({ limit: z.number().default(() => 25) })", "(limit?: number<=inf=25)"},
          {"z.object({ limit: z.string().max(5) })", "(limit: string<=inf)"},
          {"z.object({ limit: z.string().regex(/^\\d+$/).default('50') })",
           "(limit?: string<=?=50)"},
          {"z.object({ name: z.string().trim().toLowerCase().optional() })",
           "(name?: string<=inf)"},
          {"z.object({ ids: z.array(z.string()).max(10) })", "(ids: array)"},
          {"z.object({ limit: z.number().withinReason() })", "(limit: number<=?)"},
          {"z.object({ limit: z.number().max(50).withinReason() })", "(limit: number<=50)"},
          {"z.object({ limit: z.number().brand('n').readonly().describe('how many') })",
           "(limit: number<=inf)"},
      });
}

TEST(ZodSchema, ReadsUnionsAndLiterals) {
  check(
      "import { z } from 'zod';\nenum Size { S = 10, L = 100 }",
      {
          {"z.object({ limit: z.union([z.literal(10), z.literal(50)]) })", "(limit: number<=50)"},
          {"z.object({ limit: z.literal([10, 20, 30]) })", "(limit: number<=30)"},
          {"z.object({ limit: z.enum(['10', '100']) })", "(limit: enum<=100)"},
          {"z.object({ mode: z.enum(['lite', 'full']).default('lite') })", "(mode?: enum<=?=?)"},
          {"z.object({ limit: z.number().max(100).or(z.string().transform(Number)) })",
           "(limit: number<=inf)"},
          {"z.object({ limit: z.union([z.number().max(100), z.string()]) })",
           "(limit: number<=inf)"},
          {"z.object({ limit: z.union([z.number().max(100), somewhere]) })", "(limit: number<=?)"},
          {"z.object({ limit: z.union([z.number().max(5), z.null()]) })",
           "(limit: number<=5|null)"},
          {"z.object({ limit: z.union([z.number().max(5), z.undefined()]) })",
           "(limit?: number<=5)"},
          {"z.object({ limit: z.union([z.number().max(100), z.literal('all')]) })",
           "(limit: number<=?)"},
          {"z.object({ limit: z.any() })", "(limit: ?<=inf|null)"},
      });
}

TEST(ZodSchema, SeesClampsInFunctions) {
  check(
      "import { z } from 'zod';\n"
      "function clampLimit(n: number) { return Math.min(Math.max(n, 1), 100); }\n"
      "const clamped = z.number().transform((n) => Math.min(n, 50));",
      {
          {"z.object({ limit: z.number().transform((v) => Math.min(v, 100)) })",
           "(limit: number<=100)"},
          {"z.object({ limit: z.number().transform(clampLimit) })", "(limit: number<=100)"},
          {"z.object({ limit: clamped.optional() })", "(limit?: number<=50)"},
          {"z.object({ limit: z.preprocess(clampLimit, z.number()) })", "(limit: number<=100)"},
          {"z.object({ limit: z.preprocess((v) => (typeof v === 'string' ? Number(v) : v), "
           "z.number()) })",
           "(limit: number<=inf)"},
          {"z.object({ limit: z.preprocess((v) => v, z.number().max(10).optional()) })",
           "(limit?: number<=10)"},
          {"z.object({ limit: z.string().transform((v) => parseInt(v, 10)) })",
           "(limit: number<=inf)"},
          {"z.object({ limit: z.string().transform((v) => parseInt(v, "
           "10)).pipe(z.number().max(100)) })",
           "(limit: number<=100)"},
          {"z.object({ limit: z.string().optional().transform((v) => (v ? parseInt(v, 10) : 50)) "
           "})",
           "(limit?: number<=inf=50)"},
          {"z.object({ limit: z.number().refine((n) => n <= 100) })", "(limit: number<=100)"},
          {"z.object({ limit: z.number().refine((n) => n > 0 && n < 101, 'range') })",
           "(limit: number<=100)"},
          {"z.object({ limit: z.number().optional().refine((n) => !n || 100 >= n) })",
           "(limit?: number<=100)"},
          {"z.object({ limit: z.number().refine(Number.isInteger, 'integer') })",
           "(limit: number<=inf)"},
          {"z.object({ limit: z.number().refine((n) => n > 0) })", "(limit: number<=inf)"},
          {"z.object({ limit: z.number().refine((n) => allowed(n)) })", "(limit: number<=?)"},
          {"z.object({ limit: z.number().superRefine(check) })", "(limit: number<=?)"},
      });
}

TEST(ZodSchema, ReadsObjectsInAllTheirForms) {
  check(
      "import { z } from 'zod';\n"
      "const Paging = z.object({ limit: z.number().max(50), cursor: z.string().optional() });\n"
      "const Base = z.object({ id: z.string() });\n"
      "const shape = { q: z.string(), limit: z.number() };",
      {
          {"{ limit: z.number().max(10), q: z.string() }", "(limit: number<=10, q: string<=inf)"},
          {"{}", "()"},
          {"z.object({})", "()"},
          {"z.strictObject(shape)", "(q: string<=inf, limit: number<=inf)"},
          {"z.object(shape).strict().describe('x')", "(q: string<=inf, limit: number<=inf)"},
          {"Base.extend({ limit: z.number() })", "(id: string<=inf, limit: number<=inf)"},
          {"Base.merge(Paging)", "(id: string<=inf, limit: number<=50, cursor?: string<=inf)"},
          {"Base.and(Paging)", "(id: string<=inf, limit: number<=50, cursor?: string<=inf)"},
          {"z.intersection(Base, Paging)",
           "(id: string<=inf, limit: number<=50, cursor?: string<=inf)"},
          {"Base.extend(Paging.shape)",
           "(id: string<=inf, limit: number<=50, cursor?: string<=inf)"},
          {"{ ...Paging.shape, q: z.string() }",
           "(limit: number<=50, cursor?: string<=inf, q: string<=inf)"},
          {"{ ...shape, limit: shape.limit.max(5) }", "(q: string<=inf, limit: number<=5)"},
          {"z.object({ limit: Paging.shape.limit.optional() })", "(limit?: number<=50)"},
          {"Paging.pick({ limit: true })", "(limit: number<=50)"},
          {"Paging.omit({ limit: true })", "(cursor?: string<=inf)"},
          {"Paging.partial()", "(limit?: number<=50, cursor?: string<=inf)"},
          {"Paging.partial().required({ limit: true })",
           "(limit: number<=50, cursor?: string<=inf)"},
          {"Paging.partial({ limit: true }).shape", "(limit?: number<=50, cursor?: string<=inf)"},
          {"z.object({ params: Paging.optional() })",
           "(params?: object{limit: number<=50, cursor?: string<=inf})"},
          {"z.lazy(() => Paging)", "(limit: number<=50, cursor?: string<=inf)"},
          {"z.discriminatedUnion('kind', [z.object({ kind: z.literal('a'), limit: "
           "z.number().max(5) "
           "}), z.object({ kind: z.literal('b'), limit: z.number() })])",
           "(kind: enum<=?, limit: number<=inf)"},
          {"z.union([z.object({ limit: z.number().max(5) }), z.object({ q: z.string() })])",
           "(limit?: number<=5, q?: string<=inf)"},
          {"z.object({ ...elsewhere(), limit: z.number() })", "(limit: number<=inf) open"},
          {"z.object({ limit: elsewhere() })", "(limit: ?<=?)"},
          {"Base.refine((v) => v.id !== '').transform((v) => v)", "(id: string<=inf)"},
          {"z.record(z.string())", "() open"},
          {"z.array(Base)", "unknown"},
          {"{ title: 'List', readOnlyHint: true }", "unknown"},
          {"Base.parse({ id: 'x' })", "unknown"},
      });
}

TEST(ZodSchema, ReadsWhatTheProjectBuilds) {
  check(
      "import { z } from 'zod';\n"
      "const bounded = (max: number, fallback = 20) =>\n"
      "  z.number().int().min(1).max(max).default(fallback);\n"
      "function withPaging<T>(shape: T) { return { ...shape, limit: bounded(100) }; }\n"
      "function strict(shape: Record<string, z.ZodTypeAny>) { return z.object(shape).strict(); }\n"
      "function lenient() { return z.union([z.number(), z.string()]).optional(); }\n"
      "const optionals = Object.fromEntries(\n"
      "  Object.entries({ limit: z.number().max(9) }).map(([k, v]) => [k, v.optional()]));\n"
      "const late: Record<string, z.ZodTypeAny> = { q: z.string() };\n"
      "late.limit = z.number();",
      {
          {"z.object({ limit: bounded(50) })", "(limit?: number<=50=20)"},
          {"strict(withPaging({ q: z.string() }))", "(q: string<=inf, limit?: number<=100=20)"},
          {"{ limit: lenient() }", "(limit?: number<=inf)"},
          {"z.object(optionals)", "(limit?: number<=9)"},
          {"z.object(late)", "(q: string<=inf, limit: number<=inf)"},
          {"Object.assign({}, { q: z.string() }, { limit: z.number().max(3) })",
           "(q: string<=inf, limit: number<=3)"},
          {"z.object({ ...(process.env.PAGED ? { limit: z.number().max(7) } : {}) })",
           "(limit?: number<=7)"},
          {"z.object({ ['limit']: z.number() })", "(limit: number<=inf)"},
          {"process.env.V2 ? z.object({ limit: z.number().max(5) }) : z.object({ limit: z.number() "
           "})",
           "(limit: number<=inf)"},
          {"Object.freeze({ limit: z.number().max(4) })", "(limit: number<=4)"},
      });
}

TEST(ZodSchema, SeesThroughConverters) {
  check(
      "import { z } from 'zod';\n"
      "import { zodToJsonSchema } from 'zod-to-json-schema';\n"
      "import { toMCPSchema } from './missing-package';\n"
      "import { convert } from 'converter';\n"
      "const X = z.object({ limit: z.number().max(30) });",
      {
          {"zodToJsonSchema(X)", "(limit: number<=30)"},
          {"zodToJsonSchema(X, { target: 'openApi3' }) as unknown as object",
           "(limit: number<=30)"},
          {"z.toJSONSchema(X)", "(limit: number<=30)"},
          {"X.toJSONSchema()", "(limit: number<=30)"},
          {"convert(X.shape)", "(limit: number<=30)"},
          {"{ ...zodToJsonSchema(X), additionalProperties: false }", "(limit: number<=30)"},
          {"{ type: 'object', properties: zodToJsonSchema(X).properties, required: ['limit'] }",
           "(limit: number<=30)"},
          {"JSON.parse(JSON.stringify(zodToJsonSchema(X)))", "unknown"},
      });
}

TEST(ZodSchema, KnowsZodByAllItsNames) {
  EXPECT_EQ(read("import z from 'zod';", "z.object({ limit: z.number().max(5) })"),
            "(limit: number<=5)");
  EXPECT_EQ(read("import * as z from 'zod/v4';", "z.object({ limit: z.number().max(5) })"),
            "(limit: number<=5)");
  EXPECT_EQ(read("import * as zod from 'zod';", "zod.z.object({ limit: zod.z.number().max(5) })"),
            "(limit: number<=5)");
  EXPECT_EQ(read("import { z } from '@hono/zod-openapi';",
                 "z.object({ limit: z.number().max(5).openapi({ description: 'x' }) })"),
            "(limit: number<=5)");
  EXPECT_EQ(read("const { z } = require('zod');", "z.object({ limit: z.number().max(5) })"),
            "(limit: number<=5)");
  EXPECT_EQ(read("import { object, number } from 'zod';", "object({ limit: number().max(5) })"),
            "(limit: number<=5)");
  EXPECT_EQ(read("import * as z from 'zod/mini';",
                 "z.object({ limit: z._default(z.optional(z.number().check(z.gte(1), "
                 "z.maximum(100))), 20) })"),
            "(limit?: number<=100=20)");
  EXPECT_EQ(read("import * as z from 'zod/mini';",
                 "z.extend(z.object({ q: z.string() }), { limit: z.nullable(z.int()) })"),
            "(q: string<=inf, limit: number<=inf|null)");
}

TEST(JsonSchema, ReadsLiterals) {
  check(
      "const LIMIT = { type: 'number', maximum: 100, default: 20 } as const;\n"
      "const paging = { limit: LIMIT, cursor: { type: 'string' } };\n"
      "const stringProp = (description: string) => ({ type: 'string', description });\n"
      "const MAX = 75;",
      {
          {"{ type: 'object', properties: { limit: { type: 'integer' } } }",
           "(limit?: number<=inf)"},
          {"{ type: 'object', properties: { limit: { type: 'integer', minimum: 1, maximum: 100, "
           "default: 20 } }, required: ['limit'] }",
           "(limit: number<=100=20)"},
          {"{ type: 'object', properties: { limit: { type: 'number', exclusiveMaximum: 101 } } }",
           "(limit?: number<=100)"},
          {"{ type: 'object', properties: { limit: { type: 'number', maximum: 101, "
           "exclusiveMaximum: "
           "true } } }",
           "(limit?: number<=100)"},
          {"{ type: 'object', properties: { limit: { type: ['integer', 'null'], maximum: MAX } } }",
           "(limit?: number<=75|null)"},
          {"{ type: 'object', properties: { limit: { type: 'integer', enum: [10, 20] } } }",
           "(limit?: number<=20)"},
          {"{ type: 'object', properties: { limit: { const: 5 } } }", "(limit?: number<=5)"},
          {"{ type: 'object', properties: { limit: { description: 'how many' } } }",
           "(limit?: ?<=inf|null)"},
          {"{ type: 'object', properties: { limit: { anyOf: [{ type: 'integer', maximum: 9 }, { "
           "type: "
           "'null' }] } } }",
           "(limit?: number<=9|null)"},
          {"{ type: 'object', properties: { limit: { oneOf: [{ type: 'integer', maximum: 9 }, { "
           "type: "
           "'string' }] } } }",
           "(limit?: number<=inf)"},
          {"{ type: 'object', properties: { limit: { allOf: [{ type: 'integer' }, { maximum: 9 }] "
           "} } }",
           "(limit?: number<=9)"},
          {"{ type: 'object', properties: { limit: LIMIT, q: stringProp('what') }, required: ['q'] "
           "}",
           "(limit?: number<=100=20, q: string<=inf)"},
          {"{ type: 'object', properties: { ...paging } } as const",
           "(limit?: number<=100=20, cursor?: string<=inf)"},
          {"{ type: 'object', properties: { limit: { ...LIMIT, maximum: 5 } } }",
           "(limit?: number<=5=20)"},
          {"{ type: 'object', properties: { ...unknownThings, limit: { type: 'integer' } } }",
           "(limit?: number<=inf) open"},
          {"{ type: 'object', properties: { limit: { type: 'integer', ...unknownThings } } }",
           "(limit?: number<=?)"},
          {"{ type: 'object', properties: { limit: { $ref: '#/$defs/Limit' } }, $defs: { Limit: { "
           "type: "
           "'integer', maximum: 12 } } }",
           "(limit?: number<=12)"},
          {"{ type: 'object', properties: { limit: { $ref: 'other.json' } } }",
           "(limit?: ?<=?|null)"},
          {"{ type: 'object', properties: { options: { type: 'object', properties: { limit: { "
           "type: "
           "'integer' } } } } }",
           "(options?: object{limit?: number<=inf})"},
          {"{ type: 'object', properties: {} }", "()"},
          {"{ type: 'object' }", "()"},
          {"{ type: 'array', items: {} }", "unknown"},
          {"{ type: 'object', oneOf: [{ properties: { a: { type: 'string' } } }, { properties: { "
           "b: { "
           "type: 'string' } } }] }",
           "(a?: string<=inf, b?: string<=inf)"},
          {"{ limit: { type: 'number', required: true }, q: { type: 'string', required: false } }",
           "(limit: number<=inf, q?: string<=inf)"},
          {"{ type: 'object', properties: { limit: { type: 'string', pattern: '^[0-9]{1,2}$' } } }",
           "(limit?: string<=?)"},
      });
}

TEST(JsonSchema, StopsAtItself) {
  EXPECT_EQ(read("",
                 "{ type: 'object', properties: { child: { $ref: '#/$defs/Node' } }, $defs: { "
                 "Node: { type: 'object', properties: { child: { $ref: '#/$defs/Node' } } } } }"),
            "(child?: object{child?: ?<=?|null})");
}

TEST(JsonSchema, ReadsTheLegacyFormOfMcpFramework) {
  EXPECT_EQ(read("import { z } from 'zod';",
                 "{ limit: { type: z.number().max(10), description: 'how many' }, q: { type: "
                 "z.string().optional(), description: 'what' } }"),
            "(limit: number<=10, q?: string<=inf)");
}

TEST(TypeBoxSchema, ReadsBuildersAndOptions) {
  check(
      "import { Type, type Static } from '@sinclair/typebox';\n"
      "const Paging = Type.Object({ limit: Type.Integer({ maximum: 100 }) });",
      {
          {"Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: "
           "20 })) "
           "})",
           "(limit?: number<=100=20)"},
          {"Type.Object({ limit: Type.Number({ exclusiveMaximum: 51, description: 'x' }) })",
           "(limit: number<=50)"},
          {"Type.Object({ limit: Type.Number() })", "(limit: number<=inf)"},
          {"Type.Object({ limit: Type.Union([Type.Literal(10), Type.Literal(20)]) })",
           "(limit: number<=20)"},
          {"Type.Object({ limit: Type.Union([Type.Integer({ maximum: 5 }), Type.Null()]) })",
           "(limit: number<=5|null)"},
          {"Type.Intersect([Paging, Type.Object({ q: Type.String() })])",
           "(limit: number<=100, q: string<=inf)"},
          {"Type.Composite([Paging, Type.Object({ q: Type.String() })])",
           "(limit: number<=100, q: string<=inf)"},
          {"Type.Partial(Paging)", "(limit?: number<=100)"},
          {"Type.Pick(Paging, ['limit'])", "(limit: number<=100)"},
          {"Type.Object({ ...Paging.properties, q: Type.String() })",
           "(limit: number<=100, q: string<=inf)"},
          {"Type.Object({ limit: Type.Unsafe({ type: 'integer', maximum: 6 }) })",
           "(limit: number<=6)"},
      });
}

TEST(ValibotSchema, ReadsPipes) {
  check(
      "import * as v from 'valibot';\n"
      "const Paging = v.object({ limit: v.pipe(v.number(), v.maxValue(100)) });",
      {
          {"v.object({ limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), "
           "v.maxValue(100)), 20) })",
           "(limit?: number<=100=20)"},
          {"v.object({ limit: v.number() })", "(limit: number<=inf)"},
          {"v.strictObject({ limit: v.pipe(v.string(), v.transform(Number), v.number(), "
           "v.maxValue(50)) })",
           "(limit: number<=50)"},
          {"v.object({ limit: v.pipe(v.number(), v.check((n) => n <= 30)) })",
           "(limit: number<=30)"},
          {"v.object({ limit: v.nullish(v.number()) })", "(limit?: number<=inf|null)"},
          {"v.object({ ...Paging.entries, q: v.string() })",
           "(limit: number<=100, q: string<=inf)"},
          {"v.intersect([Paging, v.object({ q: v.string() })])",
           "(limit: number<=100, q: string<=inf)"},
          {"v.partial(Paging)", "(limit?: number<=100)"},
          {"v.pick(Paging, ['limit'])", "(limit: number<=100)"},
          {"v.object({ limit: v.picklist([10, 20]) })", "(limit: number<=20)"},
          {"v.object({ limit: v.union([v.literal(10), v.literal(25)]) })", "(limit: number<=25)"},
          {"v.object({ limit: v.fallback(v.number(), 15) })", "(limit?: number<=inf=15)"},
          {"v.parse(Paging, {})", "unknown"},
      });
}

TEST(ArkTypeSchema, ReadsDefinitions) {
  check("import { type } from 'arktype';\nconst Paging = type({ 'limit?': 'number <= 100' });",
        {
            {"type({ 'limit?': 'number.integer <= 100', q: 'string' })",
             "(limit?: number<=100, q: string<=inf)"},
            {"type({ limit: '1 <= number <= 50' })", "(limit: number<=50)"},
            {"type({ limit: 'number < 51' })", "(limit: number<=50)"},
            {"type({ limit: 'number = 20' })", "(limit?: number<=inf=20)"},
            {"type({ limit: '0 < number.integer <= 200 = 50' })", "(limit?: number<=200=50)"},
            {"type({ limit: 'number > 0' })", "(limit: number<=inf)"},
            {"type({ limit: '10 | 20 | 50' })", "(limit: number<=50)"},
            {"type({ limit: 'number <= 10 | null' })", "(limit: number<=10|null)"},
            {"type({ limit: ['number', '=', 20] })", "(limit?: number<=inf=20)"},
            {"type({ options: { limit: 'number' } })", "(options: object{limit: number<=inf})"},
            {"type({ limit: type('number').atMost(40).default(10) })", "(limit?: number<=40=10)"},
            {"type({ limit: type.number.atMost(40) })", "(limit: number<=40)"},
            {"Paging.and({ q: 'string' })", "(limit?: number<=100, q: string<=inf)"},
            {"Paging.merge({ limit: 'number' })", "(limit: number<=inf)"},
            {"type({ ids: 'string[]' })", "(ids: array)"},
        });
}

TEST(OtherSchema, IsNotGuessed) {
  check(
      "import { Schema } from 'effect';\nimport Joi from 'joi';\nimport { v } from "
      "'convex/values';\nimport { imported } from 'somewhere';",
      {
          {"Schema.Struct({ limit: Schema.Number })", "unknown"},
          {"Joi.object({ limit: Joi.number().max(5) })", "unknown"},
          {"v.object({ limit: v.number() })", "unknown"},
          {"imported", "unknown"},
          {"[1, 2]", "unknown"},
          {"{ handler: async () => ({ content: [] }) }", "unknown"},
      });
}

// -------------------------------------------------------------------------------------------------

TEST(Schema, PointsAtTheSharedDeclaration) {
  Project project{
      {"shared.ts",
       "import { z } from 'zod';\n"
       "export const paging = {\n  limit: z.number().int(),\n};\n"},
      {"a.ts",
       "import { paging } from './shared';\nimport { z } from 'zod';\n"
       "export const S = { q: z.string(), ...paging };\n"
       "export const T = z.object(paging).extend({ r: z.string() });\n"},
  };
  const InputSchema first = readSchema(project.evaluator(), project.exported("a.ts", "S"));
  const InputSchema second = readSchema(project.evaluator(), project.exported("a.ts", "T"));
  ASSERT_EQ(first.parameters.size(), 2u);
  ASSERT_EQ(second.parameters.size(), 2u);
  EXPECT_EQ(first.parameters[1].declaration, second.parameters[0].declaration);
  const CodePlace declaration = first.parameters[1].declaration;
  ASSERT_TRUE(declaration);
  EXPECT_EQ(declaration.file->displayPath(), "shared.ts");
  EXPECT_EQ(declaration.file->text(declaration.range), "limit");
  const CodePlace definition = first.parameters[1].definition;
  ASSERT_TRUE(definition);
  EXPECT_EQ(definition.file->text(definition.range), "z.number().int()");
}

TEST(Schema, PointsAtTheSchemaBehindAShorthand) {
  Project project{{"a.ts",
                   "import { z } from 'zod';\nconst limit = z.number().default(500);\n"
                   "export const S = { limit };\n"}};
  const InputSchema schema = readSchema(project.evaluator(), project.exported("a.ts", "S"));
  ASSERT_EQ(schema.parameters.size(), 1u);
  const SchemaParameter& limit = schema.parameters[0];
  EXPECT_EQ(limit.definition.file->text(limit.definition.range), "z.number().default(500)");
  EXPECT_EQ(limit.defaultPlace.file->text(limit.defaultPlace.range), "500");
}

TEST(Schema, KeepsDescriptions) {
  Project project{{"a.ts",
                   "import { z } from 'zod';\n"
                   "export const S = { a: z.number().describe('how ' + 'many'), "
                   "b: z.number().meta({ description: 'rows' }).optional() };\n"
                   "export const J = { type: 'object', properties: { a: { type: 'integer', "
                   "description: 'how many' } } };\n"}};
  const InputSchema zod = readSchema(project.evaluator(), project.exported("a.ts", "S"));
  ASSERT_EQ(zod.parameters.size(), 2u);
  EXPECT_EQ(zod.parameters[0].description, "how many");
  EXPECT_EQ(zod.parameters[1].description, "rows");
  EXPECT_EQ(zod.dialect, SchemaDialect::kZod);
  const InputSchema json = readSchema(project.evaluator(), project.exported("a.ts", "J"));
  ASSERT_EQ(json.parameters.size(), 1u);
  EXPECT_EQ(json.parameters[0].description, "how many");
  EXPECT_EQ(json.dialect, SchemaDialect::kJsonSchema);
}

TEST(Schema, ReadsOneParameter) {
  Project project{{"a.ts",
                   "import { z } from 'zod';\nexport const L = z.number().max(5);\n"
                   "export const U = elsewhere();\n"}};
  const SchemaParameter limit =
      readParameter(project.evaluator(), "limit", project.exported("a.ts", "L"));
  EXPECT_EQ(parameterText(limit), "limit: number<=5");
  const SchemaParameter unknown =
      readParameter(project.evaluator(), "limit", project.exported("a.ts", "U"));
  EXPECT_EQ(parameterText(unknown), "limit: ?<=?");
}

TEST(Schema, KnowsWhatLooksLikeASchema) {
  struct Row {
    std::string_view value;
    bool expected;
  };
  const Row rows[] = {
      {"z.object({ a: z.string() })", true},
      {"z.string()", true},
      {"{ a: z.string() }", true},
      {"{ type: 'object', properties: {} }", true},
      {"z.toJSONSchema(z.object({}))", true},
      {"{}", false},
      {"{ title: 'x' }", false},
      {"{ name: 'list', inputSchema: z.object({}), handler: () => 1 }", false},
      {"'text'", false},
      {"() => 1", false},
      {"elsewhere()", false},
      {"z.object({}).parse({})", false},
      {"{ content: [{ type: 'text', text: 'x' }] }", false},
  };
  for (const Row& row : rows) {
    Project project{
        {"a.ts", "import { z } from 'zod';\nexport const S = " + std::string(row.value) + ";\n"}};
    EXPECT_EQ(looksLikeSchema(project.evaluator(), project.exported("a.ts", "S")), row.expected)
        << row.value;
  }
}

TEST(Schema, SurvivesAnyDepth) {
  std::string chain = "z.object({ limit: z.number() })";
  std::string nested = "{ type: 'object', properties: { a: { type: 'string' } } }";
  std::string objects = "z.string()";
  for (int i = 0; i < 3000; ++i) {
    chain += ".strict()";
    nested = "{ type: 'object', properties: { a: " + nested + " } }";
    objects = "z.object({ a: " + objects + " })";
  }
  for (const std::string& schema : {chain, nested, objects}) {
    // What comes out doesn't matter, only that something does.
    EXPECT_FALSE(read("import { z } from 'zod';", schema).empty());
  }
}

TEST(Schema, TellsArraysFromObjects) {
  Project project{{"a.ts",
                   "import { z } from 'zod';\nconst Row = z.object({ a: z.string() });\n"
                   "export const A = z.array(Row);\nexport const B = Row.array();\n"
                   "export const C = Row;\nexport const D = z.array(Row).optional();\n"
                   "export const E = z.object({ items: z.array(Row) });\n"
                   "export const F = { type: 'array', items: {} };\n"}};
  const auto isArray = [&](std::string_view name) {
    return describesArray(project.evaluator(), project.exported("a.ts", name));
  };
  EXPECT_TRUE(isArray("A"));
  EXPECT_TRUE(isArray("B"));
  EXPECT_FALSE(isArray("C"));
  EXPECT_TRUE(isArray("D"));
  EXPECT_FALSE(isArray("E"));
  EXPECT_TRUE(isArray("F"));
}

}  // namespace
}  // namespace envelint
