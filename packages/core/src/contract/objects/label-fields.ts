import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { fieldsWith } from "../schema.ts";

/** Fields of every label object. */
export const labelFields = lazy(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "node_id", "url", "name", "color"),
  description: z.nullable(z.string()),
  default: z.boolean(),
}));
