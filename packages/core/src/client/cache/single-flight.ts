import { abortable, onAbort } from "../abortable.ts";
import { type CallRequest, type CallResponse, PRIORITIES } from "../middleware.ts";

/** A read in flight. */
interface InFlightRead {
  readonly response: Promise<CallResponse>;
  /** The request that was sent for the first caller. */
  readonly request: CallRequest;
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
      let read = reads.get(key);
      if (!read || !canJoin(read.request, request)) {
        const controller = new AbortController();
        const removeRead = () => {
          if (reads.get(key) === started) reads.delete(key);
        };
        const started: InFlightRead = {
          response: begin(controller.signal).finally(removeRead),
          request,
          waiters: 0,
          abort(reason) {
            removeRead();
            controller.abort(reason);
          },
        };
        reads.set(key, started);
        read = started;
      }
      return joinRead(read, request.signal);
    },
    detach: () => reads.clear(),
  };
}

/** Whether a caller that joins the read waits no longer than for a request of its own. */
function canJoin(read: CallRequest, { priority, timeout }: CallRequest): boolean {
  return PRIORITIES.indexOf(read.priority) <= PRIORITIES.indexOf(priority) && read.timeout <= timeout;
}

/** Waits for a read; a caller that gives up does not affect the others. */
function joinRead(read: InFlightRead, signal: AbortSignal | undefined): Promise<CallResponse> {
  read.waiters++;
  if (!signal) return read.response;
  const giveUp = () => {
    read.waiters--;
    if (read.waiters === 0) read.abort(signal.reason);
  };
  const removeAbortListener = onAbort(signal, giveUp);
  if (signal.aborted) giveUp();
  return abortable(read.response, signal).finally(removeAbortListener);
}
