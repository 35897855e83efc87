import {
  type AnyOperation,
  bigIntegerFields,
  definitionOf,
  isSchema,
  placeholdersOf,
  quoteBigIntegers,
} from "@forgehand/core/contract";
import { github, wirePath } from "@forgehand/core/dialects";

/** Fields of a call: those that its path names, and queries. */
export type Fields = Readonly<Record<string, string | number | boolean>>;

/** An answer as it came, its integers past 2^53 as digits. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
}

/** Asks as any program would, with nothing of our client's between. */
export async function wireCall(
  apiUrl: string,
  operation: AnyOperation,
  fields: Fields,
  { token, accept }: { readonly token?: string | undefined; readonly accept?: string } = {},
): Promise<WireAnswer> {
  const names = placeholdersOf(operation.path);
  const path = names.reduce(
    (text, name) => {
      const value = String(fields[name] ?? "");
      const encoded = name === "path" ? value.split("/").map(encodeURIComponent).join("/") : encodeURIComponent(value);
      return text.replace(`{${name}}`, encoded);
    },
    wirePath(github, operation.path),
  );
  const asked = Object.keys(definitionOf(operation).query?.shape ?? {});
  const query = Object.entries(fields).flatMap(([name, value]) =>
    asked.includes(name) ? [[name, String(value)] satisfies [string, string]] : [],
  );
  const answer = await fetch(`${apiUrl}${path.replace(/\/$/, "")}?${new URLSearchParams(query)}`, {
    method: operation.method,
    redirect: "manual",
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(accept === undefined ? {} : { accept }),
    },
  });
  const text = await answer.text();
  const usual = definitionOf(operation).success[answer.status];
  const isJson = answer.headers.get("content-type")?.startsWith("application/json") ?? false;
  const body: unknown = isJson
    ? JSON.parse(isSchema(usual) ? quoteBigIntegers(text, bigIntegerFields(usual)) : text)
    : undefined;
  return { status: answer.status, headers: answer.headers, text, body };
}

/** The items of a list's answer, wrapped or not. */
export function itemsOf(operation: AnyOperation, body: unknown): readonly unknown[] {
  const name = definitionOf(operation).paging?.items;
  const items = name === undefined ? body : Reflect.get(Object(body), name);
  return Array.isArray(items) ? items : [];
}
