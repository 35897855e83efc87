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

// Years of four digits, with room after them for what is reckoned from a time.
const [FIRST, END] = [Date.UTC(1970, 0), Date.UTC(9000, 0)];

/** A time that the clock can be put to. @throws RangeError on another */
export function clockTime(time: Date): Date {
  if (time.getTime() >= FIRST && time.getTime() < END) return time;
  const told = Number.isNaN(time.getTime()) ? "what is no time" : time.toISOString();
  throw new RangeError(`The clock can't be put to ${told}: it goes from the year 1970 to the year 8999.`);
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
    set: (wanted) => setAhead(clockTime(wanted).getTime() - real().getTime()),
    advance(seconds) {
      const wanted = ahead + seconds * 1000;
      clockTime(new Date(real().getTime() + wanted));
      setAhead(wanted);
    },
    get ahead() {
      return ahead;
    },
    setAhead,
    onChange: (listener) => void listeners.push(listener),
  };
}
