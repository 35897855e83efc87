import {
  type AnyOperation,
  definitionOf,
  defOf,
  describeIssue,
  fieldPaths,
  hasAnnotation,
  type InputRule,
  type RuleContext,
  ruleMessage,
} from "@forgehand/core/contract";
import { type Dialect, fromWire, toWire } from "@forgehand/core/dialects";
import { lazyPerObject } from "@forgehand/core/internal";
import { addIssueLabels, setIssueLabels } from "@forgehand/core/operations";
import * as z from "zod/mini";
import type { EmulatorContext } from "../emulator-context.ts";
import { type FieldError, HttpError, notFound, notSupplied } from "../http-error.ts";
import { findForeignTerms } from "./foreign-terms.ts";
import { hasTooManyKeys } from "./json-keys.ts";

type InputFields = Readonly<Record<string, unknown>>;

/** A file as it was received. */
export interface ReceivedFile {
  readonly data: Uint8Array;
  readonly contentType: string | undefined;
}

/**
 * Reads an operation's flat input from a request and validates it against the contract.
 * @throws HttpError 400 if the body is not a JSON object, 404 on a path value of the wrong type, 422 on invalid values
 */
export function readInput(
  { dialect, now }: EmulatorContext,
  operation: AnyOperation,
  params: Readonly<Record<string, string>>,
  search: URLSearchParams,
  received: string | ReceivedFile,
): InputFields {
  const definition = definitionOf(operation);
  const parsedPath = definition.path && z.safeParse(definition.path, fromPath(dialect, definition.path, params));
  if (parsedPath && !parsedPath.success) {
    // A resource whose ID is a number can't exist under a name.
    const expectsNumber = ({ code, path: [name] }: z.core.$ZodIssue) => {
      const field = definition.path?.shape[String(name)];
      return code === "invalid_type" || (field !== undefined && hasAnnotation(field, "x-big-integer"));
    };
    if (operation.method === "GET" || parsedPath.error.issues.some(expectsNumber)) throw notFound();
    throw new HttpError(422, "Validation Failed", toFieldErrors(parsedPath.error, params));
  }
  const rawQuery = definition.query && fromQuery(definition.query, search);
  const names = definition.bodyNames ?? {};
  const rawBody =
    typeof received === "string"
      ? definition.body && fromBody(dialect, definition.body, bodyFields(operation, received, search), names)
      : fileFields(received);
  const pathInput = { ...params, ...parsedPath?.data };
  const query = validate(definition.query, rawQuery);
  const body = validate(definition.body, rawBody, notSupplied);
  const givenBody = pick(body, rawBody ?? {});
  // A PATCH changes only the fields that were sent. Defaults are for new resources.
  const input = { ...pathInput, ...query, ...(operation.method === "PATCH" ? givenBody : body) };
  if (!definition.rules) return input;
  // Like clients, rules check only the fields that were sent, without defaults.
  const given = { ...pathInput, ...pick(query, rawQuery ?? {}), ...givenBody };
  const context = { now: now(), reservedNamePrefix: dialect.reservedNamePrefix };
  checkRules(definition.rules, given, context);
  return input;
}

/**
 * Checks an operation's rules.
 * @throws HttpError 422 with the message of the first violated rule
 */
export function checkRules(rules: readonly InputRule[], given: InputFields, context: RuleContext): void {
  const violated = rules.find((rule) => !rule.isMet(given, context, rule));
  if (!violated) return;
  const message = ruleMessage(violated, context);
  throw new HttpError(
    422,
    "Validation Failed",
    violated.fields.map((field): FieldError => ({ field, code: "invalid", message })),
  );
}

/** Defaults per schema: the result of parsing an empty input. */
const defaults = new WeakMap<z.ZodMiniObject, InputFields>();

/** @param missingError creates the error for missing fields, if it isn't one of its field errors */
function validate(
  schema: z.ZodMiniObject | undefined,
  fields: InputFields = {},
  missingError?: (...fields: readonly string[]) => HttpError,
): InputFields {
  if (!schema) return {};
  const isEmpty = Object.keys(fields).length === 0;
  const cached = isEmpty && defaults.get(schema);
  if (cached) return cached;
  const parsed = z.safeParse(schema, fields);
  if (parsed.success) {
    if (isEmpty) defaults.set(schema, parsed.data);
    return parsed.data;
  }
  const errors = toFieldErrors(parsed.error, fields);
  const missing = errors.flatMap(({ code, field = "" }) => (code === "missing_field" ? [field] : []));
  throw missingError && missing.length > 0 ? missingError(...missing) : new HttpError(422, "Validation Failed", errors);
}

function pick(fields: InputFields, keysOf: InputFields): InputFields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(keysOf, name)));
}

function toFieldErrors({ issues }: z.core.$ZodError, fields: InputFields): FieldError[] {
  return issues.map((issue) => {
    const { at, problem } = describeIssue(issue, fields, "");
    const missing = issue.path.length === 1 && !Object.hasOwn(fields, at);
    return missing ? { field: at, code: "missing_field" } : { field: at, code: "invalid", message: problem };
  });
}

