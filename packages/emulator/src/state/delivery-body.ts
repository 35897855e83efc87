/** Start of a form-encoded body, before its payload. */
const FORM_START = "payload=";

export type DeliveryBodyType = "form" | "json";

/** Returns the type in which a delivery's body is encoded. */
export const deliveryBodyType = (body: string): DeliveryBodyType => (body.startsWith(FORM_START) ? "form" : "json");

/** Encodes a JSON payload as a delivery's body. */
export const encodeDeliveryBody = (type: DeliveryBodyType, json: string): string =>
  type === "form" ? `${FORM_START}${encodeURIComponent(json)}` : json;

/** Parses the payload in a delivery's body. */
export function parseDeliveryBody(body: string): unknown {
  return JSON.parse(deliveryBodyType(body) === "form" ? decodeURIComponent(body.slice(FORM_START.length)) : body);
}
