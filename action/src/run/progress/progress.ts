import type { End } from "../each.ts";
import type { Run } from "../run.ts";
import { duration } from "./duration.ts";

/** Milliseconds between two lines about the same thing, and where nothing has moved meanwhile. */
const PAUSE = 10_000;
const STANDSTILL = 60_000;

/** Tells how far something has come. */
export interface Progress {
  /** One more has ended. */
  readonly step: (end: End<unknown>) => void;
  /** All that was begun has ended. */
  readonly end: () => void;
}

/** Tells the log how far something has come: a line every few seconds, and none of what is over sooner. */
export function startProgress(
  { clock, log, eta }: Pick<Run, "clock" | "log" | "eta">,
  what: string,
  total: number,
): Progress {
  const began = clock.now();
  let [done, failed] = [0, 0];
  let told = { at: began, done: 0 };
  let stop = clock.after(PAUSE, look);

  function look(): void {
    stop = clock.after(PAUSE, look);
    const hasMoved = done > told.done;
    if (hasMoved || clock.now() - told.at >= STANDSTILL) tell(timeLeft());
  }

  function tell(rest: string): void {
    told = { at: clock.now(), done };
    const share = total === 0 ? 100 : Math.floor((done / total) * 100);
    const bad = failed === 0 ? "" : `, ${failed.toLocaleString("en")} failed`;
    log.info(`${what} ${done.toLocaleString("en")} of ${total.toLocaleString("en")} (${share} %)${bad}${rest}`);
  }

  /** By the limits nothing is quicker than that, and by how it went so far it may take longer. */
  function timeLeft(): string {
    const now = clock.now();
    const bySpeed = done === 0 ? 0 : ((now - began) / done) * (total - done);
    const left = Math.max(bySpeed, (eta?.getTime() ?? 0) - now);
    if (left < 1000) return "";
    return `; about ${duration(left / 1000)} left, until ${new Date(now + left).toISOString().slice(11, 19)}Z`;
  }

  return {
    step({ end }) {
      if (end !== "not begun") done += 1;
      if (end === "threw") failed += 1;
    },
    end() {
      stop();
      if (told.at > began) tell("");
    },
  };
}
