import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { definitionOf, isSchema } from "../contract/defined.ts";
import * as catalogue from "../contract/index.ts";
import { compiledValidation } from "./compiled.ts";

describe("compiled validation", () => {
  test("is there for every answer of the contract", { timeout: 30_000 }, () => {
    for (const operation of Object.values(catalogue)) {
      const { success, media = {} } = definitionOf(operation);
      for (const answer of [...Object.values(success), ...Object.values(media)]) {
        if (isSchema(answer)) expect(() => z.compile(answer, { strict: true }), operation.route).not.toThrow();
      }
    }
  });

  test("finds what is wrong, and where", () => {
    const validate = compiledValidation();
    const schema = z.looseObject({ id: z.int(), user: z.nullable(z.looseObject({ login: z.string() })) });
    const right = { id: 1, user: { login: "a", more: 1 }, more: [] };
    expect(validate(schema, right)).toEqual({ data: right });
    expect(validate(schema, { id: 1, user: { login: 2 } })).toMatchObject({ at: "user.login" });
  });

  test("checks all the same what can't be compiled", () => {
    const marked = z.looseObject({ id: z.int() }).check(z.meta({ title: "marked" }));
    expect(() => z.compile(marked, { strict: true })).toThrow();
    const validate = compiledValidation();
    expect(validate(marked, { id: 1 })).toEqual({ data: { id: 1 } });
    expect(validate(marked, { id: "1" })).toMatchObject({ at: "id" });
  });
});
