import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import { ISSUE_FIELD_TYPES } from "../../issue-values.ts";
import type { NamedSchema, SchemaOutput } from "../../named-schema.ts";
import { extensibleEnum, fieldsWith, namedSchema } from "../../schema.ts";

/** Field whose value was set or removed on an issue. */
export interface EventIssueField extends SchemaOutput<typeof eventIssueFieldSchema> {}
const eventIssueFieldSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({ id: z.int(), name: z.string(), field_type: extensibleEnum(...ISSUE_FIELD_TYPES) }),
);
export const EventIssueField: NamedSchema<EventIssueField> = eventIssueFieldSchema;

const option = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    id: z.optional(z.int()),
    ...fieldsWith(z.optional(z.string()), "name", "color"),
    description: z.optional(z.nullable(z.string())),
  }),
);

/** The value that was set or removed: a text, a date, a number, or the selected options. */
export interface EventIssueFieldValue extends SchemaOutput<typeof eventIssueFieldValueSchema> {}
const eventIssueFieldValueSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    id: z.int(),
    value: z.optional(z.nullable(z.union([z.string(), z.number()]))),
    value_id: z.optional(z.int()),
    value_ids: z.optional(z.array(z.int())),
    option: z.optional(option()),
    options: z.optional(z.array(option())),
  }),
);
export const EventIssueFieldValue: NamedSchema<EventIssueFieldValue> = eventIssueFieldValueSchema;
