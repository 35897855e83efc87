import { type Incoming, type Outgoing, PRIORITIES, type Priority } from "../chain.ts";
import { onAbort } from "../waiting.ts";

/** A reading that is under way, and who waits for it. */
interface Flight {
  readonly answer: Promise<Incoming>;
  readonly priority: Priority;
  readonly timeout: number;
  /** How many wait for it; the last one to give up ends it. */
  waiting: number;
  readonly end: (reason: unknown) => void;
}

/** Readings that are under way: equal ones share one. */
export interface Flights {
  /** Joins the reading under this key, or begins it. */
  readonly share: (
    key: string,
    request: Outgoing,
    begin: (signal: AbortSignal) => Promise<Incoming>,
  ) => Promise<Incoming>;
  /** Nobody joins those that are under way any more. */
  readonly close: () => void;
}

export function createFlights(): Flights {
  const flights = new Map<string, Flight>();
  return {
    share(key, request, begin) {
      const flight = flights.get(key);
      if (flight && isAsQuick(flight, request)) return board(flight, request.signal);
      const controller = new AbortController();
      const leave = () => {
        if (flights.get(key) === started) flights.delete(key);
      };
      const started: Flight = {
        answer: begin(controller.signal).finally(leave),
        priority: request.priority,
        timeout: request.timeout,
        waiting: 0,
        end(reason) {
          leave();
          controller.abort(reason);
        },
      };
      flights.set(key, started);
      return board(started, request.signal);
    },
    close: () => flights.clear(),
  };
}

/** Would the caller wait no longer for this one than for one of their own? */
function isAsQuick(flight: Flight, { priority, timeout }: Outgoing): boolean {
  return PRIORITIES.indexOf(flight.priority) <= PRIORITIES.indexOf(priority) && flight.timeout <= timeout;
}

/** Waits for a reading; who gives up leaves the others to it. */
function board(flight: Flight, signal: AbortSignal | undefined): Promise<Incoming> {
  flight.waiting++;
  if (!signal) return flight.answer;
  return new Promise((resolve, reject) => {
    const leave = () => {
      reject(signal.reason);
      flight.waiting--;
      if (flight.waiting === 0) flight.end(signal.reason);
    };
    if (signal.aborted) {
      // Its own failure is nobody's to hear.
      flight.answer.catch(() => undefined);
      return leave();
    }
    const forget = onAbort(signal, leave);
    flight.answer.then(resolve, reject).finally(forget);
  });
}
