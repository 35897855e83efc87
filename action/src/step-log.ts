import { debug, endGroup, error, info, isDebug, startGroup, warning } from "@actions/core";
import type { Log } from "@forgehand/tasks/log";
import { createSecretMasker } from "@forgehand/tasks/masking/secret-masker";
import { toOneLine } from "@forgehand/tasks/problem";
import { maskCommands } from "./mask-commands.ts";

/** Creates the log of a workflow step. Its lines can't be interpreted as runner commands. */
export function stepLog(): Log {
  const { mask, redact } = createSecretMasker((forms) => process.stdout.write(maskCommands(forms)));
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