/** Converts path parameters to the types of the schema. */
function fromPath(dialect: Dialect, schema: z.ZodMiniObject, params: Readonly<Record<string, string>>): InputFields {
  const terms = Object.entries(params).map(([name, text]): [string, string] => {
    const field = schema.shape[name];
    const term = field ? readTerm(dialect, field, text) : text;
    if (term === undefined) throw notFound();
    return [name, term];
  });
  return coerceText(schema, Object.fromEntries(terms));
}

/** Translates a term of the wire format to the neutral vocabulary; undefined if the vendor spells it differently. */
export function readTerm(dialect: Dialect, schema: z.core.$ZodType, text: string | undefined): string | undefined {
  const term = fromWire(dialect, schema, text);
  return typeof term === "string" && toWire(dialect, schema, term) === text ? term : undefined;
}

/** Converts query parameters to the types of the schema, except for pagination, which is read leniently elsewhere. */
function fromQuery(schema: z.ZodMiniObject, query: URLSearchParams): InputFields {
  const texts = Object.fromEntries(
    [...query].filter(([name]) => Object.hasOwn(schema.shape, name) && name !== "per_page" && name !== "page"),
  );
  return coerceText(schema, texts);
}

/** Converts text to a number or boolean if the schema doesn't accept text. */
function coerceText(schema: z.ZodMiniObject | undefined, texts: Readonly<Record<string, string>>): InputFields {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]): [string, unknown] => {
      const field = schema?.shape[name];
      if (!field || z.safeParse(field, text).success) return [name, text];
      if (text === "true" || text === "false") return [name, text === "true"];
      return [name, /^-?\d{1,15}$/.test(text) ? Number(text) : text];
    }),
  );
}

const fileFields = ({ data, contentType }: ReceivedFile): InputFields => ({
  data,
  ...(contentType !== undefined && { content_type: contentType }),
});

/** Fields whose list can also be the whole body. */
const BARE_LISTS: ReadonlyMap<AnyOperation, string> = new Map([
  [addIssueLabels, "labels"],
  [setIssueLabels, "labels"],
]);

/** Reads the fields of a body. A DELETE without one has them in its query, as several clients send them. */
function bodyFields(operation: AnyOperation, text: string, search: URLSearchParams): InputFields {
  if (text === "") return operation.method === "DELETE" ? queryFields(search) : {};
  if (hasTooManyKeys(text)) throw new HttpError(400, "Problems parsing JSON");
  const body = parseJson(text);
  const listField = BARE_LISTS.get(operation);
  if (listField !== undefined && Array.isArray(body)) return { [listField]: body };
  const fields = z.safeParse(z.record(z.string(), z.unknown()), body);
  if (!fields.success) throw new HttpError(400, "Body should be a JSON object");
  return fields.data;
}

/** Reads a query as fields; `name[]` is one item of a list. */
function queryFields(search: URLSearchParams): InputFields {
  return Object.fromEntries(
    [...search.keys()].map((name): [string, unknown] =>
      name.endsWith("[]") ? [name.slice(0, -2), search.getAll(name)] : [name, search.getAll(name).at(-1)],
    ),
  );
}

function fromBody(
  dialect: Dialect,
  schema: z.ZodMiniObject,
  fields: InputFields,
  bodyNames: Readonly<Record<string, string>>,
): InputFields {
  const translated = fromWire(dialect, schema, fields);
  // Rejects terms of the neutral vocabulary that the vendor spells differently.
  const foreignTerms = findForeignTerms(fields, toWire(dialect, schema, translated));
  if (foreignTerms.length > 0) {
    const message = "is not a valid name for this service";
    throw new HttpError(
      422,
      "Validation Failed",
      foreignTerms.map((field) => ({ field, code: "invalid", message })),
    );
  }
  const listsOfIds = idLists(schema);
  const inputName = new Map(Object.entries(bodyNames).map(([input, wire]) => [wire, input]));
  return Object.fromEntries(
    Object.entries(translated ?? {})
      // Input names that differ from the wire name are not accepted on the wire.
      .filter(([name]) => !Object.hasOwn(bodyNames, name))
      .map(([name, value]) => [inputName.get(name) ?? name, listsOfIds.includes(name) ? readIds(value) : value]),
  );
}

/** Returns the body fields that list numeric ids. GitHub also accepts them as strings, which several clients send. */
const idLists = lazyPerObject((schema: z.ZodMiniObject): readonly string[] =>
  fieldPaths(schema, (field, name) => name === "[]" && defOf(field).type === "number").flatMap((path) => {
    const [name = "", ...rest] = path.split(".");
    return rest.length === 1 && /(?:^|_)ids(?:_|$)/.test(name) ? [name] : [];
  }),
);

const readIds = (value: unknown) =>
  Array.isArray(value) ? value.map((id: unknown) => (isDigits(id) ? Number(id) : id)) : value;

const isDigits = (value: unknown) => typeof value === "string" && /^\d{1,15}$/.test(value);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, "Problems parsing JSON");
  }
}
