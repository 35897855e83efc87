import type { SecretMasker } from "./masking/secret-masker.ts";
import type { SourceLocation } from "./problem.ts";

/** Log of a run, without secrets. */
export interface Log extends SecretMasker {
  info(line: string): void;
  warning(line: string): void;
  /** Logs an error and makes the program fail. */
  error(line: string, location?: SourceLocation): void;
  /** Logs for debugging; undefined unless debug logging is on. */
  readonly debug: ((line: string) => void) | undefined;
  /** Logs lines under a title. */
  group(title: string, lines: Iterable<string>): void;
}
