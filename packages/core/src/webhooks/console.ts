import { nameOf } from "./delivery.ts";
import type { ReceiverFailure } from "./receiver-types.ts";

/** Tells the console of what is the receiver's own affair. What others send that is no delivery is theirs. */
export function createConsoleTeller(): (error: unknown, failed: ReceiverFailure) => void {
  let toldOfSignature = false;
  return (error, failed) => {
    if (failed.at !== "request") {
      console.error(`${nameOf(failed.delivery)} ${failed.delivery.guid}, the ${failed.at} failed:`, error);
      return;
    }
    const { status, problem, detail } = failed.error;
    if (status === 500) console.error("A delivery could not be read:", error);
    // A secret that was set wrongly shows so alone. Anybody can send more of them, and fill what is kept of the console.
    if (problem === "signature" && !toldOfSignature) {
      toldOfSignature = true;
      console.error(`A delivery was refused, as others may be from now on without a word. ${detail}`);
    }
  };
}
