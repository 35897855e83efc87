import * as z from "zod/mini";
import { definitionOf, placeholdersOf } from "../contract/operation.ts";
import type { AnyOperation } from "../contract/operation-types.ts";
import { API_VERSION } from "../contract/version.ts";
import { type Dialect, jsonMediaType, wirePath } from "../dialect/dialect.ts";
import type { Outgoing } from "./chain.ts";
import { InputError } from "./errors.ts";

/**
 * Makes the request of an operation and its flat input.
 * @throws InputError on a value that can't be right, naming the field
 */
export function encode(
  operation: AnyOperation,
  input: Readonly<Record<string, unknown>>,
  to: { readonly baseUrl: URL; readonly dialect: Dialect; readonly signal: AbortSignal | undefined },
): Outgoing {
  const definition = definitionOf(operation);
  const placeholders = placeholdersOf(operation.path);
  const complain = (field: string, problem: string) =>
    new InputError(`${field} ${problem}.`, { about: `${operation.route}:`, route: operation.route, field });

  const parts = { path: definition.path, query: definition.query, body: definition.body };
  const fieldsOf = (part: keyof typeof parts) => Object.keys(parts[part]?.shape ?? {});
  const known = new Set([...placeholders, ...fieldsOf("query"), ...fieldsOf("body")]);
  for (const field of Object.keys(input)) {
    if (!known.has(field)) throw complain(field, `is not a field of this operation; it has ${[...known].join(", ")}`);
  }
  const take = (part: keyof typeof parts): Record<string, unknown> => {
    const schema = parts[part];
    if (!schema) return {};
    const picked = Object.fromEntries(fieldsOf(part).flatMap((key) => (key in input ? [[key, input[key]]] : [])));
    const parsed = z.safeParse(schema, picked);
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    throw complain(issue?.path.join(".") || part, `is wrong: ${issue?.message ?? "it does not fit"}`);
  };

  const path = take("path");
  const query = take("query");
  const body = take("body");
  for (const rule of definition.rules ?? []) {
    if (!rule.holds(input)) throw complain(rule.fields.join(", "), `do not fit together: ${rule.message}`);
  }

  const filled = wirePath(to.dialect, operation.path).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(path[name] ?? input[name] ?? "");
    // An empty or dotted segment would make another path, and so another operation, of this one.
    if (value === "" || value === "." || value === "..") {
      throw complain(name, value === "" ? "is missing or empty" : `is "${value}", which no name can be`);
    }
    if (!value.isWellFormed()) throw complain(name, "is no text: it holds half of a character");
    return encodeURIComponent(value);
  });
  const url = new URL(`${to.baseUrl.href.replace(/\/$/, "")}${filled}`);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const headers: Record<string, string> = {
    accept: jsonMediaType(to.dialect),
    [to.dialect.headers.apiVersion.toLowerCase()]: API_VERSION,
  };
  const renamed = Object.entries(body).map(([name, value]) => [definition.bodyNames?.[name] ?? name, value]);
  const text = definition.body ? JSON.stringify(Object.fromEntries(renamed)) : undefined;
  if (text !== undefined) headers["content-type"] = "application/json";
  return { operation, definition, method: operation.method, url, headers, body: text, signal: to.signal };
}
