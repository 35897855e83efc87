import {
  API_VERSION,
  bigIntegerFields,
  definitionOf,
  expectedResponse,
  isSchema,
  quoteBigIntegers,
} from "@forgehand/core/contract";
import { type Dialect, fromWire, github, wirePath } from "@forgehand/core/dialects";
import { Ajv, type Options, type ValidateFunction } from "ajv";
import * as z from "zod/mini";
import { compileSchema } from "../../packages/core/src/schema/compile-schema.ts";
import { isMatch } from "../../packages/core/src/schema/is-match.ts";
import type { ObservedResponse } from "../../packages/emulator/src/http/response-observers.ts";
import { REMOVED_NAMES } from "../../packages/emulator/src/http/wire-format.ts";
import { description } from "./data.ts";
import type { JsonSchema } from "./json-schema.ts";

// Every response that the emulator sends in any test is checked against the contract. With GitHub's names it is also
// checked against the public API description.

/**
 * Statuses that every operation can return, listed or not: those of authentication, redirects, validation and failures.
 */
const UNIVERSAL = [301, 307, 400, 401, 403, 404, 413, 422, 429, 500, 501, 503];

/**
 * Maximum length of a response that is cached as valid, and the number of such responses. Almost half of all responses
 * repeat an earlier one.
 */
const MAX_CACHED_LENGTH = 10_000;
const MAX_CACHED = 20_000;

/** Responses that were found valid, by dialect. */
const validResponses = new WeakMap<Dialect, Set<string>>();

function isKnownValid(dialect: Dialect, key: string): boolean {
  return validResponses.get(dialect)?.has(key) ?? false;
}

function cacheValid(dialect: Dialect, key: string): void {
  const validTexts = validResponses.get(dialect) ?? new Set();
  if (validTexts.size >= MAX_CACHED) validTexts.clear();
  validResponses.set(dialect, validTexts.add(key));
}

/** Returns the problems of a response, empty if it is valid. */
export function responseProblems(response: ObservedResponse): string[] {
  const { operation, format, media, sent } = response;
  const { dialect, version } = format;
  const text = String(sent.body);
  const key = [operation.route, sent.status, media, version, text].join("\n");
  if (isKnownValid(dialect, key)) return [];
  const problems = [...contractProblems(response, text), ...descriptionProblems(response, text)];
  if (problems.length === 0 && text.length <= MAX_CACHED_LENGTH) cacheValid(dialect, key);
  return problems.map((problem) => `${operation.route} -> ${sent.status}: ${problem}`);
}

const BASIC_ERROR = z.object({ message: z.string(), documentation_url: z.string() });

function contractProblems({ operation, format: { dialect }, media, sent }: ObservedResponse, text: string): string[] {
  const definition = definitionOf(operation);
  const { success, absent = {}, otherStatuses = [], retired, deprecated } = definition;
  if (!Object.hasOwn(success, sent.status)) {
    const allowedStatuses = [
      ...UNIVERSAL,
      ...otherStatuses,
      ...Object.keys(absent).map(Number),
      ...((retired ?? deprecated?.assumedRemoval) ? [410] : []),
    ];
    if (!allowedStatuses.includes(sent.status)) return ["the status must be one that the contract lists"];
    if (text === "") return [];
    return z.safeParse(BASIC_ERROR, JSON.parse(text)).success
      ? []
      : ["an error must have a message and a documentation_url"];
  }
  const expected = expectedResponse(definition, sent.status, media);
  if (!isSchema(expected)) return [];
  const body: unknown = JSON.parse(quoteBigIntegers(text, bigIntegerFields(expected)));
  const named = fromWire(dialect, expected, body);
  // Several times as fast as parsing, which finds the details of a problem.
  if (isMatch(compileSchema(expected), named)) return [];
  const parsed = z.safeParse(expected, named);
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
}

const withoutNames = (route: string) => route.replaceAll(/\{[^}]*\}/g, "{}");

