import { type AnyOperation, definitionOf } from "@forgehand/core/contract";
import { type Dialect, fromWire, wirePath } from "@forgehand/core/dialects";
import type { LoggedCall } from "../public.ts";
import { isObject } from "./is-object.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Returns the flat input of a logged call, with the contract's names. Values of path and query are text. */
export function readReceivedInput(dialect: Dialect, operation: AnyOperation, { path, body }: LoggedCall): Fields {
  const url = new URL(path, "http://emulator");
  const { body: schema, bodyNames = {} } = definitionOf(operation);
  const translated = schema ? fromWire(dialect, schema, body) : body;
  const inputNames = new Map(Object.entries(bodyNames).map(([input, wire]) => [wire, input]));
  const fields = isObject(translated) ? Object.entries(translated) : [];
  return {
    ...placeholdersIn(wirePath(dialect, operation.path), url.pathname),
    ...Object.fromEntries(url.searchParams),
    ...Object.fromEntries(fields.map(([name, value]) => [inputNames.get(name) ?? name, value])),
  };
}

/** Reads the values of a path's placeholders, from its end, because the root before it differs. */
function placeholdersIn(template: string, path: string): Fields {
  const names: string[] = [];
  const pattern = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    names.push(name);
    return name === "path" ? "(.*)" : "([^/]+)";
  });
  const values = new RegExp(`${pattern}$`).exec(path)?.slice(1) ?? [];
  return Object.fromEntries(names.map((name, index) => [name, decode(values[index] ?? "")]));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns a received value in the type that is expected: numbers and booleans of paths and queries are text. */
export function inExpectedType(received: unknown, expected: unknown): unknown {
  const isTyped = typeof expected === "number" || typeof expected === "boolean";
  return isTyped && typeof received === "string" && received === String(expected) ? expected : received;
}
