import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { COLORS, FIELD_TYPES, FIELD_VISIBILITIES } from "../issue-words.ts";
import type { Named, OutputOf } from "../named.ts";
import { alike, kinds, named, open } from "../schema.ts";

const fieldOption = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    id: z.int(),
    name: z.string(),
    description: z.optional(z.nullable(z.string())),
    color: z.optional(z.nullable(open(...COLORS))),
    priority: z.optional(z.nullable(z.int())),
    ...alike(z.optional(z.string()), "created_at", "updated_at"),
  }),
);

/** A field that an organization's issues can have (public description). */
export interface IssueField extends OutputOf<typeof issueFieldSchema> {}
const issueFieldSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    id: z.int(),
    ...alike(z.string(), "node_id", "name"),
    description: z.optional(z.nullable(z.string())),
    data_type: open(...FIELD_TYPES),
    visibility: z.optional(open(...FIELD_VISIBILITIES)),
    options: z.optional(z.nullable(z.array(fieldOption()))),
    ...alike(z.optional(z.string()), "created_at", "updated_at"),
  }),
);
export const IssueField: Named<IssueField> = issueFieldSchema;

const chosen = /* @__PURE__ */ lazy(() => z.looseObject({ id: z.int(), name: z.string(), color: z.string() }));

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
 * An issue's value of a field, by the field's type (document 3, Issue field value). A choice among several is told as joined
 * names, and in full beside; of one as its id.
 */
export type IssueFieldValue = OutputOf<typeof issueFieldValueSchema>;
const issueFieldValueSchema = /* @__PURE__ */ named(() =>
  kinds(
    "data_type",
    z.looseObject(fieldValue("text", z.string())),
    z.looseObject(fieldValue("number", z.number())),
    z.looseObject(fieldValue("date", z.string())),
    z.looseObject(fieldValue("single_select", z.union([z.int(), z.string()]))),
    z.looseObject(fieldValue("multi_select", z.string())),
  ),
);
export const IssueFieldValue: Named<IssueFieldValue> = issueFieldValueSchema;
