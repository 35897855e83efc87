import * as z from "zod/mini";
import { checkerOf } from "./checker.ts";

/** What holding an answer against its schema gives. */
export type Checked =
  | { readonly data: unknown }
  /** The first thing that is wrong. */
  | { readonly issue: z.core.$ZodIssue | undefined };

/** How answers are held against the contract. */
export type Validation = (schema: z.core.$ZodType, value: unknown) => Checked;

/** By plain functions, and by parsing where something is wrong, which says what: works everywhere. */
export const interpreted: Validation = (schema, value) =>
  checkerOf(schema)(value) ? { data: value } : parsed(schema, value);

/** By parsing. */
export function parsed(schema: z.core.$ZodType, value: unknown): Checked {
  const result = z.safeParse(schema, value);
  return result.success ? { data: result.data } : { issue: result.error.issues[0] };
}
