import type { Dialect } from "@forgehand/core/dialects";
import type { Dispatcher } from "./deliveries/dispatcher.ts";
import type { Database } from "./state/database.ts";

/** What everything in one running service shares. */
export interface World {
  readonly db: Database;
  readonly dialect: Dialect;
  /** The API's root, without a slash at its end. */
  readonly apiUrl: string;
  readonly webUrl: string;
  readonly now: () => Date;
  readonly deliveries: Dispatcher;
}

/** The time as answers carry it: ISO 8601, whole seconds. */
export function timestamp(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, "Z");
}
