import type { Host } from "./host.ts";
import { overrideSettings, type Settings } from "./settings/create-settings.ts";
import type { TaskName } from "./settings/values.ts";

/** The settings of each entry, by task. */
export type Declarations = ReadonlyMap<TaskName, readonly Settings[]>;

/**
 * Reads the declarations: one entry of one task from the inputs, or the entries of the configuration file. Inputs
 * override settings in the file. Returns an empty map in mode `merge`.
 * @throws Problem
 */
export async function readDeclarations(
  inputs: Settings,
  host: Pick<Host, "environment" | "workspace">,
): Promise<Declarations> {
  if (inputs.required("mode") === "merge") return new Map();
  const path = inputs.optional("config");
  if (path === undefined) return new Map([[inputs.required("task"), [inputs]]]);
  const { readConfig } = await import("./config/read-config.ts");
  const declared = await readConfig(path, host, (problem) => inputs.problem("config", problem));
  const task = inputs.optional("task");
  const entries = task === undefined ? undefined : declared.get(task);
  if (task !== undefined && entries === undefined) {
    const declaredTasks = Array.from(declared.keys()).join(", ");
    throw inputs.problem(
      "task",
      `must name a task that ${path} declares, got ${JSON.stringify(task)}. The file declares: ${declaredTasks}.`,
    );
  }
  const selected = task === undefined || entries === undefined ? declared : new Map([[task, entries]]);
  return new Map(
    Array.from(
      selected,
      ([name, taskEntries]) => [name, taskEntries.map((entry) => overrideSettings(inputs, entry))] as const,
    ),
  );
}
