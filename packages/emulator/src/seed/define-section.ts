import * as z from "zod/mini";
import type { SeedContext } from "./seed-context.ts";
import { each, eachEntry } from "./seed-error.ts";

/** A part of a seed that belongs to an owner, such as a repository's hooks or an organization's runners. */
export interface SeedSection<Owner> {
  readonly schema: z.ZodMiniType;
  /**
   * Inserts the section.
   * @param value already checked against the schema
   */
  apply(context: SeedContext, owner: Owner, value: unknown): void;
}

/**
 * Defines a section by its schema and the function that inserts it.
 * @param apply throws a SeedError for what the schema cannot check
 */
export function defineSection<Owner, Value>(
  schema: z.ZodMiniType<Value>,
  apply: (context: SeedContext, owner: Owner, value: Value) => void,
): SeedSection<Owner> {
  return { schema, apply: (context, owner, value) => apply(context, owner, z.parse(schema, value)) };
}

/** Defines a section that is a list, by the schema of its items and the function that inserts one. */
export const listSection = <Owner, Item>(
  schema: z.ZodMiniType<Item>,
  apply: (context: SeedContext, owner: Owner, item: Item, index: number) => void,
): SeedSection<Owner> =>
  defineSection(z.array(schema), (context, owner: Owner, list) => {
    each([], list, (item, index) => apply(context, owner, item, index));
  });

/** Defines a section that is a record, by the schema of its values and the function that inserts an entry. */
export const recordSection = <Owner, Value>(
  schema: z.ZodMiniType<Value>,
  apply: (context: SeedContext, owner: Owner, name: string, value: Value) => void,
  names: z.ZodMiniType<string, string> = z.string(),
): SeedSection<Owner> =>
  defineSection(z.record(names, schema), (context, owner: Owner, record) => {
    eachEntry([], record, (name, value) => apply(context, owner, name, value));
  });
