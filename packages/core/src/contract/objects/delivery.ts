import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { eventName } from "../fields.ts";
import { bigInteger, fieldsWith, namedObject } from "../schema.ts";

const summary = lazy(() => ({
  /** A string of digits, because it can exceed 2^53. */
  id: bigInteger(),
  /** The same for every attempt to deliver one event. */
  guid: z.string(),
  delivered_at: z.string(),
  redelivery: z.boolean(),
  /** In seconds. */
  duration: z.number(),
  /** `OK`, or a short description of the failure. */
  status: z.string(),
  /** HTTP status of the receiver's response; 0 if there was none. */
  status_code: z.int(),
  event: eventName(),
  action: z.nullable(z.string()),
  ...fieldsWith(z.nullable(z.int()), "installation_id", "repository_id"),
  throttled_at: z.optional(z.nullable(z.string())),
}));

/** Record of one attempt to deliver an event to a webhook. */
export class HookDelivery extends namedObject(summary) {}

/** A delivery record with its request and response. */
export class FullHookDelivery extends namedObject(() => ({
  ...summary(),
  url: z.optional(z.string()),
  request: z.looseObject({ headers: z.unknown(), payload: z.unknown() }),
  response: z.looseObject({ headers: z.unknown(), payload: z.nullable(z.string()) }),
})) {}
