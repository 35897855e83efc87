import type { SchemaLike } from "../contract/definition.ts";

/** What holding an answer against its schema gives: the answer, or what is wrong with it first, and where. */
export type Checked = { readonly data: unknown } | { readonly at: string; readonly problem: string };

/** How answers are held against the contract. */
export type Validation = (schema: SchemaLike, value: unknown) => Checked;
