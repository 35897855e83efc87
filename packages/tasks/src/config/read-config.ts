import type { Host } from "../host.ts";
import { createProblemList, type Problem } from "../problem.ts";
import type { Settings } from "../settings/create-settings.ts";
import type { TaskName } from "../settings/values.ts";
import { checkFields, entrySettings } from "./entry-settings.ts";
import { parseConfig } from "./parse-config.ts";
import { readEntries } from "./read-entries.ts";
import { type ConfigText, readConfigText } from "./read-file.ts";

/**
 * Reads a configuration file: each task's entries, in the order of the file.
 * @param createProblem creates a problem with the file's path
 * @throws Problem with all problems, each with line and column
 */
export async function readConfig(
  path: string,
  host: Pick<Host, "environment" | "workspace">,
  createProblem: (problem: string) => Problem,
): Promise<ReadonlyMap<TaskName, readonly Settings[]>> {
  return parseDeclarations(readConfigText(path, host, createProblem));
}

/**
 * Parses the declarations of a file's text.
 * @throws Problem
 */
export function parseDeclarations(file: ConfigText): ReadonlyMap<TaskName, readonly Settings[]> {
  const document = parseConfig(file);
  const problems = createProblemList();
  const tasks = Array.from(readEntries(document, problems));
  for (const [, entries] of tasks) for (const entry of entries) checkFields(document, entry, problems);
  problems.throwAll();
  return new Map(tasks.map(([task, entries]) => [task, entries.map((entry) => entrySettings(document, entry))]));
}
