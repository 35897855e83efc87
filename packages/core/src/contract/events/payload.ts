import type { Schema } from "../../schema/schema.ts";
import type { AnyEvent } from "./event-types.ts";

/** Returns the schema of an event's payload with an action, as plain data; null stands for no action. */
export function plainPayloadSchema(event: AnyEvent, action: string | null): Schema {
  const { payloads } = event.define();
  const known = action !== null && Object.hasOwn(payloads, action) ? payloads[action] : undefined;
  return known ?? payloads["*"] ?? "anything";
}
