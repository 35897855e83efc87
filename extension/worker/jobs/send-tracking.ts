import type { Middleware } from "@forgehand/core";

/** Thrown when the signal was aborted before anything was sent. */
export class NotSentError extends Error {
  override name = "NotSentError" as const;
}

/** Thrown when the signal was aborted between two attempts, so the outcome of the first one is unknown. */
export class UnknownOutcomeError extends Error {
  override name = "UnknownOutcomeError" as const;
}

const listeners = new WeakMap<AbortSignal, (isSent: boolean) => void>();

/** Middleware that reports to `cancellableUntilSent` when a request is sent. */
export const trackSending: Middleware = (next) => (call) => {
  const listener = call.signal && listeners.get(call.signal);
  if (!listener) return next(call);
  return next({
    ...call,
    emit(event) {
      // Between two attempts no request is in flight.
      if (event.type === "start") listener(true);
      if (event.type === "retry") listener(false);
      call.emit?.(event);
    },
  });
};

/**
 * Runs a call that the signal can only cancel while no request is in flight.
 * @throws NotSentError or UnknownOutcomeError if the signal cancelled it
 */
export async function cancellableUntilSent(
  signal: AbortSignal,
  call: (signalUntilSent: AbortSignal) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  let isInFlight = false;
  let wasSent = false;
  const abort = () => {
    if (!isInFlight) controller.abort(signal.reason);
  };
  listeners.set(controller.signal, (isSent) => {
    isInFlight = isSent;
    wasSent = true;
    if (!isSent && signal.aborted) queueMicrotask(abort);
  });
  if (signal.aborted) throw new NotSentError();
  signal.addEventListener("abort", abort, { once: true });
  try {
    await call(controller.signal);
  } catch (error) {
    if (controller.signal.aborted) throw wasSent ? new UnknownOutcomeError() : new NotSentError();
    throw error;
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
