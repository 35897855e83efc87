import { copyError } from "../internal/copy-error.ts";
import { readProperty } from "../internal/read-property.ts";
import { deliveryName } from "./read-delivery.ts";
import type { ReceiverFailure } from "./receiver-types.ts";

/** Creates the default `onError`, which logs the receiver's own failures, but not requests that are not deliveries. */
export function createConsoleReporter(): (error: unknown, failed: ReceiverFailure) => void {
  let hasLoggedSignature = false;
  return (error, failed) => {
    if (failed.at !== "request") {
      console.error(
        `${deliveryName(failed.delivery)} ${failed.delivery.guid}, the ${failed.at} failed:`,
        withoutProperties(error),
      );
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

/** An error with its stack, but without other properties: errors of HTTP libraries contain the request and its token. */
function withoutProperties(error: unknown): Error {
  const copy = copyError(error);
  const stack = readProperty(error, "stack");
  return typeof stack === "string" ? Object.defineProperty(copy, "stack", { value: stack }) : copy;
}
