import * as z from "zod/mini";
import { type Defined, definitionOf, messageOf } from "../contract/defined.ts";
import type { Edition } from "../contract/edition.ts";
import { placeholdersOf } from "../contract/operation.ts";
import type { AnyOperation } from "../contract/operation-types.ts";
import { API_VERSION } from "../contract/version.ts";
import { type Dialect, mediaType, wirePath } from "../dialect/dialect.ts";
import { toWire } from "../dialect/names.ts";
import type { Outgoing } from "./chain.ts";
import { InputError } from "./errors.ts";
import { describeIssue } from "./issue.ts";

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
    throw complain("edition", `${to.edition} does not have this operation; ${definition.editions.join(" and ")} have`);
  }
  const asked = wishes.mediaType === undefined ? undefined : String(wishes.mediaType);
  if (asked !== undefined && !Object.hasOwn(definition.media ?? {}, asked)) {
    throw complain(
      "mediaType",
      `${asked} is none of this operation's: ${Object.keys(definition.media ?? {}).join(", ") || "it has none"}`,
    );
  }

  const parts = { path: definition.path, query: definition.query, body: definition.body };
  const fieldsOf = (part: keyof typeof parts) => Object.keys(parts[part]?.shape ?? {});
  const known = new Set([...placeholders, ...fieldsOf("query"), ...fieldsOf("body")]);
  for (const field of Object.keys(input)) {
    if (!known.has(field)) throw complain(field, `is not a field of this operation; it has ${[...known].join(", ")}`);
  }
  // What was checked is sent as it was given: a default is the service's to apply.
  const take = (part: keyof typeof parts): Fields => {
    const schema = parts[part];
    if (!schema) return {};
    const picked = Object.fromEntries(fieldsOf(part).flatMap((key) => (key in input ? [[key, input[key]]] : [])));
    const parsed = z.safeParse(schema, picked);
    if (parsed.success) return picked;
    const { at, problem } = describeIssue(parsed.error.issues[0], part);
    throw complain(at, `is wrong: ${problem}`);
  };

  take("path");
  const query = take("query");
  const body = take("body");
  const context = { now: new Date(), reservedNamePrefix: to.dialect.reservedNamePrefix };
  for (const rule of definition.rules ?? []) {
    if (!rule.holds(input, context)) {
      const [several] = rule.fields.slice(1);
      throw complain(
        rule.fields.join(", "),
        `${several ? "do not fit together" : "is wrong"}: ${messageOf(rule, context)}`,
      );
    }
  }

  const filled = wirePath(to.dialect, operation.path).replace(/\/\{(\w+)\}/g, (_, name: string) => {
    const value = String(input[name] ?? "");
    if (name !== definition.segments) return `/${encodeSegment(value, name, complain)}`;
    return value === ""
      ? ""
      : value
          .split("/")
          .map((segment) => `/${encodeSegment(segment, name, complain)}`)
          .join("");
  });
  const url = new URL(`${to.baseUrl.href.replace(/\/$/, "")}${filled}`);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const version = wishes.version ?? (to.edition && definition.versions?.[to.edition]) ?? API_VERSION;
  const headers: Record<string, string> = {
    accept: mediaType(to.dialect, asked),
    [to.dialect.headers.apiVersion.toLowerCase()]: version,
  };
  const text = writeBody(definition, body, to.dialect);
  if (text !== undefined) headers["content-type"] = "application/json";
  const { signal } = wishes;
  return { operation, definition, method: operation.method, url, headers, body: text, signal, mediaType: asked };
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
