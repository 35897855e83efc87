import type { Dialect } from "./dialect.ts";
import { github } from "./github.ts";
import { svc } from "./svc.ts";

/** Names of the built-in dialects; the first is the default. */
export const DIALECT_NAMES = ["github", "svc"] as const;
export type DialectName = (typeof DIALECT_NAMES)[number];

/** The built-in dialects by name. */
export const DIALECTS: Readonly<Record<DialectName, Dialect>> = { github, svc };
