import * as z from "zod/mini";
import type { StandardSchema } from "../schema/schema.ts";
import { isSchema } from "../contract/definition-of.ts";
import { describeIssue } from "../contract/schema-issue.ts";
import { checkerOf } from "./checker.ts";
import type { Validation, ValidationResult } from "./validation.ts";

/** Validates with plain functions, and parses only to describe a mismatch. Works everywhere. */
export const interpreted: Validation = (schema, value) =>
  isSchema(schema) && checkerOf(schema)(value) ? { data: value } : validateByParsing(schema, value);

/** Validates by parsing. */
export function validateByParsing(schema: StandardSchema, value: unknown): ValidationResult {
  if (!isSchema(schema)) return { at: "the schema", problem: "must be a zod schema" };
  const result = z.safeParse(schema, value);
  return result.success ? { data: result.data } : describeIssue(result.error.issues[0], value, "the whole body");
}
