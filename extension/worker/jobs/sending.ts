import type { Middleware } from "@forgehand/core";

/** The signal was aborted, and nothing was sent. */
export class NotSent extends Error {
  override name = "NotSent" as const;
}

/** The signal was aborted between two attempts: nobody knows whether the first one was done. */
export class Unclear extends Error {
  override name = "Unclear" as const;
}

const sending = new WeakMap<AbortSignal, (isSent: boolean) => void>();

/** A step of the client by which writes of jobs hear whether they were sent. */
export const tellsOfSending: Middleware = (next) => (call) => {
  const hears = call.signal && sending.get(call.signal);
  if (!hears) return next(call);
  return next({
    ...call,
    emit(news) {
      // Between two attempts nothing is on its way that could be waited for.
      if (news.type === "start") hears(true);
      if (news.type === "retry") hears(false);
      call.emit?.(news);
    },
  });
};

/** Runs a call that a signal ends only before it is sent. */
export async function unlessSent(signal: AbortSignal, call: (unsent: AbortSignal) => Promise<void>): Promise<void> {
  const inner = new AbortController();
  let isOnItsWay = false;
  let wasSent = false;
  const abort = () => {
    if (!isOnItsWay) inner.abort(signal.reason);
  };
  sending.set(inner.signal, (isSent) => {
    isOnItsWay = isSent;
    wasSent = true;
    if (!isSent && signal.aborted) queueMicrotask(abort);
  });
  if (signal.aborted) throw new NotSent();
  signal.addEventListener("abort", abort, { once: true });
  try {
    await call(inner.signal);
  } catch (error) {
    if (inner.signal.aborted) throw wasSent ? new Unclear() : new NotSent();
    throw error;
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
