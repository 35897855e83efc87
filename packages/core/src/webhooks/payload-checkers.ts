import type { Schema } from "../schema/schema.ts";
import type { Validation } from "../validation/validation.ts";

/** Generated checks of payloads by their schema; the build writes them into the published package. */
export const PAYLOAD_CHECKERS: ReadonlyMap<Schema, Validation> = new Map();
