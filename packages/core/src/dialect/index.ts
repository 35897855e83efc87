import type { Dialect } from "./dialect.ts";
import { github } from "./github.ts";
import { svc } from "./svc.ts";

export type { Dialect } from "./dialect.ts";
export { mediaType, neutralScope, permissionNames, tokenKind, wirePath, wireScope } from "./dialect.ts";
export { fromWire, toWire } from "./names.ts";
export { github, svc };

/** The dialects that ship. */
export type DialectName = "github" | "svc";

/** Them, by name. */
export const DIALECTS: Readonly<Record<DialectName, Dialect>> = { github, svc };
