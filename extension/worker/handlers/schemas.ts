import { findUnexpected, hasType, type Schema, type SchemaFields, type ValueOf } from "@forgehand/core/schema";
import { CONTROL_IDS } from "../../model/controls.ts";

// Schemas of message fields. No real value exceeds the limits.

/** Declares the schema of an object that has no other fields. */
export function closedObjectOf<const F extends SchemaFields>(
  fields: F,
): { readonly type: "object"; readonly fields: F; readonly closed: true } {
  return { type: "object", fields, closed: true };
}

/** Returns whether a value matches a schema, and its closed objects have no other fields. */
export function isExactly<const S extends Schema>(schema: S, value: unknown): value is ValueOf<S> {
  return hasType(schema, value) && findUnexpected(schema, value) === undefined;
}

export const controlSchema = { type: "enum", values: CONTROL_IDS } as const;

/** A login or a repository's name. */
export const nameSchema = { type: "limited", of: "string", min: 1, max: 100 } as const;

/** The repository or pull request of a list row. */
export const subjectSchema = closedObjectOf({
  owner: nameSchema,
  repo: nameSchema,
  number: { type: "optional", of: { type: "limited", of: "integer", min: 1, max: 999_999_999 } },
});

/** The page, or its row, that a message is about. */
export const pageTargetFields = {
  page: { type: "limited", of: "string", max: 1000 },
  tab: { type: "optional", of: "integer" },
  row: { type: "optional", of: subjectSchema },
} as const;

/** The fields that identify an account. */
export const accountRefFields = { origin: "string", login: "string" } as const;

export const starIntentSchema = closedObjectOf({ starred: "boolean" });

export const watchIntentSchema = closedObjectOf({
  watch: { type: "enum", values: ["not-watching", "watching", "ignoring"] },
});

/** The state that a repository should have. */
export const wantedStateSchema = { type: "union", of: [starIntentSchema, watchIntentSchema] } as const;
