import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import { ISSUE_FIELD_TYPES } from "../../issue-values.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../../schema.ts";

/** Field whose value was set or removed on an issue. */
export class EventIssueField extends namedObject(() => ({
  id: z.int(),
  name: z.string(),
  field_type: extensibleEnum(...ISSUE_FIELD_TYPES),
})) {}

const option = lazy(() =>
  z.looseObject({
    id: z.optional(z.int()),
    ...fieldsWith(z.optional(z.string()), "name", "color"),
    description: z.optional(z.nullable(z.string())),
  }),
);

/** The value that was set or removed: a text, a date, a number, or the selected options. */
export class EventIssueFieldValue extends namedObject(() => ({
  id: z.int(),
  value: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  value_id: z.optional(z.int()),
  value_ids: z.optional(z.array(z.int())),
  option: z.optional(option()),
  options: z.optional(z.array(option())),
})) {}
