import {
  type AnyOperation,
  bigIntegerFields,
  definitionOf,
  isSchema,
  placeholdersOf,
  quoteBigIntegers,
} from "@forgehand/core/contract";
import { github, wirePath } from "@forgehand/core/dialects";

/** Path and query parameters of a call. */
export type CallFields = Readonly<Record<string, string | number | boolean>>;

/** A response with integers above 2^53 as strings of digits. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
}

interface WireCallOptions {
  readonly token?: string | undefined;
  readonly accept?: string | undefined;
  /** Body with the names of the wire. */
  readonly body?: object | undefined;
}

/** Calls an operation with plain `fetch`, without our client. */
export async function callOverWire(
  apiUrl: string,
  operation: AnyOperation,
  fields: CallFields,
  { token, accept, body: sent }: WireCallOptions = {},
): Promise<WireResponse> {
  const names = placeholdersOf(operation.path);
  const path = names.reduce(
    (text, name) => {
      const value = String(fields[name] ?? "");
      const encoded = name === "path" ? value.split("/").map(encodeURIComponent).join("/") : encodeURIComponent(value);
      return text.replace(`{${name}}`, encoded);
    },
    wirePath(github, operation.path),
  );
  const queryNames = Object.keys(definitionOf(operation).query?.shape ?? {});
  const query = Object.entries(fields).flatMap(([name, value]) =>
    queryNames.includes(name) ? [[name, String(value)] satisfies [string, string]] : [],
  );
  // Without a value for the last parameter, the path ends before it.
  const lastName = names.at(-1);
  const isComplete = lastName === undefined || fields[lastName] !== undefined;
  const response = await fetch(
    `${apiUrl}${isComplete ? path : path.replace(/\/$/, "")}?${new URLSearchParams(query)}`,
    {
      method: operation.method,
      redirect: "manual",
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(accept === undefined ? {} : { accept }),
      },
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    },
  );
  const text = await response.text();
  const schema = definitionOf(operation).success[response.status];
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  const body: unknown = isJson
    ? JSON.parse(isSchema(schema) ? quoteBigIntegers(text, bigIntegerFields(schema)) : text)
    : undefined;
  return { status: response.status, headers: response.headers, text, body };
}

/** Returns the items of a list response, wrapped or not. */
export function itemsOf(operation: AnyOperation, body: unknown): readonly unknown[] {
  const name = definitionOf(operation).paging?.items;
  const items = name === undefined ? body : Reflect.get(Object(body), name);
  return Array.isArray(items) ? items : [];
}
