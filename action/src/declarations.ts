import type { Environment } from "./settings/inputs.ts";
import { type Settings, settingsBefore } from "./settings/read.ts";
import type { TaskName } from "./settings/values.ts";
import { workspaceOf } from "./workspace.ts";

/** The settings of each entry, with the task that it is for. */
export type Declarations = ReadonlyMap<TaskName, readonly Settings[]>;

/**
 * What is declared: one entry of one task by the inputs alone; or what the configuration file says, where inputs go before
 * it in each entry. In mode `merge` nothing is.
 * @throws Problem
 */
export async function readDeclarations(inputs: Settings, environment: Environment): Promise<Declarations> {
  if (inputs.required("mode") === "merge") return new Map();
  const path = inputs.optional("config");
  if (path === undefined) return new Map([[inputs.required("task"), [inputs]]]);
  const { readConfig } = await import("./config/read.ts");
  const declared = await readConfig(path, workspaceOf(environment));
  const task = inputs.optional("task");
  const entries = task === undefined ? undefined : declared.get(task);
  if (task !== undefined && entries === undefined) {
    const others = Array.from(declared.keys()).join(", ");
    throw inputs.problem("task", `is ${task}, of which ${path} says nothing. It declares: ${others}.`);
  }
  const wanted = task === undefined || entries === undefined ? declared : new Map([[task, entries]]);
  return new Map(
    Array.from(wanted, ([name, all]) => [name, all.map((entry) => settingsBefore(inputs, entry))] as const),
  );
}
