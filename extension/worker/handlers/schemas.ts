import * as z from "zod/mini";
import { CONTROL_IDS } from "../../model/controls.ts";

// Schemas of message fields. No real value exceeds the limits.

export const controlSchema = z.enum(CONTROL_IDS);

/** A login or a repository's name. */
export const nameSchema = z.string().check(z.minLength(1), z.maxLength(100));

/** The repository or pull request of a list row. */
export const subjectSchema = z.strictObject({
  owner: nameSchema,
  repo: nameSchema,
  number: z.optional(z.int().check(z.positive(), z.lte(999_999_999))),
});

/** The page, or its row, that a message is about. */
export const pageTargetFields = {
  page: z.string().check(z.maxLength(1000)),
  tab: z.optional(z.int()),
  row: z.optional(subjectSchema),
};
