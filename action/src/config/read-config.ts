import { createProblemList } from "../problem.ts";
import type { Settings } from "../settings/create-settings.ts";
import type { Environment } from "../settings/read-inputs.ts";
import type { TaskName } from "../settings/values.ts";
import { checkFields, entrySettings } from "./entry-settings.ts";
import { parseConfig } from "./parse-config.ts";
import { readEntries } from "./read-entries.ts";
import { type ConfigText, readConfigText } from "./read-file.ts";

/**
 * Reads a configuration file: each task's entries, in the order of the file.
 * @throws Problem with all problems, each with line and column
 */
export async function readConfig(
  path: string,
  environment: Environment,
): Promise<ReadonlyMap<TaskName, readonly Settings[]>> {
  return parseDeclarations(readConfigText(path, environment));
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
