/** Why there was no answer, in the words of a delivery's record (public documents). */
export const PROBLEMS = {
  timeout: "timed out",
  connection: "failed to connect to host",
  certificate: "peer certificate cannot be authenticated with given CA certificates",
} as const;
export type Problem = (typeof PROBLEMS)[keyof typeof PROBLEMS];

/** Does a receiver's answer count as delivered? (public description: the filter by status) */
export function isSuccess(statusCode: number): boolean {
  return statusCode >= 200 && statusCode < 400;
}

/** What a delivery's record says of an answer. */
export function describeAnswer(statusCode: number): string {
  return isSuccess(statusCode) ? "OK" : `Invalid HTTP Response: ${statusCode}`;
}
