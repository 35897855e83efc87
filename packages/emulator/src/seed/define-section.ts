import * as z from "zod/mini";
import type { SeedContext } from "./seed-context.ts";
import type { SeedPath } from "./seed-error.ts";

/** A part of a seed that belongs to an owner, such as a repository's hooks or an organization's runners. */
export interface SeedSection<Owner> {
  readonly schema: z.ZodMiniType;
  /**
   * Inserts the section.
   * @param value already checked against the schema
   * @param path path of the value in the seed
   */
  apply(context: SeedContext, owner: Owner, value: unknown, path: SeedPath): void;
}

/**
 * Defines a section by its schema and the function that inserts it.
 * @param apply throws a SeedError for what the schema cannot check
 */
export function defineSection<Owner, Value>(
  schema: z.ZodMiniType<Value>,
  apply: (context: SeedContext, owner: Owner, value: Value, path: SeedPath) => void,
): SeedSection<Owner> {
  return { schema, apply: (context, owner, value, path) => apply(context, owner, z.parse(schema, value), path) };
}
