import type { ProgressState } from "@forgehand/tasks/log";
import { formatDuration } from "@forgehand/tasks/run/progress/format-duration";

/** Milliseconds between two drawings. */
const INTERVAL = 100;
const BAR_WIDTH = 20;
/** Moves to the start of the line and clears it. */
const CLEAR = "\r\u001b[2K";

/** One line at the end of the output, which is drawn again and again. */
export interface ProgressBar {
  readonly show: (state: ProgressState | undefined) => void;
  /** Removes the line for as long as something else is written. */
  readonly around: (write: () => void) => void;
}

/** Creates a progress bar on a stream. */
export function createProgressBar(
  stream: { readonly write: (text: string) => unknown; readonly columns?: number | undefined },
  now: () => number = () => performance.now(),
): ProgressBar {
  let current: ProgressState | undefined;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let isDrawn = false;
  const clear = () => {
    if (isDrawn) stream.write(CLEAR);
    isDrawn = false;
  };
  const draw = () => {
    if (current === undefined) return;
    drawnAt = now();
    isDrawn = true;
    // The last column stays free, or some terminals wrap the line.
    stream.write(`${CLEAR}${progressLine(current, (stream.columns || 80) - 1)}`);
  };
  return {
    show(state) {
      current = state;
      if (state === undefined) clear();
      else if (now() - drawnAt >= INTERVAL) draw();
    },
    around(write) {
      const wasDrawn = isDrawn;
      clear();
      write();
      if (wasDrawn) draw();
    },
  };
}

/** Returns the line for a state, with as many of its parts as fit. */
export function progressLine({ label, total, done, failed, remaining }: ProgressState, width: number): string {
  const share = total === 0 ? 1 : done / total;
  const filled = Math.round(share * BAR_WIDTH);
  const bar = `${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)}`;
  const count = `${label} ${done.toLocaleString("en")} of ${total.toLocaleString("en")}`;
  const failures = failed === 0 ? "" : `, ${failed.toLocaleString("en")} failed`;
  const milliseconds = remaining();
  const time = milliseconds === 0 ? "" : `, about ${formatDuration(milliseconds / 1000)} left`;
  const parts = [`${bar} ${count}${failures}${time}`, `${bar} ${count}${failures}`, `${count}${failures}`];
  return parts.find((text) => text.length <= width) ?? count.slice(0, Math.max(0, width));
}
