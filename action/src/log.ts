import { debug, endGroup, info, isDebug, setSecret, startGroup, warning } from "@actions/core";
import { toOneLine } from "./problem.ts";

/** Log of a run. Lines can't be interpreted as runner commands. */
export interface Log {
  info(line: string): void;
  warning(line: string): void;
  /** Logs for debugging; undefined unless debug logging is on. */
  readonly debug: ((line: string) => void) | undefined;
  /** Logs lines as a collapsible group. */
  group(title: string, lines: Iterable<string>): void;
  /** Masks a text in all further output. */
  mask(secret: string): void;
}

/** Creates the log of a workflow step. */
export function stepLog(): Log {
  return {
    info: (line) => info(escapeCommands(line)),
    warning: (line) => warning(toOneLine(line)),
    debug: isDebug() ? (line) => debug(toOneLine(line)) : undefined,
    group(title, lines) {
      startGroup(toOneLine(title));
      for (const line of lines) info(escapeCommands(line));
      endGroup();
    },
    mask: setSecret,
  };
}

/** Escapes runner commands: `::` at the start of a line, and `##[` anywhere. */
function escapeCommands(line: string): string {
  return toOneLine(line)
    .replace(/^(\s*):(?=:)/, "$1: ")
    .replaceAll("##[", "## [");
}
