import { isSuccess } from "../state/deliveries.ts";

/** Why there was no answer, in the words of a delivery's record (public documents). */
export const PROBLEMS = {
  timeout: "timed out",
  connection: "failed to connect to host",
  certificate: "peer certificate cannot be authenticated with given CA certificates",
} as const;
export type Problem = (typeof PROBLEMS)[keyof typeof PROBLEMS];

/** What a delivery's record says of an answer. */
export function describeAnswer(statusCode: number): string {
  return isSuccess(statusCode) ? "OK" : `Invalid HTTP Response: ${statusCode}`;
}
