export type { ActionOf, EventName, KnownEvent, OpenPayload, PayloadOf } from "../contract/events/index.ts";
export type { DeliveryOptions, IncomingDelivery } from "./delivery.ts";
export { deliveryReader, readDelivery } from "./delivery.ts";
export type { Delivery, DeliveryOf, HookTarget } from "./delivery-types.ts";
export type { DeliveryHeaders } from "./headers.ts";
export { signBody } from "./signature.ts";
export type { Secrets, Verification, VerificationOptions } from "./verify.ts";
export { verifySignature } from "./verify.ts";
