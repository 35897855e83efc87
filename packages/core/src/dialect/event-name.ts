import { lookUp } from "../terms/wire-terms.ts";
import type { Dialect } from "./dialect.ts";

/** An event's name on the wire. */
export function wireEvent(dialect: Dialect, event: string): string {
  return lookUp(dialect.values, event) ?? event;
}

/** An event's neutral name; unknown events keep their name. */
export function neutralEvent(dialect: Dialect, name: string): string {
  return Object.entries(dialect.values).find(([, wire]) => wire === name)?.[0] ?? name;
}
