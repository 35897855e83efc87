import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import type { WorkflowRun } from "../../state/workflow-runs.ts";
import type { World } from "../../world.ts";

/** A run and what is around it, as events tell of it. */
export interface RunScene {
  readonly world: World;
  readonly repository: Repository;
  readonly run: WorkflowRun;
  readonly sender: Account;
}
