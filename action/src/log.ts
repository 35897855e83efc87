import { debug, endGroup, info, isDebug, setSecret, startGroup, warning } from "@actions/core";
import { oneLine } from "./problem.ts";

/** Where a run tells what it does: one line at a time, none of which the runner could take for a command. */
export interface Log {
  info(line: string): void;
  warning(line: string): void;
  /** What only whoever looks for a fault wants to know. */
  readonly debug: ((line: string) => void) | undefined;
  /** Lines that belong together, folded under a title. */
  group(title: string, lines: Iterable<string>): void;
  /** Nothing may show this text from now on. */
  mask(secret: string): void;
}

/** The log of a workflow's step. */
export function stepLog(): Log {
  return {
    info: (line) => info(harmless(line)),
    warning: (line) => warning(oneLine(line)),
    debug: isDebug() ? (line) => debug(oneLine(line)) : undefined,
    group(title, lines) {
      startGroup(oneLine(title));
      for (const line of lines) info(harmless(line));
      endGroup();
    },
    mask: setSecret,
  };
}

/** One line that is none of the runner's commands: it obeys `::` where a line begins, and `##[` anywhere in one. */
function harmless(line: string): string {
  return oneLine(line)
    .replace(/^(\s*):(?=:)/, "$1: ")
    .replaceAll("##[", "## [");
}
