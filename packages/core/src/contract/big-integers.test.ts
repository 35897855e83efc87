import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quoteBigIntegers, unquoteBigIntegers } from "./big-integers.ts";

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
