import type { EmulatorContext } from "../../emulator-context.ts";
import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import type { WorkflowRun } from "../../state/workflow-runs.ts";

/** A workflow run with the context for its events. */
export interface RunContext {
  readonly context: EmulatorContext;
  readonly repository: Repository;
  readonly run: WorkflowRun;
  readonly sender: Account;
}
