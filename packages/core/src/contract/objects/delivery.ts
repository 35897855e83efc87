import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { eventName } from "../fields.ts";
import type { Named, OutputOf } from "../named.ts";
import { alike, exactInteger, named } from "../schema.ts";

const summary = /* @__PURE__ */ lazy(() => ({
  /** Past 2^53: digits, not a number. */
  id: exactInteger(),
  /** The same for every attempt at one event. */
  guid: z.string(),
  delivered_at: z.string(),
  redelivery: z.boolean(),
  /** Seconds. */
  duration: z.number(),
  /** `OK`, or a few words on what went wrong. */
  status: z.string(),
  /** The receiver's answer; 0 where there was none. */
  status_code: z.int(),
  event: eventName(),
  action: z.nullable(z.string()),
  ...alike(z.nullable(z.int()), "installation_id", "repository_id"),
  throttled_at: z.optional(z.nullable(z.string())),
}));

/** The record of one attempt to deliver an event to a webhook (document 1, Delivery records). */
export interface Delivery extends OutputOf<typeof deliverySchema> {}
const deliverySchema = /* @__PURE__ */ named(() => z.looseObject(summary()));
export const Delivery: Named<Delivery> = deliverySchema;

/** A delivery record with what was sent and what came back. */
export interface FullDelivery extends OutputOf<typeof fullDeliverySchema> {}
const fullDeliverySchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    ...summary(),
    url: z.optional(z.string()),
    request: z.looseObject({ headers: z.unknown(), payload: z.unknown() }),
    response: z.looseObject({ headers: z.unknown(), payload: z.nullable(z.string()) }),
  }),
);
export const FullDelivery: Named<FullDelivery> = fullDeliverySchema;
