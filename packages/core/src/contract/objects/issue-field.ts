import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { ISSUE_COLORS, ISSUE_FIELD_TYPES, ISSUE_FIELD_VISIBILITIES } from "../issue-values.ts";
import { extensibleEnum, extensibleUnion, fieldsWith, type NamedSchema, namedObject, namedSchema } from "../schema.ts";

const fieldOption = lazy(() =>
  z.looseObject({
    id: z.int(),
    name: z.string(),
    description: z.optional(z.nullable(z.string())),
    color: z.optional(z.nullable(extensibleEnum(...ISSUE_COLORS))),
    priority: z.optional(z.nullable(z.int())),
    ...fieldsWith(z.optional(z.string()), "created_at", "updated_at"),
  }),
);

/** A field of an organization's issues. */
export class IssueField extends namedObject(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "node_id", "name"),
  description: z.optional(z.nullable(z.string())),
  data_type: extensibleEnum(...ISSUE_FIELD_TYPES),
  visibility: z.optional(extensibleEnum(...ISSUE_FIELD_VISIBILITIES)),
  options: z.optional(z.nullable(z.array(fieldOption()))),
  ...fieldsWith(z.optional(z.string()), "created_at", "updated_at"),
})) {}

const chosen = lazy(() => z.looseObject({ id: z.int(), name: z.string(), color: z.string() }));

const fieldValue = <T extends string, V extends z.ZodMiniType>(type: T, value: V) => ({
  issue_field_id: z.int(),
  issue_field_name: z.optional(z.string()),
  node_id: z.string(),
  data_type: z.literal(type),
  value: z.nullable(value),
  single_select_option: z.optional(z.nullable(chosen())),
  multi_select_options: z.optional(z.nullable(z.array(chosen()))),
});

/**
 * An issue's value of a field, by field type. A single selection is its option's id; multiple selections are the joined
 * names, with the full options in a separate field.
 */
export type IssueFieldValue = NonNullable<InstanceType<typeof issueFieldValueSchema>>;
const issueFieldValueSchema = namedSchema(() =>
  extensibleUnion(
    "data_type",
    z.looseObject(fieldValue("text", z.string())),
    z.looseObject(fieldValue("number", z.number())),
    z.looseObject(fieldValue("date", z.string())),
    z.looseObject(fieldValue("single_select", z.union([z.int(), z.string()]))),
    z.looseObject(fieldValue("multi_select", z.string())),
  ),
);
export const IssueFieldValue: NamedSchema<IssueFieldValue> = issueFieldValueSchema;
