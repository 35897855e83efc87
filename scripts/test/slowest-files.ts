/** Number of files to list. */
const LISTED_FILES = 10;

/** Duration of a test file. */
export interface FileDuration {
  /** Path from the project's root. */
  readonly file: string;
  /** Wall time in milliseconds, imports included. */
  readonly milliseconds: number;
}

/** Formats the slowest files of a run, slowest first, one per line. Returns an empty string for a run of one file. */
export function slowestFiles(durations: readonly FileDuration[]): string {
  if (durations.length < 2) return "";
  const slowest = durations.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, LISTED_FILES);
  const lines = slowest.map(({ file, milliseconds }) => `${(milliseconds / 1000).toFixed(1).padStart(8)} s  ${file}`);
  return ["Slowest files:", ...lines, ""].join("\n");
}
