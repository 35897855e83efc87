import { describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { compiledValidation } from "./compiled.ts";

describe("compiled validation", () => {
  test("reports the problem and its path", () => {
    const validate = compiledValidation();
    const schema = z.looseObject({ id: z.int(), user: z.nullable(z.looseObject({ login: z.string() })) });
    const valid = { id: 1, user: { login: "a", more: 1 }, more: [] };
    expect(validate(schema, valid)).toEqual({ data: valid });
    expect(validate(schema, { id: 1, user: { login: 2 } })).toMatchObject({ at: "user.login" });
  });

  test("generates code once per schema", () => {
    const generated = vi.spyOn(globalThis, "Function");
    const validate = compiledValidation();
    const schema = z.looseObject({ id: z.int() });
    for (const id of [1, 2]) expect(validate(schema, { id })).toEqual({ data: { id } });
    // Once to check that code generation is allowed, once for the schema.
    expect(generated).toHaveBeenCalledTimes(2);
    generated.mockRestore();
  });
});
