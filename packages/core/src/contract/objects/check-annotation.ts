import * as z from "zod/mini";
import { fieldsWith, namedObject } from "../schema.ts";

/** A message of a check run about lines of a file. */
export class CheckAnnotation extends namedObject(() => ({
  ...fieldsWith(z.string(), "path", "blob_href"),
  ...fieldsWith(z.int(), "start_line", "end_line"),
  ...fieldsWith(z.nullable(z.int()), "start_column", "end_column"),
  ...fieldsWith(z.nullable(z.string()), "annotation_level", "title", "message", "raw_details"),
})) {}
