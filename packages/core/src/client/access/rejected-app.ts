/** Smallest difference between clocks that is reported, in milliseconds; dates are whole seconds. */
const MIN_CLOCK_OFFSET_MS = 2000;

/**
 * Explains why the service rejected an app's JWT.
 * @param message the service's message
 * @param localOffset milliseconds by which this machine's clock is ahead of the service's; undefined if unknown
 */
export function explainRejectedApp(message: string, localOffset: number | undefined): string {
  if (!/'(exp|iat)'/.test(message)) return "The app ID and the private key do not match, or the key was revoked";
  if (localOffset === undefined) return "This computer's clock is wrong, or the service's";
  if (Math.abs(localOffset) < MIN_CLOCK_OFFSET_MS) {
    return "This computer's clock agrees with the date of the response, so the service's machines disagree about the time";
  }
  const seconds = Math.round(Math.abs(localOffset) / 1000).toLocaleString("en-US");
  return `This computer's clock is ${seconds} s ${localOffset < 0 ? "behind" : "ahead of"} the service's`;
}
