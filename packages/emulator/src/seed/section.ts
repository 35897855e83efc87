import * as z from "zod/mini";
import type { Planting } from "./planting.ts";
import type { SeedPath } from "./problem.ts";

/** A part of a seed that belongs to something: a repository's hooks, an organization's runners. */
export interface Section<Owner> {
  readonly schema: z.ZodMiniType;
  /** Puts it into the state. @param value held against the schema before @param path where in the seed it is */
  plant(planting: Planting, owner: Owner, value: unknown, path: SeedPath): void;
}

/**
 * Writes a section down: what it looks like, and what it makes of the state.
 * @param plant what is wrong beyond the schema, it says with a SeedProblem at a path
 */
export function section<Owner, Value>(
  schema: z.ZodMiniType<Value>,
  plant: (planting: Planting, owner: Owner, value: Value, path: SeedPath) => void,
): Section<Owner> {
  return { schema, plant: (planting, owner, value, path) => plant(planting, owner, z.parse(schema, value), path) };
}
