import { type Defined, definitionOf, expectedAnswer, isVerbatim } from "../../contract/defined.ts";
import type { Edition } from "../../contract/edition.ts";
import type { AnyOperation } from "../../contract/operation-types.ts";
import { API_VERSION } from "../../contract/version.ts";
import { mediaType, type WireNames, wirePath } from "../../dialect/dialect.ts";
import { toWire } from "../../dialect/names.ts";
import type { InputError } from "../../errors.ts";
import type { Wishes } from "../call-options.ts";
import type { Outgoing } from "../chain.ts";
import type { Clock } from "../clock.ts";
import type { Fields } from "./fields.ts";
import { checkInput, complaintAbout } from "./input.ts";
import { sensitiveValues } from "./sensitive.ts";

/** Which service a request is for. */
export interface Destination {
  /** The API's root, without a slash at its end. */
  readonly root: string;
  readonly dialect: WireNames;
  readonly edition: Edition | undefined;
  readonly clock: Clock;
}

/** What of a request comes from its operation and its input. */
export type Encoded = Pick<
  Outgoing,
  | "operation"
  | "definition"
  | "input"
  | "method"
  | "url"
  | "headers"
  | "body"
  | "reads"
  | "mediaType"
  | "file"
  | "sensitive"
>;

/**
 * Makes the request of an operation and its flat input.
 * @throws InputError on a value that can't be right, naming the field
 */
export function encode(operation: AnyOperation, input: Fields, to: Destination, wishes: Wishes): Encoded {
  const definition = definitionOf(operation);
  const complain = complaintAbout(operation);

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

  const { query, body } = checkInput(operation, definition, input, to.dialect, new Date(to.clock.now()));
  const url = addressOf(operation, definition, input, query, to);
  const version = wishes.version ?? (to.edition && definition.versions?.[to.edition]) ?? API_VERSION;
  const headers: Record<string, string> = {
    accept: mediaType(to.dialect, asked),
    [to.dialect.headers.apiVersion.toLowerCase()]: version,
  };
  const text = writeBody(definition, body, to.dialect, complain);
  if (text !== undefined) headers["content-type"] = "application/json";
  const sensitive = sensitiveValues(definition.body, body);
  const path = definition.segments === undefined ? undefined : input[definition.segments];
  const file = typeof path === "string" ? path : undefined;
  const expected = expectedAnswer(definition, 200, asked);
  return {
    operation,
    definition,
    input,
    method: operation.method,
    url,
    headers,
    body: text,
    reads: isVerbatim(expected) && expected.verbatim === "bytes" ? "bytes" : "text",
    mediaType: asked,
    sensitive,
    file,
  };
}

/** Root, filled path and query. */
function addressOf(operation: AnyOperation, definition: Defined, input: Fields, query: Fields, to: Destination): URL {
  const complain = complaintAbout(operation);
  let address = to.root;
  for (const { literal, name } of pathOf(operation, to.dialect)) {
    address += literal;
    const value = name === undefined ? undefined : filled(name, definition, input, to.dialect, complain);
    // The root of several segments is the path before them.
    address = value === "" ? address.replace(/\/$/, "") : address + (value ?? "");
  }
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if (typeof value === "object" || typeof value === "symbol")
      throw complain(name, "is wrong: a query takes no such value");
    url.searchParams.set(name, String(value));
  }
  return url;
}

/** A piece of a path on the wire, up to and with one of its placeholders. */
interface Piece {
  readonly literal: string;
  readonly name: string | undefined;
}

const paths = new WeakMap<WireNames, Map<string, readonly Piece[]>>();

/** The pieces of an operation's path; cut once, as calls come by the thousand. */
function pathOf({ path }: AnyOperation, dialect: WireNames): readonly Piece[] {
  const known = paths.get(dialect) ?? new Map<string, readonly Piece[]>();
  paths.set(dialect, known);
  const found = known.get(path);
  if (found) return found;
  const pieces = Array.from(
    wirePath(dialect, path).matchAll(/([^{]*)(?:\{([^}]*)\})?/g),
    ([whole, literal = "", name]) => (whole === "" ? [] : { literal, name }),
  ).flat();
  known.set(path, pieces);
  return pieces;
}

/** What stands in a placeholder's place. */
function filled(name: string, definition: Defined, input: Fields, dialect: WireNames, complain: Complain): string {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  const schema =
    definition.path && Object.hasOwn(definition.path.shape, name) ? definition.path.shape[name] : undefined;
  // What has a schema was held against it: numbers, and words that the vendor may spell otherwise.
  if (typeof value !== "string" && !schema) {
    throw complain(name, value === undefined ? "is missing: a string is expected" : "is wrong: a string is expected");
  }
  const text = String(schema ? toWire(dialect, schema, value) : value);
  if (name !== definition.segments) return encodeSegment(text, name, complain);
  const segments = text === "" ? [] : text.split("/");
  if (segments.includes("")) throw complain(name, "has an empty segment: no slash at its ends, and no two in a row");
  return segments.map((segment) => encodeSegment(segment, name, complain)).join("/");
}

type Complain = (field: string, problem: string) => InputError;

function encodeSegment(value: string, name: string, complain: Complain): string {
  // An empty or dotted segment would make another path, and so another operation, of this one.
  if (value === "" || value === "." || value === "..") {
    throw complain(name, value === "" ? "is missing or empty" : `is "${value}", which no name can be`);
  }
  if (!value.isWellFormed()) throw complain(name, "is no text: it holds half of a character");
  return encodeURIComponent(value);
}

function writeBody(
  { body: schema, bodyNames }: Defined,
  body: Fields,
  dialect: WireNames,
  complain: Complain,
): string | undefined {
  if (!schema) return undefined;
  const named = Object.entries(toWire(dialect, schema, body) ?? {});
  try {
    return JSON.stringify(Object.fromEntries(named.map(([name, value]) => [bodyNames?.[name] ?? name, value])));
  } catch {
    throw complain("input", "is wrong: it holds a BigInt, or itself, which JSON can't say");
  }
}
