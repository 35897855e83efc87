import { isDeliveryError } from "../errors.ts";
import type { Delivery } from "./delivery-types.ts";
import { readDelivery } from "./read-delivery.ts";
import { realPayload } from "./real-payload.fixture.ts";
import { type DeliveryToSign, signDelivery } from "./sign-delivery.ts";

export const SECRET = "It's a Secret to Everybody";

/** A payload that GitHub sent for a new star. */
export const STARRED = realPayload("star", { action: "created" });

/** An incoming delivery; default: a star. */
export async function incoming(delivery: Partial<DeliveryToSign> = {}): Promise<Request> {
  const payload = delivery.body === undefined ? STARRED : undefined;
  const signed = await signDelivery({ event: "star", payload, secret: SECRET, ...delivery });
  return new Request("http://receiver.test/webhooks", signed);
}

export async function received(event: string, payload: object): Promise<Delivery> {
  return readDelivery(await incoming({ event, payload }), { secrets: SECRET });
}

/** Returns the status and message of a rejected delivery. */
export async function rejectionOf(event: string, payload: object): Promise<unknown> {
  const error: unknown = await received(event, payload).catch((reason: unknown) => reason);
  return isDeliveryError(error) ? [error.status, error.message] : error;
}
