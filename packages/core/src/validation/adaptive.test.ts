import { afterEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { adaptiveValidation } from "./adaptive.ts";

afterEach(() => vi.unstubAllGlobals());

const schema = () => z.looseObject({ id: z.int() });

describe("adaptive validation", () => {
  test("makes code for what it checks often, and for nothing else", () => {
    const made = vi.fn(Function);
    vi.stubGlobal("Function", made);
    const validate = adaptiveValidation();
    const [often, seldom] = [schema(), schema()];
    for (let id = 0; id < 300; id++) {
      expect(validate(often, { id })).toEqual({ data: { id } });
      expect(validate(often, { id: "1" })).toMatchObject({ at: "id" });
      if (id < 50) expect(validate(seldom, { id })).toEqual({ data: { id } });
    }
    // Once to see whether it may, once for the schema.
    expect(made).toHaveBeenCalledTimes(2);
  });

  test("goes on as it began where no code may be made", () => {
    vi.stubGlobal("Function", () => {
      throw new EvalError("no code from strings");
    });
    const validate = adaptiveValidation();
    const one = schema();
    for (let id = 0; id < 300; id++) expect(validate(one, { id })).toEqual({ data: { id } });
    expect(validate(one, {})).toMatchObject({ at: "id" });
  });
});
