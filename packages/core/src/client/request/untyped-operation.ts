import { TOKEN_KINDS } from "../../contract/access.ts";
import { quoteUnsafeIntegers } from "../../contract/big-integers.ts";
import type { CallDefinition } from "../../contract/call-definition.ts";
import { type Pace, TEXT } from "../../contract/definition.ts";
import type { AnyOperation } from "../../contract/operation-types.ts";
import { placeholdersOf } from "../../contract/placeholders.ts";
import { InputError } from "../../errors.ts";
import { parseJson } from "../../internal/parse-json.ts";
import type { Schema } from "../../schema/schema.ts";
import type { CallRequest, CallResponse } from "../middleware.ts";
import { notJsonError } from "../response/not-json-error.ts";
import type { InputFields } from "./input-fields.ts";
import { paceOfRoute } from "./route-pace.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
/** Matches what would change the path: dot segments in any encoding, fragments and backslashes. */
const UNSAFE_PATH = /\/(\.|%2e){1,2}(?=[/?]|$)|[\\#]/i;
const SUCCESS_STATUSES = [200, 201, 202, 203, 204, 205, 206] as const;

/**
 * Creates an operation for a route that the contract lacks. Placeholders are filled from the input;
 * other fields go into the query of a GET or DELETE, and into the body otherwise. Only GET requests are retried.
 * @param pace how the call counts toward the rate limits, as far as that doesn't follow from the route
 * @throws InputError if the route is invalid
 */
export function untypedOperation(route: string, input: InputFields, pace: Partial<Pace> = {}): AnyOperation {
  const parsed = parseRoute(route);
  if (!parsed) {
    throw new InputError('route must be a method and a path, such as "GET /repos/{owner}/{repo}/topics".', {
      field: "route",
    });
  }
  if (UNSAFE_PATH.test(route)) {
    throw new InputError('The path of a route must not contain a "." or ".." segment, "#" or a backslash.', {
      field: "route",
    });
  }
  const isRead = route.startsWith("GET ");
  const placeholders = placeholdersOf(route);
  const fieldsOf = (names: readonly string[], schema: Schema): Schema => ({
    type: "object",
    fields: Object.fromEntries(names.map((name) => [name, schema])),
  });
  for (const [name, value] of Object.entries(input)) {
    if (typeof value !== "number" || !Number.isInteger(value) || Number.isSafeInteger(value)) continue;
    throw new InputError(`${name} is above 2^53, where numbers are not exact: pass a string of digits.`, {
      field: name,
    });
  }
  const integers = placeholders.filter((name) => ["number", "bigint"].includes(typeof input[name]));
  // Undefined fields are omitted.
  const otherFields = Object.keys(input).filter((name) => input[name] !== undefined && !placeholders.includes(name));
  const { method, path } = parsed;
  const definition: CallDefinition = {
    path: fieldsOf(integers, INTEGER),
    [isRead || route.startsWith("DELETE ") ? "query" : "body"]: fieldsOf(otherFields, "anything"),
    success: Object.fromEntries(SUCCESS_STATUSES.map((status) => [status, TEXT])),
    access: { tokens: TOKEN_KINDS, requirements: [] },
    retry: isRead ? "safe" : "never",
    pace: { ...paceOfRoute(method, path), ...pace },
  };
  return { route, method, path, define: () => definition };
}

const INTEGER: Schema = {
  type: "checked",
  of: "anything",
  test: (value: unknown) => Number.isFinite(value) || typeof value === "bigint",
  expected: "must be a number",
};

function parseRoute(route: unknown) {
  const [name, path = "", ...others] = typeof route === "string" ? route.split(" ") : [];
  const method = METHODS.find((known) => known === name);
  return method && /^\/\S*$/.test(path) && others.length === 0 ? { method, path } : undefined;
}

/**
 * Reads a response without a contract: parsed JSON, text if it is not JSON, undefined if it is empty. Integers above 2^53
 * are strings of digits, as in typed outputs.
 */
export function readUntyped(request: CallRequest, response: CallResponse): unknown {
  const { text, headers } = response;
  if (text === "") return undefined;
  if (!/[/+]json\b/.test(headers.get("content-type") ?? "")) return text;
  const value = parseJson(text);
  if (value === undefined) throw notJsonError(request, response);
  const exact = quoteUnsafeIntegers(text);
  return exact === text ? value : parseJson(exact);
}
