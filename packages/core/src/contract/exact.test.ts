import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quoteExact, unquoteExact } from "./exact.ts";

describe("exact integers", () => {
  test("keep every digit past 2^53", () => {
    const wire = '[{"id":9007199254740993,"guid":"a"},{"id": 18446744073709551615}]';
    expect(JSON.parse(quoteExact(wire, ["[].id"]))).toEqual([
      { id: "9007199254740993", guid: "a" },
      { id: "18446744073709551615" },
    ]);
  });

  test("leave fields of the same name elsewhere alone", () => {
    const wire = '{"id":1,"request":{"payload":{"id":2,"text":"\\"id\\":3"}}}';
    expect(JSON.parse(quoteExact(wire, ["id"]))).toEqual({
      id: "1",
      request: { payload: { id: 2, text: '"id":3' } },
    });
  });

  test("lie where the path says, under wrapped arrays too", () => {
    const wire = '{"total_count":1,"deliveries":[{"id":1,"hook":{"id":2}}],"others":[{"id":3}]}';
    expect(JSON.parse(quoteExact(wire, ["deliveries.[].id"]))).toEqual({
      total_count: 1,
      deliveries: [{ id: "1", hook: { id: 2 } }],
      others: [{ id: 3 }],
    });
  });

  test("are found past strings of megabytes, and a text that was cut off takes no longer", () => {
    const long = JSON.stringify({ payload: `${'\\"'.repeat(4_000_000)}${"x".repeat(9_000_000)}` });
    const wire = `{"extra":${long},"id":9007199254740993}`;
    expect(quoteExact(wire, ["id"]).endsWith('"id":"9007199254740993"}')).toBe(true);
    const deep = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`;
    expect(quoteExact(deep, ["id"])).toBe(deep);
    const cut = wire.slice(0, 10_000_000);
    expect(quoteExact(cut, ["id"])).toBe(cut);
  });

  test("leave fractions, exponents and null alone", () => {
    for (const value of ["1.5", "1e3", "null"]) {
      expect(quoteExact(`{"id":${value}}`, ["id"])).toBe(`{"id":${value}}`);
    }
  });

  test("writing and reading is identity, whatever else is in the body", () => {
    const digits = fc.bigInt({ min: 0n, max: 2n ** 64n }).map(String);
    fc.assert(
      fc.property(fc.array(fc.record({ id: digits, extra: fc.jsonValue() })), (records) => {
        const said = JSON.parse(JSON.stringify(records));
        const wire = unquoteExact(JSON.stringify(records), ["[].id"]);
        expect(JSON.parse(quoteExact(wire, ["[].id"]))).toEqual(said);
      }),
    );
  });
});
