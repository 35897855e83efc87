import type { Clock } from "./public.ts";

/** A clock that can be put forward and back. @param real the time outside; default the machine's */
export function createClock(real: () => Date = () => new Date()): Clock {
  let ahead = 0;
  return {
    now: () => new Date(real().getTime() + ahead),
    set: (wanted) => {
      ahead = wanted.getTime() - real().getTime();
    },
    advance: (seconds) => {
      ahead += seconds * 1000;
    },
  };
}
