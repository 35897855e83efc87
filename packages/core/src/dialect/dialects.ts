import type { Dialect } from "./dialect.ts";
import { github } from "./github.ts";
import { svc } from "./svc.ts";

/** The dialects that ship. */
export type DialectName = "github" | "svc";

/** Them, by name. */
export const DIALECTS: Readonly<Record<DialectName, Dialect>> = { github, svc };
