import * as z from "zod/mini";
import { type Defined, definitionOf, messageOf } from "../contract/defined.ts";
import type { Edition } from "../contract/edition.ts";
import { describeIssue } from "../contract/issue.ts";
import { placeholdersOf } from "../contract/operation.ts";
import type { AnyOperation } from "../contract/operation-types.ts";
import { API_VERSION } from "../contract/version.ts";
import { type Dialect, mediaType, wirePath } from "../dialect/dialect.ts";
import { toWire } from "../dialect/names.ts";
import type { Outgoing } from "./chain.ts";
import { InputError } from "./errors.ts";
import { sensitiveValues } from "./sensitive.ts";

/** Which service a request is for. */
export interface Destination {
  readonly baseUrl: URL;
  readonly dialect: Dialect;
  readonly edition: Edition | undefined;
}

/** What a caller asks for beside the input. */
export interface Wishes {
  readonly signal?: AbortSignal | undefined;
  readonly mediaType?: PropertyKey | undefined;
  readonly version?: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Makes the request of an operation and its flat input.
 * @throws InputError on a value that can't be right, naming the field
 */
export function encode(operation: AnyOperation, input: Fields, to: Destination, wishes: Wishes): Outgoing {
  const definition = definitionOf(operation);
  const placeholders = placeholdersOf(operation.path);
  const complain = (field: string, problem: string) =>
    new InputError(`${field} ${problem}.`, { about: `${operation.route}:`, route: operation.route, field });

  if (to.edition && definition.editions && !definition.editions.includes(to.edition)) {
    throw complain(
      "edition",
      `${to.edition} does not have this operation; it is in ${definition.editions.join(" and ")}`,
    );
  }
  const asked = wishes.mediaType === undefined ? undefined : String(wishes.mediaType);
  if (asked !== undefined && !Object.hasOwn(definition.media ?? {}, asked)) {
    throw complain(
      "mediaType",
      `${asked} is none of this operation's; it has ${Object.keys(definition.media ?? {}).join(", ") || "none"}`,
    );
  }

  const parts = { path: definition.path, query: definition.query, body: definition.body };
  const fieldsOf = (part: keyof typeof parts) => Object.keys(parts[part]?.shape ?? {});
  const known = new Set([...placeholders, ...fieldsOf("query"), ...fieldsOf("body")]);
  for (const field of Object.keys(input)) {
    if (!known.has(field))
      throw complain(field, `is not a field of this operation; it has ${[...known].join(", ") || "none"}`);
  }
  // What was checked is sent as it was given: a default is the service's to apply.
  const take = (part: keyof typeof parts): Fields => {
    const schema = parts[part];
    if (!schema) return {};
    const picked = Object.fromEntries(
      fieldsOf(part).flatMap((key) => (Object.hasOwn(input, key) ? [[key, input[key]]] : [])),
    );
    const parsed = z.safeParse(schema, picked);
    if (!parsed.success) {
      const { at, problem } = describeIssue(parsed.error.issues[0], picked, part);
      throw complain(at, problem);
    }
    const stranger = findStranger(picked, parsed.data, "");
    if (stranger) throw complain(stranger.at, stranger.problem);
    return picked;
  };

  take("path");
  const query = take("query");
  const body = take("body");
  const context = { now: new Date(), reservedNamePrefix: to.dialect.reservedNamePrefix };
  for (const rule of definition.rules ?? []) {
    if (rule.holds(input, context)) continue;
    const problem = rule.fields.length > 1 ? "do not fit together" : "is wrong";
    throw complain(rule.fields.join(", "), `${problem}: ${messageOf(rule, context)}`);
  }

  const filled = wirePath(to.dialect, operation.path).replace(/(\/?)\{([^}]*)\}/g, (_, slash: string, name: string) => {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    // What has a schema was held against it: numbers.
    if (typeof value !== "string" && !(definition.path && Object.hasOwn(definition.path.shape, name))) {
      throw complain(name, value === undefined ? "is missing: a string is expected" : "is wrong: a string is expected");
    }
    const text = String(value);
    if (name !== definition.segments) return `${slash}${encodeSegment(text, name, complain)}`;
    const segments = text === "" ? [] : text.split("/");
    if (segments.includes("")) throw complain(name, "has an empty segment: no slash at its ends, and no two in a row");
    return segments.map((segment) => `/${encodeSegment(segment, name, complain)}`).join("");
  });
  const url = new URL(`${to.baseUrl.href.replace(/\/+$/, "")}${filled}`);
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if (typeof value === "object" || typeof value === "symbol")
      throw complain(name, "is wrong: a query takes no such value");
    url.searchParams.set(name, String(value));
  }
  const version = wishes.version ?? (to.edition && definition.versions?.[to.edition]) ?? API_VERSION;
  const headers: Record<string, string> = {
    accept: mediaType(to.dialect, asked),
    [to.dialect.headers.apiVersion.toLowerCase()]: version,
  };
  const text = writeBody(definition, body, to.dialect);
  if (text !== undefined) headers["content-type"] = "application/json";
  const { signal } = wishes;
  const sensitive = sensitiveValues(definition.body, body);
  const path = definition.segments === undefined ? undefined : input[definition.segments];
  const file = typeof path === "string" ? path : undefined;
  return {
    operation,
    definition,
    method: operation.method,
    url,
    headers,
    body: text,
    signal,
    mediaType: asked,
    sensitive,
    file,
  };
}

/** What JSON writes as it reads: instances of classes are checked by what they inherit, and written without it. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The first field of an input that its schema doesn't know, however deep: what was checked lacks it. */
function findStranger(given: unknown, checked: unknown, at: string): { at: string; problem: string } | undefined {
  if (typeof given !== "object" || given === null || typeof checked !== "object" || checked === null) return undefined;
  if (!isPlain(given)) return { at, problem: "is wrong: a plain object is expected" };
  const known = new Map<string, unknown>(Object.entries(checked));
  for (const [name, value] of Object.entries(given)) {
    const inside = at === "" ? name : `${at}.${name}`;
    if (!known.has(name)) {
      return { at: inside, problem: `is not a field there; it has ${[...known.keys()].join(", ") || "none"}` };
    }
    const found = findStranger(value, known.get(name), inside);
    if (found) return found;
  }
  return undefined;
}

function encodeSegment(value: string, name: string, complain: (field: string, problem: string) => InputError): string {
  // An empty or dotted segment would make another path, and so another operation, of this one.
  if (value === "" || value === "." || value === "..") {
    throw complain(name, value === "" ? "is missing or empty" : `is "${value}", which no name can be`);
  }
  if (!value.isWellFormed()) throw complain(name, "is no text: it holds half of a character");
  return encodeURIComponent(value);
}

function writeBody({ body: schema, bodyNames }: Defined, body: Fields, dialect: Dialect): string | undefined {
  if (!schema) return undefined;
  const named = Object.entries(toWire(dialect, schema, body) ?? {});
  return JSON.stringify(Object.fromEntries(named.map(([name, value]) => [bodyNames?.[name] ?? name, value])));
}
