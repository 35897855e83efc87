import { globSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Host } from "@forgehand/tasks/host";
import type { Failure } from "@forgehand/tasks/plan";
import { describeError } from "@forgehand/tasks/problem";
import { readUnprotectedFile } from "@forgehand/tasks/protected-files";
import type { CollectedReport } from "./merge.ts";
import { readReport } from "./report-file.ts";

/** Maximum size of a report in bytes. */
const MAX_REPORT_SIZE = 64 * 1024 * 1024;

/** Finds report files by patterns or folders and reads them. An unreadable file is a failure. */
export function collectReports(
  patterns: readonly string[],
  { environment, workspace }: Pick<Host, "environment" | "workspace">,
): { readonly collected: readonly CollectedReport[]; readonly problems: readonly Failure[] } {
  const collected: CollectedReport[] = [];
  const problems: Failure[] = [];
  const files = new Set(patterns.flatMap((pattern) => filesOf(pattern, workspace)));
  for (const file of [...files].sort()) {
    const target = `report ${file}`;
    try {
      const content = readUnprotectedFile(resolve(workspace, file), environment, MAX_REPORT_SIZE);
      const read =
        "bytes" in content
          ? readReport(content.bytes.toString("utf8"))
          : { problem: "problem" in content ? content.problem : "must be at most 64 MB" };
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
