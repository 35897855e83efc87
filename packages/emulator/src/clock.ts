import type { Clock } from "./public.ts";

/** The service's clock, for those who keep it. */
export interface ServiceClock extends Clock {
  /** Milliseconds that it is ahead of the time outside. */
  readonly ahead: number;
  /** From now on it is that far ahead. */
  setAhead(milliseconds: number): void;
  /** Calls back whenever it was put forward or back. */
  onChange(listener: () => void): void;
}

/** A clock that can be put forward and back. @param real the time outside; default the machine's */
export function createClock(real: () => Date = () => new Date()): ServiceClock {
  let ahead = 0;
  const listeners: (() => void)[] = [];
  const setAhead = (milliseconds: number) => {
    ahead = milliseconds;
    for (const listener of listeners) listener();
  };
  return {
    now: () => new Date(real().getTime() + ahead),
    set: (wanted) => setAhead(wanted.getTime() - real().getTime()),
    advance: (seconds) => setAhead(ahead + seconds * 1000),
    get ahead() {
      return ahead;
    },
    setAhead,
    onChange: (listener) => void listeners.push(listener),
  };
}
