import { describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { compiledValidation } from "./compiled.ts";

describe("compiled validation", () => {
  test("finds what is wrong, and where", () => {
    const validate = compiledValidation();
    const schema = z.looseObject({ id: z.int(), user: z.nullable(z.looseObject({ login: z.string() })) });
    const right = { id: 1, user: { login: "a", more: 1 }, more: [] };
    expect(validate(schema, right)).toEqual({ data: right });
    expect(validate(schema, { id: 1, user: { login: 2 } })).toMatchObject({ at: "user.login" });
  });

  test("makes code once a schema", () => {
    const made = vi.spyOn(globalThis, "Function");
    const validate = compiledValidation();
    const schema = z.looseObject({ id: z.int() });
    for (const id of [1, 2]) expect(validate(schema, { id })).toEqual({ data: { id } });
    expect(made).toHaveBeenCalledTimes(2);
    made.mockRestore();
  });
});
