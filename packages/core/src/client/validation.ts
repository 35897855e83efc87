import * as z from "zod/mini";

/** What holding an answer against its schema gives. */
export type Checked =
  | { readonly data: unknown }
  /** The first thing that is wrong. */
  | { readonly issue: z.core.$ZodIssue | undefined };

/** How answers are held against the contract. */
export type Validation = (schema: z.core.$ZodType, value: unknown) => Checked;

/** By going through the schema: works everywhere. */
export const interpreted: Validation = (schema, value) => {
  const parsed = z.safeParse(schema, value);
  return parsed.success ? { data: parsed.data } : { issue: parsed.error.issues[0] };
};