/** Rewrites OpenAPI's `nullable` as plain JSON Schema. Fields with the given names are optional everywhere. */
function plainSchema(schema: JsonSchema, optional: readonly string[]): JsonSchema {
  const { nullable, ...rest } = schema;
  const inner = (part: JsonSchema) => plainSchema(part, optional);
  const all = (schemas: JsonSchema[] | undefined) => schemas?.map(inner);
  const inside: JsonSchema = {
    ...rest,
    ...(rest.required ? { required: rest.required.filter((name) => !optional.includes(name)) } : {}),
    ...(rest.items ? { items: inner(rest.items) } : {}),
    ...(rest.properties
      ? { properties: Object.fromEntries(Object.entries(rest.properties).map(([k, v]) => [k, inner(v)])) }
      : {}),
    ...(typeof rest.additionalProperties === "object"
      ? { additionalProperties: inner(rest.additionalProperties) }
      : {}),
    ...(rest.oneOf ? { anyOf: all(rest.oneOf), oneOf: undefined } : {}),
    ...(rest.anyOf ? { anyOf: all(rest.anyOf) } : {}),
    ...(rest.allOf ? { allOf: all(rest.allOf) } : {}),
  };
  const known = Object.fromEntries(Object.entries(inside).filter(([, value]) => value !== undefined));
  return nullable ? { anyOf: [known, { type: "null" }] } : known;
}

/**
 * Fields of the description's schemas that are null for comments on a file and for outdated ones. The description says
 * so of the same objects in events only.
 */
const FIELDS_WITH_NULL: Readonly<Record<string, readonly string[]>> = {
  "pull-request-review-comment": ["line", "original_line", "position"],
  "review-comment": ["line", "original_line"],
};

function withNulls(name: string, schema: JsonSchema): JsonSchema {
  const nullable = Object.entries(schema.properties ?? {})
    .filter(([field]) => FIELDS_WITH_NULL[name]?.includes(field))
    .map(([field, described]) => [field, { ...described, nullable: true }]);
  return nullable.length > 0
    ? { ...schema, properties: { ...schema.properties, ...Object.fromEntries(nullable) } }
    : schema;
}

/** Most schemas check only a few values, so optimizing their code takes longer than it saves. */
export const QUICK_TO_COMPILE: Options = {
  strict: false,
  logger: false,
  validateFormats: false,
  validateSchema: false,
  code: { optimize: false },
  inlineRefs: false,
};

/**
 * Returns a lookup of validators by route and status. Each is compiled when it is first needed.
 * @param optional names of fields that are optional everywhere
 */
function createValidators(optional: readonly string[]): (key: string) => ValidateFunction | undefined {
  const { operations, schemas } = description();
  const ajv = new Ajv(QUICK_TO_COMPILE);
  for (const [name, schema] of Object.entries(schemas))
    ajv.addSchema({ ...plainSchema(withNulls(name, schema), optional), $id: name });
  const responseSchemas = new Map<string, JsonSchema>();
  for (const [route, { responses }] of Object.entries(operations)) {
    for (const [status, types] of Object.entries(responses)) {
      const schema = types["application/json"];
      if (schema) responseSchemas.set(`${withoutNames(route)} ${status}`, schema);
    }
  }
  const compiled = new Map<string, ValidateFunction>();
  return (key) => {
    const schema = responseSchemas.get(key);
    const validate = compiled.get(key) ?? (schema && ajv.compile(plainSchema(schema, optional)));
    if (validate) compiled.set(key, validate);
    return validate;
  };
}

/** Validators by API version. The description covers the older one, whose fields it requires. */
const validators = new Map<string, ReturnType<typeof createValidators>>();

function validatorsFor(version: string) {
  const known = validators.get(version) ?? createValidators(version === API_VERSION ? REMOVED_NAMES : []);
  validators.set(version, known);
  return known;
}

/**
 * Known errors of the description, where the emulator follows GitHub's documentation instead (see
 * data/differences.json).
 */
const AS_DOCUMENTED: ReadonlySet<string> = new Set([
  "described: /use_lfs must be boolean",
  // The description requires an account to be a user and an enterprise at once, which its own example violates.
  "described: /N/account must have required property 'name'",
  "described: /N/account must be null",
  "described: /N/account must match a schema in anyOf",
  // The description accepts BundlePricing in requests and omits it from responses.
  "described: /budgets/N/budget_type must be equal to one of the allowed values",
  "described: /budgets/N/budget_type must match a schema in anyOf",
  "described: /budget_type must be equal to one of the allowed values",
  "described: /budget_type must match a schema in anyOf",
]);

function descriptionProblems({ operation, format, media, sent }: ObservedResponse, text: string): string[] {
  const { dialect, version } = format;
  if (dialect !== github || media !== undefined || text === "") return [];
  const validate = validatorsFor(version)(`${withoutNames(wirePath(dialect, operation.route))} ${sent.status}`);
  if (!validate || validate(JSON.parse(text))) return [];
  return (validate.errors ?? [])
    .map(({ instancePath, message }) => `described: ${instancePath.replaceAll(/\d+/g, "N")} ${message}`)
    .filter((problem) => !AS_DOCUMENTED.has(problem));
}
