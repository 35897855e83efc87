import { compileSchema } from "../schema/compile-schema.ts";
import type { StandardSchema } from "../schema/schema.ts";
import * as plain from "../terms/translate-terms.ts";
import type { WireNames } from "./dialect.ts";

/**
 * Translates the neutral names in a value to the dialect's. Only fields that the schema knows are translated; others
 * stay as they are.
 */
export function toWire(dialect: WireNames, schema: StandardSchema, value: unknown): unknown {
  return plain.toWire(dialect, compileSchema(schema), value);
}

/** Translates the dialect's names in a value back to neutral ones. */
export function fromWire(dialect: WireNames, schema: StandardSchema, value: unknown): unknown {
  return plain.fromWire(dialect, compileSchema(schema), value);
}
