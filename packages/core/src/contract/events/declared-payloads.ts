import type * as z from "zod/mini";
import { defOf } from "../schema.ts";
import type { EventSchemas } from "./event.ts";
import type { AnyEvent } from "./event-types.ts";
import { knownEvent } from "./index.ts";

// Reads the payloads of events with the schemas that they were declared with.

/**
 * The published events are plain data. Their names lead to the events with declared schemas.
 * @throws TypeError if the event is not the contract's
 */
function schemasOf(event: AnyEvent): EventSchemas {
  const declared = event["~declared"]?.() ?? knownEvent(event.name)?.["~declared"]?.();
  if (!declared) throw new TypeError(`The contract has no event ${event.name}.`);
  return declared as EventSchemas;
}

/** Returns the known actions of an event; null stands for an event without actions. */
export function actionsOf(event: AnyEvent): readonly (string | null)[] {
  return schemasOf(event).actions;
}

/** Returns whether an event has an action: one that the contract lists, or any if senders choose it. */
export function hasAction(event: AnyEvent, action: string | null): boolean {
  return choosesAction(event) ? action !== null : actionsOf(event).includes(action);
}

/** Returns whether the senders of an event choose its action. */
export function choosesAction(event: AnyEvent): boolean {
  const def = defOf(payloadSchema(event, null));
  return actionsOf(event).includes(null) && def.type === "object" && Object.hasOwn(def.shape, "action");
}

/** Returns the payload schema of an event for an action; null stands for no action. */
export function payloadSchema(event: AnyEvent, action: string | null): z.ZodMiniType {
  return schemasOf(event).schema(action);
}
