import * as z from "zod/mini";
import { TOKEN_KINDS } from "../../contract/access.ts";
import { TEXT } from "../../contract/definition.ts";
import { operation, placeholdersOf, type Route } from "../../contract/operation.ts";
import type { AnyOperation } from "../../contract/operation-types.ts";
import { InputError } from "../../errors.ts";
import { parseJson } from "../../internal/parse-json.ts";
import type { CallRequest, CallResponse } from "../middleware.ts";
import { notJsonError } from "../response/not-json-error.ts";
import { redactorOf } from "../response/redactor-of.ts";
import type { InputFields } from "./input-fields.ts";

const ROUTE = /^(GET|POST|PUT|PATCH|DELETE) \/\S*$/;
/** Matches what would change the path: dot segments in any encoding, fragments and backslashes. */
const UNSAFE_PATH = /\/(\.|%2e){1,2}(?=[/?]|$)|[\\#]/i;
const SUCCESS_STATUSES = [200, 201, 202, 203, 204, 205, 206] as const;

/**
 * Creates an operation for a route that the contract lacks. Placeholders are filled from the input;
 * other fields go into the query of a GET or DELETE, and into the body otherwise. Only GET requests are retried.
 * @throws InputError if the route is invalid
 */
export function untypedOperation(route: string, input: InputFields): AnyOperation {
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
  const path = placeholders.filter((name) => typeof input[name] === "number");
  // Undefined fields are omitted.
  const otherFields = Object.keys(input).filter((name) => input[name] !== undefined && !placeholders.includes(name));
  return operation(route, () => ({
    path: shape(path, () => z.number()),
    [isRead || route.startsWith("DELETE ") ? "query" : "body"]: shape(otherFields, () => z.unknown()),
    success: Object.fromEntries(SUCCESS_STATUSES.map((status) => [status, TEXT])),
    access: { tokens: TOKEN_KINDS, requirements: [] },
    retry: isRead ? "safe" : "never",
  }));
}

function isRoute(route: unknown): route is Route {
  return typeof route === "string" && ROUTE.test(route);
}

/** Reads a response without a contract: parsed JSON, text if it is not JSON, undefined if it is empty. */
export function readUntyped(request: CallRequest, response: CallResponse): unknown {
  const { text, headers } = response;
  if (text === "") return undefined;
  if (!/[/+]json\b/.test(headers.get("content-type") ?? "")) return text;
  const value = parseJson(text);
  if (value === undefined) throw notJsonError(request, response, redactorOf(response, request));
  return value;
}
