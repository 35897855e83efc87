import type { Settings } from "./settings/read.ts";
import type { TaskName } from "./settings/settings.ts";

/** The settings of each entry, with the task that it is for. */
export type Declarations = ReadonlyMap<TaskName, readonly Settings[]>;

/** What is declared: one entry of one task, by the inputs alone. @throws Problem */
export function readDeclarations(inputs: Settings): Declarations {
  return new Map([[inputs.required("task"), [inputs]]]);
}
