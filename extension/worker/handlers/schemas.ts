import * as z from "zod/mini";
import { CONTROL_IDS } from "../../model/controls.ts";

// Schemas of message fields. The limits are above any real value.

export const controlSchema = z.enum(CONTROL_IDS);

/** A login, or an owner's or repository's name. */
export const loginSchema = z.string().check(z.minLength(1), z.maxLength(100));

/** A repository or pull request, as a row of a page's list identifies it. */
export const subjectSchema = z.strictObject({
  owner: loginSchema,
  repo: loginSchema,
  number: z.optional(z.int().check(z.positive(), z.lte(999_999_999))),
});

/** The page, or its row, that a message is about. */
export const pageTargetFields = {
  page: z.string().check(z.maxLength(1000)),
  tab: z.optional(z.int()),
  row: z.optional(subjectSchema),
};
