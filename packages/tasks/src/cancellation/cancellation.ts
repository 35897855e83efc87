import { AsyncLocalStorage } from "node:async_hooks";
import type { CallRequest, Clock, Middleware } from "@forgehand/core";
import { Problem } from "../problem.ts";

/**
 * Milliseconds for calls in flight to complete after cancellation. The runner kills the step 10 seconds after the first
 * signal.
 */
const GRACE_PERIOD = 2000;
/** Milliseconds for each cleanup, and for all of them together. */
const CLEANUP_TIMEOUT = 2000;
const TOTAL_CLEANUP_TIMEOUT = 4500;

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

/** A unit of work whose calls are tracked. */
interface TrackedWork {
  /** Number of writes that were sent and not rejected by the service. */
  writes: number;
  readonly isCleanup: boolean;
  readonly parent: TrackedWork | undefined;
  /** Time by which it must end after cancellation; undefined: the grace period of all calls applies. */
  deadline: (() => number) | undefined;
}

const workStorage = new AsyncLocalStorage<TrackedWork>();

/** Returns true within cleanup work, which continues after cancellation. */
export function isCleanup(): boolean {
  return workStorage.getStore()?.isCleanup ?? false;
}

/** Runs work and tracks whether it has written anything. */
export function trackWrites<T>(work: () => Promise<T>): {
  readonly done: Promise<T>;
  readonly hasWritten: () => boolean;
} {
  const parent = workStorage.getStore();
  const tracked: TrackedWork = { writes: 0, isCleanup: isCleanup(), parent, deadline: parent?.deadline };
  return { done: workStorage.run(tracked, work), hasWritten: () => tracked.writes > 0 };
}

/** Ends the calls of a cancelled run. */
export interface Cancellation {
  /**
   * Client middleware: after cancellation, aborts waiting calls immediately and calls in flight after a grace period.
   */
  readonly middleware: Middleware;
  /** Runs work that must complete even if the run is cancelled. Its calls are still sent, within a time limit. */
  readonly runCleanup: <T>(work: () => Promise<T>) => Promise<T>;
}

/** A call and its progress. */
interface ActiveCall {
  readonly work: TrackedWork | undefined;
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
    const work = workStorage.getStore();
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
      // After cancellation only cleanup is left, and its time is limited.
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
    runCleanup(work) {
      const began = clock.monotonic();
      const deadline = () =>
        Math.min(Math.max(began, stoppedAt ?? began) + CLEANUP_TIMEOUT, (stoppedAt ?? began) + TOTAL_CLEANUP_TIMEOUT);
      return workStorage.run({ writes: 0, isCleanup: true, parent: workStorage.getStore(), deadline }, work);
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
  return hasSentWrite || (work?.writes ?? 0) > 0;
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
  for (let work = call.work; work; work = work.parent) work.writes += isSent ? 1 : -1;
}

type RequestEvent = Parameters<NonNullable<CallRequest["emit"]>>[0];
