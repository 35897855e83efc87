import { type Dialect, lookUp } from "./dialect.ts";

/** An event's name as the vendor writes it. */
export function wireEvent(dialect: Dialect, event: string): string {
  return lookUp(dialect.values, event) ?? event;
}

/** A vendor's event by its neutral name; one that the contract doesn't know stays as it is. */
export function neutralEvent(dialect: Dialect, name: string): string {
  return Object.entries(dialect.values).find(([, wire]) => wire === name)?.[0] ?? name;
}
