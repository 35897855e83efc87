import { createClient } from "@forgehand/core";
import { placeholdersOf } from "@forgehand/core/contract";
import { github } from "@forgehand/core/dialects";
import { test } from "@forgehand/emulator/vitest";
import { expect } from "vitest";
import { callOverWire } from "../conformance/wire-call.ts";
import { CATALOG, inputFields } from "./catalog.ts";

// Provokes errors of all operations and checks that they contain only names that GitHub's users know.

const tables: readonly Readonly<Record<string, string>>[] = [
  github.fields,
  github.values,
  github.segments,
  github.permissions,
  github.scopes,
];
const NEUTRAL_NAMES = new Set(["svc", "new_name", ...tables.flatMap((table) => Object.keys(table))]);

const NAMES = { org: "acme", owner: "acme", repo: "widgets", enterprise: "acme-inc", username: "bob", pull_number: 1 };

/** Values that no field of the type accepts. */
const WRONG_VALUES: Readonly<Record<string, unknown>> = { string: ["x"], array: "x", object: "x" };

function neutralNamesIn(text: string): string[] {
  return (text.match(/[A-Za-z]+(?:[_-][A-Za-z]+)*/g) ?? []).filter((word) => NEUTRAL_NAMES.has(word));
}

test("errors of the client contain no neutral names but those of its input", async () => {
  const { call } = createClient({ baseUrl: "http://127.0.0.1:9" });
  for (const { operation, definition } of CATALOG) {
    const own = new Set([
      ...placeholdersOf(operation.path),
      ...[definition.query, definition.body].flatMap((part) => [...inputFields(part).keys()]),
    ]);
    // Its type doesn't allow the field.
    const message = await Promise.resolve(Reflect.apply(call, undefined, [operation, { unknown_field: 1 }])).catch(
      String,
    );
    expect(message).toContain("unknown_field is not a field of this operation");
    expect(neutralNamesIn(message).filter((word) => !own.has(word))).toEqual([]);
  }
});

test("errors of the emulator contain no neutral names", async ({ emulator }) => {
  const seen = new Map<number, number>();
  const found: string[] = [];
  for (const { operation, definition } of CATALOG) {
    const fields = Object.fromEntries(placeholdersOf(operation.path).map((name) => [name, "1"]));
    const wrongFields = [...inputFields(definition.body)].map(([name, { shape }]) => {
      const { bodyNames = {} } = definition;
      const [type = ""] = shape.types;
      const value = shape.values ? "no such value" : (WRONG_VALUES[type] ?? "x");
      return [github.fields[bodyNames[name] ?? name] ?? bodyNames[name] ?? name, value];
    });
    const calls = [
      { token: emulator.tokens["mallory"], given: { ...fields, ...NAMES }, body: {} },
      { token: emulator.tokens["alice"], given: fields, body: {} },
      { token: emulator.tokens["alice"], given: { ...fields, ...NAMES }, body: {} },
      { token: emulator.tokens["alice"], given: { ...fields, ...NAMES }, body: Object.fromEntries(wrongFields) },
      { token: emulator.tokens["workflow"], given: { ...fields, ...NAMES }, body: {} },
    ];
    // A valid deletion would take away what the other calls need.
    if (["DELETE", "GET"].includes(operation.method)) calls.splice(2, 2);
    for (const { token, given, body } of calls) {
      const isRead = operation.method === "GET";
      const { status, text } = await callOverWire(emulator.apiUrl, operation, given, {
        token,
        body: isRead ? undefined : body,
      });
      if (status < 400) continue;
      seen.set(status, (seen.get(status) ?? 0) + 1);
      const names = neutralNamesIn(text);
      if (names.length > 0) found.push(`${operation.route} ${status}: ${text}`);
    }
  }
  expect(found).toEqual([]);
  for (const status of [403, 404, 422]) expect(seen.get(status), String(status)).toBeGreaterThan(60);
});
