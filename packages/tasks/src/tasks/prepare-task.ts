import type { RunRecorder } from "../cancellation/run-recorder.ts";
import type { UsedOperations } from "../connection.ts";
import type { Change } from "../plan.ts";
import type { RunContext } from "../run/run-context.ts";
import { type PlannedTask, planTask } from "../run/run-task.ts";
import type { EntryTargets, Task } from "../run/task.ts";
import type { Settings } from "../settings/create-settings.ts";
import type { TaskName } from "../settings/values.ts";
import { findOperations } from "../targets/find-operations.ts";

/** A task whose entries have been read and that only needs the run's context. */
export interface PreparedTask {
  readonly name: TaskName;
  readonly title: string;
  readonly targets: readonly EntryTargets[];
  /** The operations of each entry, in the order of `targets`, with those that find its repositories. */
  readonly operations: (canWrite: boolean) => readonly UsedOperations[];
  /**
   * Checks what can be checked before the first call.
   * @throws Problem
   */
  readonly check: (run: RunContext) => Promise<void>;
  /** Reads and plans. @throws Problem or ForgeError if nothing could be planned */
  readonly plan: (run: RunContext, recorder: RunRecorder) => Promise<PlannedTask>;
}

/**
 * Reads the settings of all entries of a task.
 * @throws Problem
 */
export function prepareTask<Entry, State, C extends Change>(
  task: Task<Entry, State, C>,
  settings: readonly Settings[],
): PreparedTask {
  const entries = settings.flatMap(task.readEntries);
  return {
    name: task.name,
    title: task.title,
    targets: entries.map(task.targets),
    operations: (canWrite) =>
      entries.map((entry) => {
        const { required, optional } = task.operations(entry, canWrite);
        return { required: [...findOperations(task.targets(entry)), ...required], optional };
      }),
    check: async (run) => task.check?.(run, entries),
    plan: (run, recorder) => planTask(run, task, entries, recorder),
  };
}
