import { isDeliveryError } from "../errors.ts";
import { readDelivery } from "./delivery.ts";
import type { Delivery } from "./delivery-types.ts";
import { realPayload } from "./real-payload.fixture.ts";
import { type DeliveryToSign, signDelivery } from "./sign-delivery.ts";

export const SECRET = "It's a Secret to Everybody";

/** What the service sent when somebody gave a repository a star. */
export const STARRED = realPayload("star", { action: "created" });

/** A delivery as it comes in: a star, where nothing else is said. */
export async function incoming(delivery: Partial<DeliveryToSign> = {}): Promise<Request> {
  const payload = delivery.body === undefined ? STARRED : undefined;
  const signed = await signDelivery({ event: "star", payload, secret: SECRET, ...delivery });
  return new Request("http://receiver.test/webhooks", signed);
}

/** Such a delivery, taken in. */
export async function received(event: string, payload: object): Promise<Delivery> {
  return readDelivery(await incoming({ event, payload }), { secrets: SECRET });
}

/** What becomes of one that is refused: the status to answer, and why. */
export async function refusal(event: string, payload: object): Promise<unknown> {
  const error: unknown = await received(event, payload).catch((reason: unknown) => reason);
  return isDeliveryError(error) ? [error.status, error.message] : error;
}
