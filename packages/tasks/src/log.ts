import type { SecretMasker } from "./masking/secret-masker.ts";
import type { SourceLocation } from "./problem.ts";

/** Progress of a number of items. */
export interface ProgressState {
  readonly label: string;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  /** Returns the estimated remaining time in milliseconds; 0 if it is unknown or too short to show. */
  readonly remaining: () => number;
}

/** Log of a run, without secrets. */
export interface Log extends SecretMasker {
  info(line: string): void;
  warning(line: string): void;
  /** Logs an error and makes the program fail. */
  error(line: string, location?: SourceLocation): void;
  /** Logs for debugging; undefined unless debug logging is on. */
  readonly debug: ((line: string) => void) | undefined;
  /**
   * Logs lines under a title.
   * @param content `report`: the report contains them too, so that a program which prints it need not log them
   */
  group(title: string, lines: Iterable<string>, content?: "report"): void;
  /**
   * Shows the progress of some work, or undefined once it has ended. Without this function, progress is logged every few
   * seconds.
   */
  readonly showProgress?: ((state: ProgressState | undefined) => void) | undefined;
}
