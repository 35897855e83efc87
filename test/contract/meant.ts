import type { Difference } from "./data.ts";

/** What was found, against the list of what is meant: what the list lacks, and what of it is no longer so. */
export function againstList(found: Iterable<string>, list: readonly Difference[]) {
  const lines = [...found];
  const listed = list.map(({ difference }) => ({ difference, pattern: patternOf(difference) }));
  return {
    unlisted: lines.filter((line) => !listed.some(({ pattern }) => pattern.test(line))).sort(),
    gone: listed.filter(({ pattern }) => !lines.some((line) => pattern.test(line))).map(({ difference }) => difference),
  };
}

/** `*` stands for anything. */
function patternOf(text: string): RegExp {
  const parts = text.split("*").map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join(".*")}$`);
}
