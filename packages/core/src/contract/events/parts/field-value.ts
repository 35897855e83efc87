import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import { FIELD_TYPES } from "../../issue-words.ts";
import type { Named, OutputOf } from "../../named.ts";
import { alike, named, open } from "../../schema.ts";

/** A field of which an issue got or lost a value (public description). */
export interface GivenField extends OutputOf<typeof givenFieldSchema> {}
const givenFieldSchema = /* @__PURE__ */ named(() =>
  z.looseObject({ id: z.int(), name: z.string(), field_type: open(...FIELD_TYPES) }),
);
export const GivenField: Named<GivenField> = givenFieldSchema;

const option = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    id: z.optional(z.int()),
    ...alike(z.optional(z.string()), "name", "color"),
    description: z.optional(z.nullable(z.string())),
  }),
);

/** The value that it got or lost: a text, a day or a number, or what was chosen (public description). */
export interface GivenFieldValue extends OutputOf<typeof givenFieldValueSchema> {}
const givenFieldValueSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    id: z.int(),
    value: z.optional(z.nullable(z.union([z.string(), z.number()]))),
    value_id: z.optional(z.int()),
    value_ids: z.optional(z.array(z.int())),
    option: z.optional(option()),
    options: z.optional(z.array(option())),
  }),
);
export const GivenFieldValue: Named<GivenFieldValue> = givenFieldValueSchema;
