import { describe, expect, test } from "vitest";
import type { Schema } from "../schema/schema.ts";
import { compiledValidation } from "./compiled.ts";

describe("compiled validation", () => {
  test("interprets schemas without generated code", () => {
    const schema: Schema = { type: "object", fields: { id: "integer", login: { type: "nullable", of: "string" } } };
    const validate = compiledValidation();
    expect(validate(schema, { id: 1, login: null, more: [] })).toBe(true);
    expect(validate(schema, { id: 1.5, login: null })).toBe(false);
  });
});
