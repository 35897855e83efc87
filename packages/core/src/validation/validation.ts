import type { Schema } from "../schema/schema.ts";

/** Returns whether a value matches a schema of the contract. */
export type Validation = (schema: Schema, value: unknown) => boolean;

/**
 * Treatment of a response that does not match the contract. `strict`: the call fails. `warn`: an event reports it, and the
 * call returns the response as it is. `off`: responses are not checked.
 */
export type ValidationMode = "strict" | "warn" | "off";

export const VALIDATION_MODES: readonly ValidationMode[] = ["strict", "warn", "off"];

/** Validation of responses in detail. */
export interface ValidationOptions {
  /** Treatment of a response that does not match the contract; default `strict`. */
  readonly mode?: ValidationMode | undefined;
  /** Function that checks values; default interpreted, see also `@forgehand/core/compiled`. */
  readonly validate?: Validation | undefined;
}
