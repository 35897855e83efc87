/** GitHub shows ten annotations of a kind per step, and a run that fails ends with one more. */
const MAX_ANNOTATIONS = 9;

/** Logs lines as annotations. If there are too many, the last one counts the rest. */
export function annotate(logLine: (line: string) => void, lines: readonly string[]): void {
  const shown = lines.length > MAX_ANNOTATIONS ? lines.slice(0, MAX_ANNOTATIONS - 1) : lines;
  for (const line of shown) logLine(line);
  const omitted = lines.length - shown.length;
  if (omitted > 0) logLine(`… and ${omitted.toLocaleString("en")} more, all in the report.`);
}
