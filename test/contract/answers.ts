import { bigIntegerFields, definitionOf, expectedResponse, isSchema, quoteBigIntegers } from "@forgehand/core/contract";
import { type Dialect, fromWire, github, wirePath } from "@forgehand/core/dialects";
import { Ajv, type Options, type ValidateFunction } from "ajv";
import * as z from "zod/mini";
import { adaptiveValidation } from "../../packages/core/src/validation/adaptive.ts";
import type { ObservedResponse } from "../../packages/emulator/src/http/response-observers.ts";
import { description } from "./data.ts";
import type { JsonSchema } from "./json-schema.ts";

// Every answer that the emulator gives in any test is held against the contract, and in GitHub's own names against the
// public description too.

/** Statuses that any operation may answer, whether it lists them or not: the gate's, a new name's, and those of trouble. */
const UNIVERSAL = [301, 307, 400, 401, 403, 404, 413, 422, 429, 500, 501, 503];

/** Longest body that is remembered, and how many are: almost half of all responses repeat an earlier one. */
const REMEMBERED_LENGTH = 10_000;
const REMEMBERED = 20_000;

/** Responses that were found right, by dialect. */
const right = new WeakMap<Dialect, Set<string>>();

function isKnownRight(dialect: Dialect, key: string): boolean {
  return right.get(dialect)?.has(key) ?? false;
}

function rememberRight(dialect: Dialect, key: string): void {
  const known = right.get(dialect) ?? new Set();
  if (known.size >= REMEMBERED) known.clear();
  right.set(dialect, known.add(key));
}

/** What is wrong with an answer; empty: nothing. */
export function complaintsOf(answer: ObservedResponse): string[] {
  const { operation, dialect, media, sent } = answer;
  const text = String(sent.body);
  const key = [operation.route, sent.status, media, text].join("\n");
  if (isKnownRight(dialect, key)) return [];
  const problems = [...contractComplaints(answer, text), ...descriptionComplaints(answer, text)];
  if (problems.length === 0 && text.length <= REMEMBERED_LENGTH) rememberRight(dialect, key);
  return problems.map((problem) => `${operation.route} -> ${sent.status}: ${problem}`);
}

const BASIC_ERROR = z.object({ message: z.string(), documentation_url: z.string() });

/** Several times as fast as parsing, which it falls back to where something is wrong. */
const validation = adaptiveValidation();

function contractComplaints({ operation, dialect, media, sent }: ObservedResponse, text: string): string[] {
  const definition = definitionOf(operation);
  const { success, absent = {}, otherStatuses = [], retired } = definition;
  if (!Object.hasOwn(success, sent.status)) {
    const mayBe = [...UNIVERSAL, ...otherStatuses, ...Object.keys(absent).map(Number), ...(retired ? [410] : [])];
    if (!mayBe.includes(sent.status)) return ["the contract has no such status"];
    if (text === "") return [];
    return z.safeParse(BASIC_ERROR, JSON.parse(text)).success ? [] : ["an error has a message and a documentation_url"];
  }
  const expected = expectedResponse(definition, sent.status, media);
  if (!isSchema(expected)) return [];
  const body: unknown = JSON.parse(quoteBigIntegers(text, bigIntegerFields(expected)));
  const named = fromWire(dialect, expected, body);
  if ("data" in validation(expected, named)) return [];
  const parsed = z.safeParse(expected, named);
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
}

const withoutNames = (route: string) => route.replaceAll(/\{[^}]*\}/g, "{}");

/** OpenAPI's `nullable` in JSON Schema's own words. */
function withNulls(schema: JsonSchema): JsonSchema {
  const { nullable, ...rest } = schema;
  const all = (schemas: JsonSchema[] | undefined) => schemas?.map(withNulls);
  const inside: JsonSchema = {
    ...rest,
    ...(rest.items ? { items: withNulls(rest.items) } : {}),
    ...(rest.properties
      ? { properties: Object.fromEntries(Object.entries(rest.properties).map(([k, v]) => [k, withNulls(v)])) }
      : {}),
    ...(typeof rest.additionalProperties === "object"
      ? { additionalProperties: withNulls(rest.additionalProperties) }
      : {}),
    ...(rest.oneOf ? { anyOf: all(rest.oneOf), oneOf: undefined } : {}),
    ...(rest.anyOf ? { anyOf: all(rest.anyOf) } : {}),
    ...(rest.allOf ? { allOf: all(rest.allOf) } : {}),
  };
  const known = Object.fromEntries(Object.entries(inside).filter(([, value]) => value !== undefined));
  return nullable ? { anyOf: [known, { type: "null" }] } : known;
}

/** Most schemas check a few values only: optimizing their code takes longer than it saves. */
export const QUICK_TO_COMPILE: Options = {
  ...{ strict: false, logger: false, validateFormats: false, validateSchema: false },
  ...{ code: { optimize: false }, inlineRefs: false },
};

/** Makes what checks answers of one route and status; each once, at the first answer. */
function createValidators(): (key: string) => ValidateFunction | undefined {
  const { operations, schemas } = description();
  const ajv = new Ajv(QUICK_TO_COMPILE);
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema({ ...withNulls(schema), $id: name });
  const answers = new Map<string, JsonSchema>();
  for (const [route, { responses }] of Object.entries(operations)) {
    for (const [status, types] of Object.entries(responses)) {
      const schema = types["application/json"];
      if (schema) answers.set(`${withoutNames(route)} ${status}`, schema);
    }
  }
  const compiled = new Map<string, ValidateFunction>();
  return (key) => {
    const schema = answers.get(key);
    const validate = compiled.get(key) ?? (schema && ajv.compile(withNulls(schema)));
    if (validate) compiled.set(key, validate);
    return validate;
  };
}

let validators: ReturnType<typeof createValidators> | undefined;

/** Where the documents say otherwise than the description, the emulator follows the documents (data/differences.json). */
const AS_DOCUMENTED: ReadonlySet<string> = new Set([
  "described: /use_lfs must be boolean",
  // It would have an account be a user and an enterprise at once, which its own example is not.
  "described: /N/account must have required property 'name'",
  "described: /N/account must be null",
  "described: /N/account must match a schema in anyOf",
  // It lets requests set BundlePricing, and has no answer with it.
  "described: /budgets/N/budget_type must be equal to one of the allowed values",
  "described: /budgets/N/budget_type must match a schema in anyOf",
  "described: /budget_type must be equal to one of the allowed values",
  "described: /budget_type must match a schema in anyOf",
]);

function descriptionComplaints({ operation, dialect, media, sent }: ObservedResponse, text: string): string[] {
  if (dialect !== github || media !== undefined || text === "") return [];
  validators ??= createValidators();
  const validate = validators(`${withoutNames(wirePath(dialect, operation.route))} ${sent.status}`);
  if (!validate || validate(JSON.parse(text))) return [];
  return (validate.errors ?? [])
    .map(({ instancePath, message }) => `described: ${instancePath.replaceAll(/\d+/g, "N")} ${message}`)
    .filter((complaint) => !AS_DOCUMENTED.has(complaint));
}
