import { globSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Failure } from "../plan.ts";
import { problemOf } from "../problem.ts";
import type { Gathered } from "./merge.ts";
import { readReport } from "./report-file.ts";

/** Finds report files by patterns, or all of a folder, and reads them. One that can't be read is a failure. */
export function gather(
  patterns: readonly string[],
  cwd: string,
): { readonly gathered: readonly Gathered[]; readonly problems: readonly Failure[] } {
  const gathered: Gathered[] = [];
  const problems: Failure[] = [];
  const files = new Set(patterns.flatMap((pattern) => filesOf(pattern, cwd)));
  for (const file of [...files].sort()) {
    const target = `the report ${file}`;
    try {
      const read = readReport(readFileSync(resolve(cwd, file), "utf8"));
      if ("report" in read) gathered.push({ file, report: read.report });
      else problems.push({ target, problem: read.problem });
    } catch (error) {
      problems.push({ target, problem: `can't be read: ${problemOf(error)}` });
    }
  }
  return { gathered, problems };
}

/** The files that a pattern finds; what names a folder means the reports in it. */
function filesOf(pattern: string, cwd: string): readonly string[] {
  const isFolder = statSync(resolve(cwd, pattern), { throwIfNoEntry: false })?.isDirectory() ?? false;
  const found = globSync(isFolder ? join(pattern, "**", "*.json") : pattern, { cwd });
  return found.filter((file) => statSync(resolve(cwd, file), { throwIfNoEntry: false })?.isFile() ?? false);
}
