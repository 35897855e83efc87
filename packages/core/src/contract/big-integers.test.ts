import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quoteBigIntegers, quoteUnsafeIntegers, unquoteBigIntegers } from "./big-integers.ts";

describe("big integers", () => {
  test("keeps every digit above 2^53", () => {
    const wire = '[{"id":9007199254740993,"guid":"a"},{"id": 18446744073709551615}]';
    expect(JSON.parse(quoteBigIntegers(wire, ["[].id"]))).toEqual([
      { id: "9007199254740993", guid: "a" },
      { id: "18446744073709551615" },
    ]);
  });

  test("ignores fields of the same name elsewhere", () => {
    const wire = '{"id":1,"request":{"payload":{"id":2,"text":"\\"id\\":3"}}}';
    expect(JSON.parse(quoteBigIntegers(wire, ["id"]))).toEqual({
      id: "1",
      request: { payload: { id: 2, text: '"id":3' } },
    });
  });

  test("matches paths inside wrapped arrays", () => {
    const wire = '{"total_count":1,"deliveries":[{"id":1,"hook":{"id":2}}],"others":[{"id":3}]}';
    expect(JSON.parse(quoteBigIntegers(wire, ["deliveries.[].id"]))).toEqual({
      total_count: 1,
      deliveries: [{ id: "1", hook: { id: 2 } }],
      others: [{ id: 3 }],
    });
  });

  test("handles strings of megabytes and truncated texts in linear time", () => {
    const long = JSON.stringify({ payload: `${'\\"'.repeat(4_000_000)}${"x".repeat(9_000_000)}` });
    const wire = `{"extra":${long},"id":9007199254740993}`;
    expect(quoteBigIntegers(wire, ["id"]).endsWith('"id":"9007199254740993"}')).toBe(true);
    const deep = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`;
    expect(quoteBigIntegers(deep, ["id"])).toBe(deep);
    const cut = wire.slice(0, 10_000_000);
    expect(quoteBigIntegers(cut, ["id"])).toBe(cut);
  });

  test("ignores fractions, exponents and null", () => {
    for (const value of ["1.5", "1e3", "null"]) {
      expect(quoteBigIntegers(`{"id":${value}}`, ["id"])).toBe(`{"id":${value}}`);
    }
  });

  test("round-trips with any other content in the body", () => {
    const digits = fc.bigInt({ min: 0n, max: 2n ** 64n }).map(String);
    fc.assert(
      fc.property(fc.array(fc.record({ id: digits, extra: fc.jsonValue() })), (records) => {
        const expected = JSON.parse(JSON.stringify(records));
        const wire = unquoteBigIntegers(JSON.stringify(records), ["[].id"]);
        expect(JSON.parse(quoteBigIntegers(wire, ["[].id"]))).toEqual(expected);
      }),
    );
  });
});

/** A JSON text, and what it should be parsed to. */
interface ExactJson {
  readonly text: string;
  readonly value: unknown;
}

const exactJson = fc.letrec<{ json: ExactJson }>((tie) => ({
  json: fc.oneof(
    fc.string({ unit: "binary" }).map((value) => ({ text: JSON.stringify(value), value })),
    fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map((integer) => {
      const number = Number(integer);
      return { text: `${integer}`, value: Number.isSafeInteger(number) ? number : `${integer}` };
    }),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter((value) => !Number.isInteger(value))
      .map((value) => ({ text: JSON.stringify(value), value })),
    fc.dictionary(fc.string(), tie("json"), { maxKeys: 4 }).map((fields) => {
      const entries = Object.entries(fields);
      return {
        text: `{${entries.map(([name, { text }]) => `${JSON.stringify(name)}:${text}`).join()}}`,
        value: Object.fromEntries(entries.map(([name, { value }]) => [name, value])),
      };
    }),
  ),
})).json;

test("integers beyond 2^53 are quoted anywhere in a text, and nothing else", () => {
  fc.assert(
    fc.property(fc.array(exactJson), (items) => {
      const text = `[${items.map((item) => item.text).join(", ")}]`;
      expect(JSON.parse(quoteUnsafeIntegers(text))).toEqual(items.map(({ value }) => value));
    }),
  );
});

test("quoting takes linear time", () => {
  const text = JSON.stringify({ id: '\\"'.repeat(2_000_000), other: "1".repeat(2_000_000) });
  expect(quoteUnsafeIntegers(text)).toBe(text);
  const long = JSON.stringify("a\n".repeat(3_000_000));
  expect(quoteUnsafeIntegers(`[${long},12345678901234567890]`)).toBe(`[${long},"12345678901234567890"]`);
});
