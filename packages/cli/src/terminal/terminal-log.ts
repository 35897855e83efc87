import type { Log } from "@forgehand/tasks/log";
import { createSecretMasker } from "@forgehand/tasks/masking/secret-masker";
import { toOneLine } from "@forgehand/tasks/problem";
import { escapeText } from "./escape-text.ts";
import { createProgressBar } from "./progress-bar.ts";
import type { Style, Terminal } from "./terminal.ts";

/** Creates a log on standard error. Secrets are masked, and nothing can control the terminal. */
export function terminalLog({ styleError, canRedraw }: Terminal, isVerbose: boolean): Log {
  const { mask, redact } = createSecretMasker();
  const bar = canRedraw ? createProgressBar(process.stderr) : undefined;
  const write = (label: string, style: Style | undefined, text: string) => {
    // Redacted before line breaks are replaced, because secrets can contain them.
    const line = escapeText(toOneLine(redact(text)));
    const styled =
      style === undefined ? line : `${styleError(style, label)}${style === "muted" ? styleError(style, line) : line}`;
    const writeLine = () => process.stderr.write(`${styled}\n`);
    if (bar === undefined) writeLine();
    else bar.around(writeLine);
  };
  return {
    info: (line) => write("", undefined, line),
    warning: (line) => write("Warning: ", "changed", line),
    error(line) {
      process.exitCode = 1;
      write("Error: ", "failed", line);
    },
    debug: isVerbose ? (line) => write("", "muted", line) : undefined,
    group(title, lines, content) {
      // The report is printed as a whole.
      if (content === "report") return;
      write("", undefined, title);
      for (const line of lines) write("", undefined, `  ${line}`);
    },
    showProgress: bar?.show,
    mask,
    redact,
  };
}
