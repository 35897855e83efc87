import { onAbort } from "../abortable.ts";
import { type CallRequest, type CallResponse, PRIORITIES, type Priority } from "../middleware.ts";

/** A read in flight, and the number of callers waiting for it. */
interface InFlightRead {
  readonly response: Promise<CallResponse>;
  readonly priority: Priority;
  readonly timeout: number;
  /** Number of waiting callers; when the last one gives up, the read is aborted. */
  waiters: number;
  readonly abort: (reason: unknown) => void;
}

/** Shares one request between identical concurrent reads. */
export interface SingleFlight {
  /** Joins the read with this key, or starts it. */
  readonly share: (
    key: string,
    request: CallRequest,
    begin: (signal: AbortSignal) => Promise<CallResponse>,
  ) => Promise<CallResponse>;
  /** Prevents new callers from joining reads that are in flight. */
  readonly detach: () => void;
}

export function createSingleFlight(): SingleFlight {
  const reads = new Map<string, InFlightRead>();
  return {
    share(key, request, begin) {
      const read = reads.get(key);
      if (read && canJoin(read, request)) return joinRead(read, request.signal);
      const controller = new AbortController();
      const removeRead = () => {
        if (reads.get(key) === started) reads.delete(key);
      };
      const started: InFlightRead = {
        response: begin(controller.signal).finally(removeRead),
        priority: request.priority,
        timeout: request.timeout,
        waiters: 0,
        abort(reason) {
          removeRead();
          controller.abort(reason);
        },
      };
      reads.set(key, started);
      return joinRead(started, request.signal);
    },
    detach: () => reads.clear(),
  };
}

/** Whether a caller that joins the read waits no longer than for a request of its own. */
function canJoin(read: InFlightRead, { priority, timeout }: CallRequest): boolean {
  return PRIORITIES.indexOf(read.priority) <= PRIORITIES.indexOf(priority) && read.timeout <= timeout;
}

/** Waits for a read; a caller that gives up does not affect the others. */
function joinRead(read: InFlightRead, signal: AbortSignal | undefined): Promise<CallResponse> {
  read.waiters++;
  if (!signal) return read.response;
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      reject(signal.reason);
      read.waiters--;
      if (read.waiters === 0) read.abort(signal.reason);
    };
    if (signal.aborted) {
      // The caller gets the abort reason; the read's own failure must not be reported as unhandled.
      read.response.catch(() => undefined);
      return giveUp();
    }
    const removeAbortListener = onAbort(signal, giveUp);
    read.response.then(resolve, reject).finally(removeAbortListener);
  });
}
