import * as z from "zod/mini";
import { TOKEN_KINDS } from "../../contract/access.ts";
import { TEXT } from "../../contract/definition.ts";
import { operation, placeholdersOf, type Route } from "../../contract/operation.ts";
import type { AnyOperation } from "../../contract/operation-types.ts";
import { InputError } from "../../errors.ts";
import { parseJson } from "../../internal/parse-json.ts";
import { notJson } from "../answer/json-text.ts";
import type { Incoming, Outgoing } from "../chain.ts";
import type { Fields } from "./fields.ts";

const ROUTE = /^(GET|POST|PUT|PATCH|DELETE) \/\S*$/;
/** What would make another path of it: dotted segments, however they are written, and what ends or bends a path. */
const DETOUR = /\/(\.|%2e){1,2}(?=[/?]|$)|[\\#]/i;
const SUCCESSES = [200, 201, 202, 203, 204, 205, 206] as const;

/**
 * An operation that the contract lacks, made from its route and an input: placeholders go into the path, the rest into the
 * query of a GET or DELETE and into the body of the others. It is never repeated unless it reads.
 * @throws InputError on a route that is none
 */
export function operationOf(route: string, input: Fields): AnyOperation {
  if (!isRoute(route)) {
    throw new InputError('A route is a method and a path, such as "GET /repos/{owner}/{repo}/topics".', {
      field: "route",
    });
  }
  if (DETOUR.test(route)) {
    throw new InputError('A route\'s path holds no "." or ".." segment, no "#" and no backslash.', { field: "route" });
  }
  const reads = route.startsWith("GET ");
  const placeholders = placeholdersOf(route);
  const shape = (names: readonly string[], schema: () => z.ZodMiniType) =>
    z.object(Object.fromEntries(names.map((name) => [name, schema()])));
  const path = placeholders.filter((name) => typeof input[name] === "number");
  // What is undefined is not said.
  const rest = Object.keys(input).filter((name) => input[name] !== undefined && !placeholders.includes(name));
  return operation(route, () => ({
    path: shape(path, () => z.number()),
    [reads || route.startsWith("DELETE ") ? "query" : "body"]: shape(rest, () => z.unknown()),
    success: Object.fromEntries(SUCCESSES.map((status) => [status, TEXT])),
    access: { tokens: TOKEN_KINDS, needs: [] },
    retry: reads ? "safe" : "never",
  }));
}

function isRoute(route: unknown): route is Route {
  return typeof route === "string" && ROUTE.test(route);
}

/** What an answer without a contract says: the value of its JSON, the text where it is none, undefined where it is empty. */
export function readAnything(request: Outgoing, answer: Incoming): unknown {
  const { text, headers } = answer;
  if (text === "") return undefined;
  if (!/[/+]json\b/.test(headers.get("content-type") ?? "")) return text;
  const value = parseJson(text);
  if (value === undefined) throw notJson(request, answer, text);
  return value;
}
