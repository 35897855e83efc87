import { invalidField } from "../errors.ts";
import type { ClaimOutcome, DeliveryStore } from "./delivery-store.ts";
import type { Delivery } from "./delivery-types.ts";
import { TIMED_OUT, withTimeout } from "./with-timeout.ts";

/** Result of a claim. */
export type Claim =
  /** `until` is the end of the handler's time by `performance.now()`. */
  | { readonly outcome: "claimed"; readonly until: number }
  | { readonly outcome: "handled" }
  | { readonly outcome: "busy" }
  | FailedClaim;

/** A claim that failed, although it may have taken effect, or may do so later. */
interface FailedClaim {
  readonly outcome: "failed";
  /** Releases the delivery, so that the next attempt need not wait for the lease. Never rejects. */
  readonly release: () => Promise<void>;
}

/** A store whose calls never reject and end in time. */
export interface StoreCalls {
  /** Claims a delivery, or renews its lease. */
  readonly claim: (delivery: Delivery, owner: string) => Promise<Claim>;
  readonly complete: (delivery: Delivery) => Promise<void>;
  readonly release: (delivery: Delivery, owner: string) => Promise<void>;
}

interface StoreCallDeps {
  readonly store: DeliveryStore;
  /** Milliseconds from the start of a claim to the end of the handler. */
  readonly lease: number;
  /** Milliseconds that one call can take. */
  readonly storeTimeout: number;
  readonly reportError: (error: unknown, delivery: Delivery) => void;
}

/** Wraps a store's functions: failures and timeouts are reported, and results that arrive too late are handled. */
export function createStoreCalls({ store, lease, storeTimeout, reportError }: StoreCallDeps): StoreCalls {
  // A handler can end with its time, and recording that can take `storeTimeout`: no other attempt can start before.
  const storeLease = lease + storeTimeout;
  return {
    async claim(delivery, owner) {
      const { guid } = delivery;
      // The store starts the lease during the call, which can be slow, so only its beginning is a safe measure.
      const until = performance.now() + lease;
      const call = await runCall("claim", storeTimeout, (signal) =>
        claimChecked(store, guid, owner, storeLease, signal),
      );
      if ("result" in call) {
        if (call.result !== "claimed") return { outcome: call.result };
        if (performance.now() < until) return { outcome: "claimed", until };
      }
      const { error, pending } = "error" in call ? call : { error: tooSlowError("claim", "the lease", lease) };
      reportError(error, delivery);
      return failedClaim({ store, storeTimeout, guid, owner, pending });
    },
    async complete(delivery) {
      const call = await runCall("complete", storeTimeout, (signal) => store.complete(delivery.guid, signal));
      if ("error" in call) reportError(call.error, delivery);
    },
    async release(delivery, owner) {
      const call = await runCall("release", storeTimeout, (signal) => store.release(delivery.guid, owner, signal));
      if ("error" in call) reportError(call.error, delivery);
    },
  };
}

/** A call that failed; `pending` is set if it timed out, and can still take effect. */
interface FailedCall<T> {
  readonly error: unknown;
  readonly pending?: Promise<T>;
}

/** Calls a function of a store. If that takes too long, its signal is aborted. */
async function runCall<T>(
  name: keyof DeliveryStore,
  timeout: number,
  call: (signal: AbortSignal) => T | Promise<T>,
): Promise<{ readonly result: T } | FailedCall<T>> {
  const controller = new AbortController();
  try {
    const result = call(controller.signal);
    if (!isThenable(result)) return { result };
    const pending = Promise.resolve(result);
    const outcome = await withTimeout(pending, timeout);
    if (outcome !== TIMED_OUT) return { result: outcome };
    const error = tooSlowError(name, "storeTimeout", timeout);
    controller.abort(error);
    return { error, pending };
  } catch (error) {
    return { error };
  }
}

function claimChecked(store: DeliveryStore, ...args: Parameters<DeliveryStore["claim"]>) {
  const outcome = store.claim(...args);
  return isThenable(outcome) ? outcome.then(checkClaim) : checkClaim(outcome);
}

interface FailedClaimDetails {
  readonly store: DeliveryStore;
  readonly storeTimeout: number;
  readonly guid: string;
  readonly owner: string;
  readonly pending: Promise<ClaimOutcome> | undefined;
}

/** A separate function, because its closures exist for as long as the store hangs and must not refer to the payload. */
function failedClaim({ store, storeTimeout, guid, owner, pending }: FailedClaimDetails): FailedClaim {
  const release = async () => {
    // The store's failure was already reported.
    await runCall("release", storeTimeout, (signal) => store.release(guid, owner, signal));
  };
  return {
    outcome: "failed",
    release() {
      pending?.then((outcome) => (outcome === "claimed" ? release() : undefined), release);
      return release();
    },
  };
}

function tooSlowError(name: keyof DeliveryStore, limit: string, milliseconds: number): Error {
  return new Error(`The store's function ${name} took longer than ${limit}, ${milliseconds} ms.`);
}

/** Validates the result of a custom store. */
function checkClaim(outcome: ClaimOutcome): ClaimOutcome {
  if (outcome === "claimed" || outcome === "handled" || outcome === "busy") return outcome;
  throw invalidField("store.claim", "must return claimed, handled or busy");
}

function isThenable<T>(result: T | Promise<T>): result is Promise<T> {
  return typeof result === "object" && result !== null && "then" in result;
}
