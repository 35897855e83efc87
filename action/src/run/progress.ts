import type { End } from "./each.ts";
import type { Run } from "./run.ts";

/** Milliseconds between two lines about the same thing. */
const PAUSE = 10_000;

/** Tells how far something has come. */
export interface Progress {
  /** One more has ended. */
  readonly step: (end: End<unknown>) => void;
  /** All that was begun has ended. */
  readonly end: () => void;
}

/** Tells the log how far something has come: a line every few seconds, and none of what is over sooner. */
export function startProgress({ clock, log }: Pick<Run, "clock" | "log">, what: string, total: number): Progress {
  let done = 0;
  let failed = 0;
  let told = clock.now();
  let stop = clock.after(PAUSE, tell);
  const line = () => {
    const bad = failed === 0 ? "" : `, ${failed.toLocaleString("en")} failed`;
    return `${what} ${done.toLocaleString("en")} of ${total.toLocaleString("en")}${bad}`;
  };
  function tell(): void {
    told = clock.now();
    log.info(line());
    stop = clock.after(PAUSE, tell);
  }
  const began = told;
  return {
    step({ end }) {
      if (end !== "not begun") done += 1;
      if (end === "threw") failed += 1;
    },
    end() {
      stop();
      if (told > began) log.info(line());
    },
  };
}
