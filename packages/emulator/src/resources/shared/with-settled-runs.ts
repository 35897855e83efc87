import { engineContextFor } from "../../deliveries/events/workflows.ts";
import type { Handler } from "../../http/handler.ts";
import { advanceRuns, retryQueuedJobs } from "../../state/workflow-engine.ts";

/**
 * Wraps handlers so that workflow runs are advanced to the current time first, and waiting jobs can get a runner after
 * a change.
 */
export function withSettledRuns(handlers: readonly Handler[]): Handler[] {
  return handlers.map(({ operation, respond }) => ({
    operation,
    respond: (input, call) => {
      const { now } = call.context;
      const engineContext = engineContextFor(call.context);
      advanceRuns(engineContext, now());
      const assignRunners = <T>(result: T): T => {
        if (operation.method !== "GET") retryQueuedJobs(engineContext, now());
        return result;
      };
      // A synchronous handler stays synchronous, so that its changes are atomic.
      const result = respond(input, call);
      return result instanceof Promise ? result.then(assignRunners) : assignRunners(result);
    },
  }));
}
