import { deliveryName } from "./read-delivery.ts";
import type { ReceiverFailure } from "./receiver-types.ts";

/** Creates the default `onError`, which logs the receiver's own failures, but not requests that are not deliveries. */
export function createConsoleReporter(): (error: unknown, failed: ReceiverFailure) => void {
  let hasLoggedSignature = false;
  return (error, failed) => {
    if (failed.at !== "request") {
      console.error(`${deliveryName(failed.delivery)} ${failed.delivery.guid}, the ${failed.at} failed:`, error);
      return;
    }
    const { status, problem, detail } = failed.error;
    if (status === 500) console.error("A delivery could not be read:", error);
    // A wrong secret is visible only here. Logged once, so that senders can't flood the log.
    if (problem === "signature" && !hasLoggedSignature) {
      hasLoggedSignature = true;
      console.error(`A delivery was rejected; further rejections for this reason are not logged. ${detail}`);
    }
  };
}
