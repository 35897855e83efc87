import {
  type AnyOperation,
  definitionOf,
  describeIssue,
  hasAnnotation,
  type InputRule,
  type RuleContext,
  ruleMessage,
} from "@forgehand/core/contract";
import { type Dialect, fromWire, toWire } from "@forgehand/core/dialects";
import * as z from "zod/mini";
import type { World } from "../world.ts";
import { foreignWords } from "./foreign-words.ts";
import { type Complaint, notFound, Refusal } from "./refusal.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * The flat input of an operation, read from a request and held against the contract.
 * @throws Refusal 400 on a body that is no JSON object, 404 on a path value of the wrong kind, 422 on wrong values
 */
export function readInput(
  { dialect, now }: World,
  operation: AnyOperation,
  names: Readonly<Record<string, string>>,
  search: URLSearchParams,
  text: string,
): Fields {
  const definition = definitionOf(operation);
  const path = definition.path && z.safeParse(definition.path, fromPath(dialect, definition.path, names));
  if (path && !path.success) {
    // A number was asked for and a word came: there is no such thing.
    const isNumber = ({ code, path: [name] }: z.core.$ZodIssue) => {
      const field = definition.path?.shape[String(name)];
      return code === "invalid_type" || (field !== undefined && hasAnnotation(field, "x-big-integer"));
    };
    if (operation.method === "GET" || path.error.issues.some(isNumber)) throw notFound();
    throw new Refusal(422, "Validation Failed", complaintsOf(path.error, names));
  }
  const asked = definition.query && fromQuery(definition.query, search);
  const told = definition.body && fromBody(dialect, definition.body, text, definition.bodyNames ?? {});
  const named = { ...names, ...path?.data };
  const [query, body] = [check(definition.query, asked), check(definition.body, told)];
  const toldOfBody = pick(body, told ?? {});
  // A change touches what it names: a default says what a new thing has.
  const input = { ...named, ...query, ...(operation.method === "PATCH" ? toldOfBody : body) };
  if (!definition.rules) return input;
  // Rules are about what was said, as the contract's clients hold them against it: a default contradicts nobody.
  const said = { ...named, ...pick(query, asked ?? {}), ...toldOfBody };
  const context = { now: now(), reservedNamePrefix: dialect.reservedNamePrefix };
  checkRules(definition.rules, said, context);
  return input;
}

/** @throws Refusal 422 with what the first broken rule says */
export function checkRules(rules: readonly InputRule[], said: Fields, context: RuleContext): void {
  const broken = rules.find((rule) => !rule.isMet(said, context));
  if (!broken) return;
  const message = ruleMessage(broken, context);
  throw new Refusal(
    422,
    "Validation Failed",
    broken.fields.map((field): Complaint => ({ field, code: "invalid", message })),
  );
}

/** What a schema makes of nothing: its defaults. */
const defaults = new WeakMap<z.ZodMiniObject, Fields>();

function check(schema: z.ZodMiniObject | undefined, fields: Fields = {}): Fields {
  if (!schema) return {};
  const isEmpty = Object.keys(fields).length === 0;
  const known = isEmpty && defaults.get(schema);
  if (known) return known;
  const parsed = z.safeParse(schema, fields);
  if (parsed.success) {
    if (isEmpty) defaults.set(schema, parsed.data);
    return parsed.data;
  }
  throw new Refusal(422, "Validation Failed", complaintsOf(parsed.error, fields));
}

function pick(fields: Fields, wanted: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(wanted, name)));
}

function complaintsOf({ issues }: z.core.$ZodError, fields: Fields): Complaint[] {
  return issues.map((issue) => {
    const { at, problem } = describeIssue(issue, fields, "");
    const missing = issue.path.length === 1 && !Object.hasOwn(fields, at);
    return missing ? { field: at, code: "missing_field" } : { field: at, code: "invalid", message: problem };
  });
}

/** What stands in a path's placeholders, as the schema wants it. */
function fromPath(dialect: Dialect, schema: z.ZodMiniObject, names: Readonly<Record<string, string>>): Fields {
  const words = Object.entries(names).map(([name, text]): [string, string] => {
    const field = schema.shape[name];
    const word = field ? readWord(dialect, field, text) : text;
    if (word === undefined) throw notFound();
    return [name, word];
  });
  return withNumbers(schema, Object.fromEntries(words));
}

/** A word of the wire in the contract's words; undefined for one that the vendor spells otherwise. */
export function readWord(dialect: Dialect, schema: z.core.$ZodType, text: string | undefined): string | undefined {
  const word = fromWire(dialect, schema, text);
  return typeof word === "string" && toWire(dialect, schema, word) === text ? word : undefined;
}

/** Query text as the schema wants it; paging is read elsewhere, since it forgives. */
function fromQuery(schema: z.ZodMiniObject, query: URLSearchParams): Fields {
  const texts = Object.fromEntries(
    [...query].filter(([name]) => Object.hasOwn(schema.shape, name) && name !== "per_page" && name !== "page"),
  );
  return withNumbers(schema, texts);
}

/** Text that stands for a number, or for true or false, becomes that where the schema takes no text. */
function withNumbers(schema: z.ZodMiniObject | undefined, texts: Readonly<Record<string, string>>): Fields {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]): [string, unknown] => {
      const field = schema?.shape[name];
      if (!field || z.safeParse(field, text).success) return [name, text];
      if (text === "true" || text === "false") return [name, text === "true"];
      return [name, /^-?\d{1,15}$/.test(text) ? Number(text) : text];
    }),
  );
}

function fromBody(
  dialect: Dialect,
  schema: z.ZodMiniObject,
  text: string,
  names: Readonly<Record<string, string>>,
): Fields {
  if (text === "") return {};
  const fields = z.safeParse(z.record(z.string(), z.unknown()), parseJson(text));
  if (!fields.success) throw new Refusal(400, "Body should be a JSON object");
  const translated = fromWire(dialect, schema, fields.data);
  // A word of the contract's that the vendor spells otherwise is none on the wire.
  const foreign = foreignWords(fields.data, toWire(dialect, schema, translated));
  if (foreign.length > 0) {
    const message = "is no word of this service";
    throw new Refusal(
      422,
      "Validation Failed",
      foreign.map((field) => ({ field, code: "invalid", message })),
    );
  }
  const inputName = new Map(Object.entries(names).map(([input, wire]) => [wire, input]));
  return Object.fromEntries(
    Object.entries(translated ?? {})
      // An input's own name is none on the wire.
      .filter(([name]) => !Object.hasOwn(names, name))
      .map(([name, value]) => [inputName.get(name) ?? name, value]),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, "Problems parsing JSON");
  }
}
