import type { Clock } from "./public.ts";

/** The emulator's clock with its internal controls. */
export interface ServiceClock extends Clock {
  /** Offset from the system time in milliseconds. */
  readonly offset: number;
  /** Sets the offset from the system time. */
  setOffset(milliseconds: number): void;
  /** Registers a listener that is called whenever the clock is set or advanced. */
  onChange(listener: () => void): void;
}

// Limited to four-digit years, with a margin for times computed from the clock.
const [MIN_TIME, MAX_TIME] = [Date.UTC(1970, 0), Date.UTC(9000, 0)];

/**
 * Checks that the clock can be set to a time.
 * @throws RangeError if it is out of range
 */
export function checkClockTime(time: Date): Date {
  if (time.getTime() >= MIN_TIME && time.getTime() < MAX_TIME) return time;
  const given = Number.isNaN(time.getTime()) ? "an invalid date" : time.toISOString();
  throw new RangeError(`The clock's time must be between the years 1970 and 8999, got ${given}.`);
}

/**
 * Creates a clock that can be set.
 * @param systemTime the underlying time in milliseconds since 1970; default the machine's, or that of fake timers
 */
export function createClock(systemTime = () => Date.now()): ServiceClock {
  let offset = 0;
  const listeners: (() => void)[] = [];
  const setOffset = (milliseconds: number) => {
    offset = milliseconds;
    for (const listener of listeners) listener();
  };
  return {
    now: () => new Date(systemTime() + offset),
    set: (target) => setOffset(checkClockTime(target).getTime() - systemTime()),
    advance(seconds) {
      const target = offset + seconds * 1000;
      checkClockTime(new Date(systemTime() + target));
      setOffset(target);
    },
    get offset() {
      return offset;
    },
    setOffset,
    onChange: (listener) => void listeners.push(listener),
  };
}
