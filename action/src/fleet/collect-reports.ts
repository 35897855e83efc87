import { globSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Failure } from "../plan.ts";
import { describeError } from "../problem.ts";
import type { CollectedReport } from "./merge.ts";
import { readReport } from "./report-file.ts";

/** Finds report files by patterns or folders and reads them. An unreadable file is a failure. */
export function collectReports(
  patterns: readonly string[],
  cwd: string,
): { readonly collected: readonly CollectedReport[]; readonly problems: readonly Failure[] } {
  const collected: CollectedReport[] = [];
  const problems: Failure[] = [];
  const files = new Set(patterns.flatMap((pattern) => filesOf(pattern, cwd)));
  for (const file of [...files].sort()) {
    const target = `report ${file}`;
    try {
      const read = readReport(readFileSync(resolve(cwd, file), "utf8"));
      if ("report" in read) collected.push({ file, report: read.report });
      else problems.push({ target, problem: read.problem });
    } catch (error) {
      problems.push({ target, problem: `can't be read: ${describeError(error)}` });
    }
  }
  return { collected, problems };
}

/** Returns the files that match a pattern; a folder means all JSON files in it. */
function filesOf(pattern: string, cwd: string): readonly string[] {
  const isFolder = statSync(resolve(cwd, pattern), { throwIfNoEntry: false })?.isDirectory() ?? false;
  const found = globSync(isFolder ? join(pattern, "**", "*.json") : pattern, { cwd });
  return found.filter((file) => statSync(resolve(cwd, file), { throwIfNoEntry: false })?.isFile() ?? false);
}
