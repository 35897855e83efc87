import { isSuccessStatus } from "../state/deliveries.ts";

/** Returns the status text of a delivery record for a response. */
export function describeResponse(statusCode: number): string {
  return isSuccessStatus(statusCode) ? "OK" : `Invalid HTTP Response: ${statusCode}`;
}
