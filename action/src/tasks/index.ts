import type { InputValue } from "../inputs.ts";
import type { Report } from "../report.ts";
import type { Change, Task } from "../task.ts";
import { oidcTemplate } from "./oidc-template/task.ts";
import { redeliver } from "./redeliver/task.ts";
import { rotateSecrets } from "./rotate-secrets/task.ts";

/** Runs any task; each has options and state of its own. */
type Runner = <Options, State, C extends Change>(task: Task<Options, State, C>) => Promise<Report>;

/** Every task by the name that the input `task` gives it. */
export const TASKS: Readonly<Record<InputValue<"task">, (run: Runner) => Promise<Report>>> = {
  "rotate-secrets": (run) => run(rotateSecrets),
  "oidc-template": (run) => run(oidcTemplate),
  redeliver: (run) => run(redeliver),
};
