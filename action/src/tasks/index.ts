import type { Change } from "../plan.ts";
import type { TaskReport } from "../report/report.ts";
import type { RunRecorder } from "../run/cancellation/run-recorder.ts";
import type { RunContext } from "../run/run-context.ts";
import { runTask } from "../run/run-task.ts";
import type { Settings } from "../settings/create-settings.ts";
import type { TaskName } from "../settings/values.ts";
import type { EntryTargets, Task } from "../task.ts";
import { oidcTemplate } from "./oidc-template/oidc-template.ts";
import { redeliver } from "./redeliver/redeliver.ts";
import { rotateSecrets } from "./rotate-secrets/rotate-secrets.ts";

/** A task whose entries have been read and that only needs the run's context. */
export interface PreparedTask {
  readonly name: TaskName;
  readonly title: string;
  /** The targets of each entry. */
  readonly scopes: readonly EntryTargets[];
  /**
   * Checks what can be checked before the first call.
   * @throws Problem
   */
  readonly check: (run: RunContext) => Promise<void>;
  readonly perform: (run: RunContext, chronicle: RunRecorder) => Promise<TaskReport>;
}

/**
 * Tasks by name. Each function reads the settings of all its entries.
 * @throws Problem
 */
export const TASKS: Readonly<Record<TaskName, (entries: readonly Settings[]) => PreparedTask>> = {
  "rotate-secrets": prepareTask(rotateSecrets),
  "oidc-template": prepareTask(oidcTemplate),
  redeliver: prepareTask(redeliver),
};

function prepareTask<Entry, State, C extends Change>(task: Task<Entry, State, C>) {
  return (settings: readonly Settings[]): PreparedTask => {
    const entries = settings.map(task.readEntry);
    return {
      name: task.name,
      title: task.title,
      scopes: entries.map(task.targets),
      check: async (run) => task.check?.(run, entries),
      perform: (run, chronicle) => runTask(run, task, entries, chronicle),
    };
  };
}
