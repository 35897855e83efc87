import { DEFAULT_API_VERSION, quoteBigIntegers } from "@forgehand/core/contract";
import { DIALECTS, toWire } from "@forgehand/core/dialects";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { anyText } from "../any-text.fixture.ts";
import { wireBody } from "./wire-body.ts";

const Item = z.looseObject({ name: z.string(), size: z.optional(z.int()) });
const item = fc.record({ name: anyText(), size: fc.integer(), other: fc.jsonValue() });
const format = { dialect: DIALECTS.github, version: DEFAULT_API_VERSION };
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();

test("serializes objects, lists, and lists in objects, repeatedly", () => {
  const Wrapped = z.looseObject({ total_count: z.int(), items: z.array(Item), names: z.array(z.string()) });
  const items = fc.array(item, { maxLength: 5 });
  const wrapped = fc
    .tuple(fc.nat(), items, fc.array(fc.string()), fc.string())
    .map(([total_count, items, names, after]) => ({ total_count, items, names, after }));
  const cases = fc.oneof(
    item.map((value) => [Item, value] as const),
    items.map((value) => [z.array(Item), value] as const),
    fc.array(fc.string()).map((value) => [z.array(z.string()), value] as const),
    wrapped.map((value) => [Wrapped, value] as const),
  );
  fc.assert(
    fc.property(cases, ([schema, value]) => {
      const first = wireBody(format, schema, value);
      const repeated = wireBody(format, schema, Array.isArray(value) ? [...value] : value);
      expect(textOf(first.bytes)).toBe(JSON.stringify(toWire(format.dialect, schema, value)));
      expect(textOf(repeated.bytes)).toBe(textOf(first.bytes));
      expect(repeated.digest()).toBe(first.digest());
    }),
  );
});

test("has equal digests only for equal bytes", () => {
  const known = new Map<string, string>();
  fc.assert(
    fc.property(fc.array(fc.record({ name: fc.constantFrom("a", "b", '","', "") }), { maxLength: 4 }), (items) => {
      const { bytes, digest } = wireBody(format, z.array(Item), items);
      expect(known.get(digest()) ?? textOf(bytes)).toBe(textOf(bytes));
      known.set(digest(), textOf(bytes));
    }),
  );
  expect(new Set(known.values()).size).toBe(known.size);
});

test("doesn't reuse a list with other items", () => {
  const [a, b] = [{ name: "a" }, { name: "b" }];
  const text = (items: readonly unknown[]) => textOf(wireBody(format, z.array(Item), items).bytes);
  expect([text([a, b]), text([b, a]), text([a]), text([a, b, a])]).toEqual([
    '[{"name":"a"},{"name":"b"}]',
    '[{"name":"b"},{"name":"a"}]',
    '[{"name":"a"}]',
    '[{"name":"a"},{"name":"b"},{"name":"a"}]',
  ]);
});

test("keeps integers past 2^53 exact, also in lists", () => {
  const Exact = z.object({ id: z.string().check(z.meta({ "x-big-integer": true })) });
  const { bytes } = wireBody(format, z.array(Exact), [{ id: "9007199254740993" }]);
  expect(textOf(bytes)).toBe('[{"id":9007199254740993}]');
  expect(JSON.parse(quoteBigIntegers(textOf(bytes), ["[].id"]))).toEqual([{ id: "9007199254740993" }]);
});
