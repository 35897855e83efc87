import { stageOf } from "../../deliveries/events/workflows.ts";
import type { Handler } from "../../http/call.ts";
import { lookForRunners, settleRuns } from "../../state/workflow-machine.ts";

/**
 * Serves operations on what workflow runs go through: each finds everything where it stands by now, and what it changes
 * may give a waiting job its runner.
 */
export function settled(handlers: readonly Handler[]): Handler[] {
  return handlers.map(({ operation, answer }) => ({
    operation,
    answer: (input, call) => {
      const { now } = call.world;
      const stage = stageOf(call.world);
      settleRuns(stage, now());
      const look = <T>(answered: T): T => {
        if (operation.method !== "GET") lookForRunners(stage, now());
        return answered;
      };
      // At once, if it can be: then all of it is done, or nothing.
      const answered = answer(input, call);
      return answered instanceof Promise ? answered.then(look) : look(answered);
    },
  }));
}
