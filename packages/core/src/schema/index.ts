// Schemas as plain data, for stored records, messages and settings of Forgehand's own packages, so that their bundles need no
// other library for them. Not part of the public API: they can change in any release.

export { findIssue } from "./find-issue.ts";
export { findUnexpected } from "./find-unexpected.ts";
export { isMatch, isObject } from "./is-match.ts";
export type { Schema, SchemaFields } from "./schema.ts";
export { type FieldValues, hasType, objectOf, type ValueOf } from "./value-of.ts";
