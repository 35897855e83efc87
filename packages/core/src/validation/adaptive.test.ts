import { afterEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { adaptiveValidation } from "./adaptive.ts";

afterEach(() => vi.unstubAllGlobals());

const schema = () => z.looseObject({ id: z.int() });

describe("adaptive validation", () => {
  test("generates code only for frequently used schemas", () => {
    const generated = vi.fn(Function);
    vi.stubGlobal("Function", generated);
    const validate = adaptiveValidation();
    const [frequent, rare] = [schema(), schema()];
    for (let id = 0; id < 300; id++) {
      expect(validate(frequent, { id })).toEqual({ data: { id } });
      expect(validate(frequent, { id: "1" })).toMatchObject({ at: "id" });
      if (id < 50) expect(validate(rare, { id })).toEqual({ data: { id } });
    }
    // Once to check that code generation is allowed, once for the schema.
    expect(generated).toHaveBeenCalledTimes(2);
  });

  test("continues with plain functions if code generation is not allowed", () => {
    vi.stubGlobal("Function", () => {
      throw new EvalError("Code generation is not allowed.");
    });
    const validate = adaptiveValidation();
    const userSchema = schema();
    for (let id = 0; id < 300; id++) expect(validate(userSchema, { id })).toEqual({ data: { id } });
    expect(validate(userSchema, {})).toMatchObject({ at: "id" });
  });
});
