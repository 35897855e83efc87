import * as z from "zod/mini";
import { isSchema } from "../contract/defined.ts";
import type { SchemaLike } from "../contract/definition.ts";
import { describeIssue } from "../contract/issue.ts";
import { checkerOf } from "./checker.ts";
import type { Checked, Validation } from "./validation.ts";

/** By plain functions, and by parsing where something is wrong, which says what: works everywhere. */
export const interpreted: Validation = (schema, value) =>
  isSchema(schema) && checkerOf(schema)(value) ? { data: value } : parsed(schema, value);

/** By parsing. */
export function parsed(schema: SchemaLike, value: unknown): Checked {
  if (!isSchema(schema)) return { at: "the schema", problem: "is none of zod's" };
  const result = z.safeParse(schema, value);
  return result.success ? { data: result.data } : describeIssue(result.error.issues[0], value, "the whole body");
}
