import type { TaskReport } from "../report/report.ts";
import type { Run } from "../run/run.ts";
import { runTask } from "../run/run-task.ts";
import type { Settings } from "../settings/read.ts";
import type { TaskName } from "../settings/settings.ts";
import type { Change, Task } from "../task.ts";
import { oidcTemplate } from "./oidc-template/task.ts";
import { redeliver } from "./redeliver/task.ts";
import { rotateSecrets } from "./rotate-secrets/task.ts";

/** A task whose entries are read: nothing but the run itself is missing. */
export type Ready = (run: Run) => Promise<TaskReport>;

/** Every task by its name. Reads the settings of all its entries. @throws Problem */
export const TASKS: Readonly<Record<TaskName, (entries: readonly Settings[]) => Ready>> = {
  "rotate-secrets": ready(rotateSecrets),
  "oidc-template": ready(oidcTemplate),
  redeliver: ready(redeliver),
};

function ready<Entry, State, C extends Change>(task: Task<Entry, State, C>) {
  return (settings: readonly Settings[]): Ready => {
    const entries = settings.map(task.declare);
    return (run) => runTask(run, task, entries);
  };
}
