import type { Declarations } from "../declarations.ts";
import type { Change } from "../plan.ts";
import { checkEach } from "../problem.ts";
import type { Task } from "../run/task.ts";
import type { Settings } from "../settings/create-settings.ts";
import type { TaskName } from "../settings/values.ts";
import { readTemplateEntry } from "./oidc-template/template-entry.ts";
import type { PreparedTask } from "./prepare-task.ts";
import { readRedeliverOptions } from "./redeliver/redeliver-options.ts";
import { readRotationEntries } from "./rotate-secrets/rotation-entry.ts";
import { readVariableEntries } from "./set-variables/variable-entry.ts";

interface RegisteredTask {
  /**
   * Validates an entry's settings, without loading the task.
   * @throws Problem
   */
  readonly checkEntry: (settings: Settings) => void;
  /**
   * Loads the task and reads its entries.
   * @throws Problem
   */
  readonly prepare: (entries: readonly Settings[]) => Promise<PreparedTask>;
}

const TASKS: Readonly<Record<TaskName, RegisteredTask>> = {
  "rotate-secrets": registerTask(
    readRotationEntries,
    async () => (await import("./rotate-secrets/rotate-secrets.ts")).rotateSecrets,
  ),
  "set-variables": registerTask(
    readVariableEntries,
    async () => (await import("./set-variables/set-variables.ts")).setVariables,
  ),
  "oidc-template": registerTask(
    readTemplateEntry,
    async () => (await import("./oidc-template/oidc-template.ts")).oidcTemplate,
  ),
  redeliver: registerTask(readRedeliverOptions, async () => (await import("./redeliver/redeliver.ts")).redeliver),
};

function registerTask<Entry, State, C extends Change>(
  readEntry: (settings: Settings) => unknown,
  load: () => Promise<Task<Entry, State, C>>,
): RegisteredTask {
  return {
    checkEntry: readEntry,
    async prepare(entries) {
      const [{ prepareTask }, task] = await Promise.all([import("./prepare-task.ts"), load()]);
      return prepareTask(task, entries);
    },
  };
}

/**
 * Rejects settings that contradict each other, without loading the tasks.
 * @throws Problem with all violations
 */
export function checkEntries(declarations: Declarations): void {
  const all = Array.from(declarations, ([name, entries]) => entries.map((settings) => ({ name, settings })));
  checkEach(all.flat(), ({ name, settings }) => TASKS[name].checkEntry(settings));
}

/**
 * Loads the declared tasks, and reads the settings of their entries.
 * @throws Problem
 */
export function prepareTasks(declarations: Declarations): Promise<PreparedTask[]> {
  return Promise.all(Array.from(declarations, ([name, entries]) => TASKS[name].prepare(entries)));
}
