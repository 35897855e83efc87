import type { Middleware } from "@forgehand/core";

/** Thrown when the signal was aborted before anything was sent. */
export class NotSentError extends Error {
  override name = "NotSentError" as const;
}

/** Thrown when the signal was aborted between two attempts, so the outcome of the first one is unknown. */
export class UnknownOutcomeError extends Error {
  override name = "UnknownOutcomeError" as const;
}

/** A call that can only be cancelled while no request is in flight. */
interface TrackedCall {
  readonly onSending: (isSent: boolean) => void;
  /** Also cancels it with another signal. */
  readonly cancelWith: (signal: AbortSignal) => void;
}

const trackedCalls = new WeakMap<AbortSignal, TrackedCall>();

/**
 * Middleware that cancels calls when the use of their account ends, and reports to `cancellableUntilSent` when a request
 * is sent.
 * @param access is aborted when the token must no longer be used
 */
export const trackSending =
  (access: AbortSignal): Middleware =>
  (next) =>
  (call) => {
    const tracked = call.signal && trackedCalls.get(call.signal);
    if (!tracked) return next({ ...call, signal: call.signal ? AbortSignal.any([call.signal, access]) : access });
    tracked.cancelWith(access);
    return next({
      ...call,
      emit(event) {
        // Between two attempts no request is in flight.
        if (event.type === "start") tracked.onSending(true);
        if (event.type === "retry") tracked.onSending(false);
        call.emit?.(event);
      },
    });
  };

/**
 * Runs a call that signals can only cancel while no request is in flight.
 * @throws NotSentError or UnknownOutcomeError if a signal cancelled it
 */
export async function cancellableUntilSent(
  signal: AbortSignal,
  call: (signalUntilSent: AbortSignal) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  const ended = new AbortController();
  const signals: AbortSignal[] = [];
  let isInFlight = false;
  let wasSent = false;
  const abortIfDue = () => {
    if (!isInFlight && signals.some(({ aborted }) => aborted)) controller.abort();
  };
  const cancelWith = (other: AbortSignal) => {
    signals.push(other);
    other.addEventListener("abort", abortIfDue, { signal: ended.signal });
    abortIfDue();
  };
  const onSending = (isSent: boolean) => {
    isInFlight = isSent;
    wasSent = true;
    if (!isSent) queueMicrotask(abortIfDue);
  };
  trackedCalls.set(controller.signal, { onSending, cancelWith });
  cancelWith(signal);
  if (controller.signal.aborted) throw new NotSentError();
  try {
    await call(controller.signal);
  } catch (error) {
    if (controller.signal.aborted) throw wasSent ? new UnknownOutcomeError() : new NotSentError();
    throw error;
  } finally {
    ended.abort();
  }
}
