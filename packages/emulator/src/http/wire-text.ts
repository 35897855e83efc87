import type { Dialect } from "@forgehand/core/dialects";
import type * as z from "zod/mini";
import { wireBody } from "./wire-body.ts";

/** A value of the contract's as JSON text on the wire. */
export function wireText(dialect: Dialect, schema: z.core.$ZodType, value: unknown): string {
  return Buffer.from(wireBody(dialect, schema, value).bytes).toString();
}
