import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { fieldsWith, namedSchema } from "../schema.ts";

/** A message of a check run about lines of a file. */
export interface CheckAnnotation extends SchemaOutput<typeof checkAnnotationSchema> {}
const checkAnnotationSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    ...fieldsWith(z.string(), "path", "blob_href"),
    ...fieldsWith(z.int(), "start_line", "end_line"),
    ...fieldsWith(z.nullable(z.int()), "start_column", "end_column"),
    ...fieldsWith(z.nullable(z.string()), "annotation_level", "title", "message", "raw_details"),
  }),
);
export const CheckAnnotation: NamedSchema<CheckAnnotation> = checkAnnotationSchema;
