import * as z from "zod/mini";
import { TOKEN_KINDS } from "../../contract/access.ts";
import { quoteUnsafeIntegers } from "../../contract/big-integers.ts";
import { type Pace, TEXT } from "../../contract/definition.ts";
import { operation, type Route } from "../../contract/operation.ts";
import { placeholdersOf } from "../../contract/placeholders.ts";
import type { AnyOperation } from "../../contract/operation-types.ts";
import { InputError } from "../../errors.ts";
import { parseJson } from "../../internal/parse-json.ts";
import type { CallRequest, CallResponse } from "../middleware.ts";
import { notJsonError } from "../response/not-json-error.ts";
import { redactorOf } from "../response/redactor-of.ts";
import type { InputFields } from "./input-fields.ts";
import { paceOfRoute } from "./route-pace.ts";

const ROUTE = /^(GET|POST|PUT|PATCH|DELETE) \/\S*$/;
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
  if (!isRoute(route)) {
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
  const shape = (names: readonly string[], schema: () => z.ZodMiniType) =>
    z.object(Object.fromEntries(names.map((name) => [name, schema()])));
  for (const [name, value] of Object.entries(input)) {
    if (typeof value !== "number" || !Number.isInteger(value) || Number.isSafeInteger(value)) continue;
    throw new InputError(`${name} is above 2^53, where numbers are not exact: pass a string of digits.`, {
      field: name,
    });
  }
  const integers = placeholders.filter((name) => ["number", "bigint"].includes(typeof input[name]));
  // Undefined fields are omitted.
  const otherFields = Object.keys(input).filter((name) => input[name] !== undefined && !placeholders.includes(name));
  const [method = "", path = ""] = route.split(" ");
  return operation(route, () => ({
    path: shape(integers, () => z.union([z.number(), z.bigint()])),
    [isRead || route.startsWith("DELETE ") ? "query" : "body"]: shape(otherFields, () => z.unknown()),
    success: Object.fromEntries(SUCCESS_STATUSES.map((status) => [status, TEXT])),
    access: { tokens: TOKEN_KINDS, requirements: [] },
    retry: isRead ? "safe" : "never",
    pace: { ...paceOfRoute(method, path), ...pace },
  }));
}

function isRoute(route: unknown): route is Route {
  return typeof route === "string" && ROUTE.test(route);
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
  if (value === undefined) throw notJsonError(request, response, redactorOf(response, request));
  const exact = quoteUnsafeIntegers(text);
  return exact === text ? value : parseJson(exact);
}
