import type { Change } from "../plan.ts";
import type { TaskReport } from "../report/report.ts";
import type { Chronicle } from "../run/ending/chronicle.ts";
import type { Run } from "../run/run.ts";
import { runTask } from "../run/run-task.ts";
import type { Settings } from "../settings/read.ts";
import type { TaskName } from "../settings/values.ts";
import type { Scope, Task } from "../task.ts";
import { oidcTemplate } from "./oidc-template/task.ts";
import { redeliver } from "./redeliver/task.ts";
import { rotateSecrets } from "./rotate-secrets/task.ts";

/** A task whose entries are read: nothing but the run itself is missing. */
export interface Ready {
  readonly name: TaskName;
  readonly title: string;
  /** What its entries are about. */
  readonly scopes: readonly Scope[];
  /** @throws Problem on what can be known to be wrong before the first call */
  readonly check: (run: Run) => Promise<void>;
  readonly perform: (run: Run, chronicle: Chronicle) => Promise<TaskReport>;
}

/** Every task by its name. Reads the settings of all its entries. @throws Problem */
export const TASKS: Readonly<Record<TaskName, (entries: readonly Settings[]) => Ready>> = {
  "rotate-secrets": ready(rotateSecrets),
  "oidc-template": ready(oidcTemplate),
  redeliver: ready(redeliver),
};

function ready<Entry, State, C extends Change>(task: Task<Entry, State, C>) {
  return (settings: readonly Settings[]): Ready => {
    const entries = settings.map(task.declare);
    return {
      name: task.name,
      title: task.title,
      scopes: entries.map(task.scope),
      check: async (run) => task.check?.(run, entries),
      perform: (run, chronicle) => runTask(run, task, entries, chronicle),
    };
  };
}
