import type { CallRequest, Clock, Middleware } from "@forgehand/core";
import { Problem } from "../problem.ts";
import { Work } from "./work.ts";

/**
 * Milliseconds for calls in flight to complete after cancellation. The runner kills the step 10 seconds after the first
 * signal.
 */
const GRACE_PERIOD = 2000;
/** Milliseconds for work that must complete, and for all such work together. */
const PROTECTED_TIMEOUT = 2000;
const TOTAL_PROTECTED_TIMEOUT = 4500;

/** A call was not sent, or its response was not awaited, because the run was cancelled. */
export class CancelledError extends Problem {
  /** True if a write was sent and its outcome is unknown. */
  readonly mayHaveTakenEffect: boolean;

  constructor(isSent: boolean) {
    super(
      isSent
        ? "the run was cancelled before the service responded; the change may have taken effect"
        : "the run was cancelled before it was sent",
    );
    this.mayHaveTakenEffect = isSent;
  }
}

/** Ends the calls of a cancelled run. */
export interface Cancellation {
  /**
   * Client middleware: after cancellation, aborts waiting calls immediately and calls in flight after a grace period.
   */
  readonly middleware: Middleware;
  /**
   * Lets work complete even if the run is cancelled: its calls are still sent, within a time limit.
   * @returns the same work
   */
  readonly protect: (work: Work) => Work;
}

/** A call and its progress. */
interface ActiveCall {
  readonly work: Work | undefined;
  readonly isWrite: boolean;
  /** The request was sent and no response has arrived yet. */
  isInFlight: boolean;
  /** True once a write has been sent, unless the service rejected it. */
  hasSentWrite: boolean;
  readonly abort: (reason: CancelledError) => void;
}

/** Creates the cancellation of a run's calls. */
export function createCancellation(stopping: AbortSignal, clock: Clock): Cancellation {
  const calls = new Set<ActiveCall>();
  let stoppedAt: number | undefined;

  /** Aborts calls whose deadline has passed, and schedules itself for the next deadline. */
  function abortExpired(): void {
    const now = clock.monotonic();
    let next = Infinity;
    for (const call of calls) {
      const deadline = deadlineOf(call, stoppedAt ?? now);
      if (deadline <= now) call.abort(new CancelledError(mayHaveWritten(call)));
      else next = Math.min(next, deadline);
    }
    if (next !== Infinity) clock.after(next - now, abortExpired);
  }

  const cancel = () => {
    stoppedAt = clock.monotonic();
    abortExpired();
  };
  if (stopping.aborted) cancel();
  else stopping.addEventListener("abort", cancel, { once: true });

  const middleware: Middleware = (next) => async (request) => {
    const work = request.context instanceof Work ? request.context : undefined;
    const controller = new AbortController();
    const isWrite = request.definition.retry !== "safe";
    const call: ActiveCall = {
      work,
      isWrite,
      isInFlight: false,
      hasSentWrite: false,
      abort: (reason) => controller.abort(reason),
    };
    if (stoppedAt !== undefined && deadlineOf(call, stoppedAt) <= clock.monotonic())
      throw new CancelledError(mayHaveWritten(call));
    const { signal } = request;
    const forwardAbort = () => controller.abort(signal?.reason);
    if (signal?.aborted) forwardAbort();
    signal?.addEventListener("abort", forwardAbort);
    calls.add(call);
    if (stoppedAt !== undefined) abortExpired();
    try {
      // After cancellation only protected work is left, and its time is limited.
      const priority = stoppedAt === undefined ? request.priority : "interactive";
      const emit: CallRequest["emit"] = (event) => {
        updateCall(call, event);
        if (stoppedAt !== undefined) abortExpired();
        request.emit?.(event);
      };
      return await next({ ...request, signal: controller.signal, priority, emit });
    } finally {
      calls.delete(call);
      signal?.removeEventListener("abort", forwardAbort);
    }
  };

  return {
    middleware,
    protect(work) {
      const began = clock.monotonic();
      work.deadline = () =>
        Math.min(
          Math.max(began, stoppedAt ?? began) + PROTECTED_TIMEOUT,
          (stoppedAt ?? began) + TOTAL_PROTECTED_TIMEOUT,
        );
      return work;
    },
  };
}

/**
 * Returns a call's deadline after cancellation. Calls in flight, and calls of work that has already written something,
 * have the grace period; waiting calls end immediately.
 */
function deadlineOf(call: ActiveCall, stoppedAt: number): number {
  if (call.work?.deadline) return call.work.deadline();
  return call.isInFlight || mayHaveWritten(call) ? stoppedAt + GRACE_PERIOD : stoppedAt;
}

function mayHaveWritten({ work, hasSentWrite }: ActiveCall): boolean {
  return hasSentWrite || (work?.hasWritten ?? false);
}

/** Updates the progress of a call. */
function updateCall(call: ActiveCall, event: RequestEvent): void {
  if (event.type === "start") {
    call.isInFlight = true;
    setSentWrite(call, call.isWrite);
  } else if (event.type === "response") {
    call.isInFlight = false;
    // A rejected write has changed nothing.
    if (event.status >= 400 && event.status < 500) setSentWrite(call, false);
  }
}

function setSentWrite(call: ActiveCall, isSent: boolean): void {
  if (call.hasSentWrite === isSent) return;
  call.hasSentWrite = isSent;
  if (isSent) call.work?.addWrite();
  else call.work?.removeWrite();
}

type RequestEvent = Parameters<NonNullable<CallRequest["emit"]>>[0];
