/** Stream that progress is written to: standard error. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Reports the progress of the benchmark. */
export interface Progress {
  /**
   * Starts a case.
   * @param index zero-based position of the case among all `count`
   */
  begin(name: string, index: number, count: number): void;
  update(step: string): void;
  /** Reports rows that are skipped, and the reason. */
  skip(rows: string): void;
  /**
   * Ends the case.
   * @param outcome for example "done"
   */
  end(outcome: string): void;
}

const CLEAR = "\r\u001b[2K";

/** Minimum time between log lines when not writing to a terminal, in milliseconds. */
const LOG_INTERVAL_MS = 15_000;

/** Creates a progress report: one updated line on a terminal, occasional separate lines elsewhere. */
export function createProgress(terminal: ProgressOutput, now: () => number): Progress {
  const startedAt = now();
  let label = "";
  let lastWrittenAt = startedAt;
  const line = (text: string) => `bench: ${label}${text} (${formatDuration(now() - startedAt)})`;
  const show = (text: string) => {
    lastWrittenAt = now();
    terminal.write(terminal.isTTY ? `${CLEAR}${line(text)}` : `${line(text)}\n`);
  };
  return {
    begin(name, index, count) {
      label = `${index + 1} of ${count}, ${name}`;
      show("");
    },
    update(step) {
      if (terminal.isTTY || now() - lastWrittenAt >= LOG_INTERVAL_MS) show(`: ${step}`);
    },
    skip(rows) {
      terminal.write(`${terminal.isTTY ? CLEAR : ""}${line(`: skipped ${rows}`)}\n`);
    },
    end(outcome) {
      terminal.write(`${terminal.isTTY ? CLEAR : ""}${line(`: ${outcome}`)}\n`);
    },
  };
}

/** Formats a duration as minutes and seconds. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
