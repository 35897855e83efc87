import { type Problem, throwAll } from "../problem.ts";
import type { Settings } from "../settings/read.ts";
import type { TaskName } from "../settings/values.ts";
import { parseConfig } from "./document.ts";
import { readEntries } from "./entries.ts";
import { type ConfigText, readConfigText } from "./file.ts";
import { entrySettings, wrongFields } from "./settings.ts";

/**
 * Reads a configuration file: each task's entries, in the order of the file.
 * @param root what its path begins at
 * @throws Problem with all that is wrong with it, each with line and column
 */
export async function readConfig(path: string, root: string): Promise<ReadonlyMap<TaskName, readonly Settings[]>> {
  return declaredIn(await readConfigText(path, root));
}

/** What a file's text declares. @throws Problem */
export function declaredIn(file: ConfigText): ReadonlyMap<TaskName, readonly Settings[]> {
  const document = parseConfig(file);
  const problems: Problem[] = [];
  const tasks = Array.from(readEntries(document, problems));
  for (const [, entries] of tasks) problems.push(...entries.flatMap((entry) => wrongFields(document, entry)));
  throwAll(problems);
  return new Map(tasks.map(([task, entries]) => [task, entries.map((entry) => entrySettings(document, entry))]));
}
