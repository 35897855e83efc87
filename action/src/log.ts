import { debug, endGroup, error, info, isDebug, startGroup, warning } from "@actions/core";
import { createSecretMasker, type SecretMasker } from "./masking/secret-masker.ts";
import { type SourceLocation, toOneLine } from "./problem.ts";

/** Log of a run, without secrets. Lines can't be interpreted as runner commands. */
export interface Log extends SecretMasker {
  info(line: string): void;
  warning(line: string): void;
  /** Fails the step with an error, which is annotated at its position in a file. */
  error(line: string, location?: SourceLocation): void;
  /** Logs for debugging; undefined unless debug logging is on. */
  readonly debug: ((line: string) => void) | undefined;
  /** Logs lines as a collapsible group. */
  group(title: string, lines: Iterable<string>): void;
}

/** Creates the log of a workflow step. */
export function stepLog(): Log {
  const { mask, redact } = createSecretMasker((commands) => process.stdout.write(commands));
  // Redacted before line breaks are replaced, because secrets can contain them.
  const safeLine = (text: string) => toOneLine(redact(text));
  return {
    info: (line) => info(escapeCommands(safeLine(line))),
    warning: (line) => warning(safeLine(line)),
    error(line, location) {
      process.exitCode = 1;
      const position = location && {
        file: location.file,
        startLine: location.line,
        startColumn: location.column,
      };
      error(safeLine(line), position);
    },
    debug: isDebug() ? (line) => debug(safeLine(line)) : undefined,
    group(title, lines) {
      startGroup(safeLine(title));
      for (const line of lines) info(escapeCommands(safeLine(line)));
      endGroup();
    },
    mask,
    redact,
  };
}

/** Escapes runner commands: `::` at the start of a line, and `##[` anywhere. */
function escapeCommands(line: string): string {
  return line.replace(/^(\s*):(?=:)/, "$1: ").replaceAll("##[", "## [");
}
