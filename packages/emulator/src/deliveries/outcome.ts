import { isSuccess } from "../state/deliveries.ts";

/** What a delivery's record says of an answer. */
export function describeAnswer(statusCode: number): string {
  return isSuccess(statusCode) ? "OK" : `Invalid HTTP Response: ${statusCode}`;
}
