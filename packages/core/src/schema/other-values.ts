import type { EnumValue } from "./schema.ts";

/** The values that zod's schemas of other values exclude: those that an open union knows. */
export const otherValues = new WeakMap<object, readonly EnumValue[]>();
