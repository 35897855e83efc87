import type { Dialect } from "./dialect.ts";
import { github } from "./github.ts";
import { svc } from "./svc.ts";

/** The dialects that ship; the first is what is taken where none is named. */
export const DIALECT_NAMES = ["github", "svc"] as const;
export type DialectName = (typeof DIALECT_NAMES)[number];

/** Them, by name. */
export const DIALECTS: Readonly<Record<DialectName, Dialect>> = { github, svc };
