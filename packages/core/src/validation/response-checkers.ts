import type { Schema } from "../schema/schema.ts";
import type { Validation } from "./validation.ts";

/** Generated checks of responses by their schema; the build writes them into the published package. */
export const RESPONSE_CHECKERS: ReadonlyMap<Schema, Validation> = new Map();
