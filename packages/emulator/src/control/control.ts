import type { EmulatorContext } from "../emulator-context.ts";
import type { Control } from "../public.ts";
import { allSecrets } from "../state/secrets.ts";
import { catchUp } from "../ticker.ts";
import { createAppControl } from "./apps.ts";
import { createSendEvent } from "./events/send-event.ts";
import { createFaultControl } from "./fault-control.ts";
import { createJobControl } from "./jobs/jobs.ts";
import { createReviewControl } from "./reviews.ts";
import { createRunnerControl } from "./runners.ts";
import { createStateControl, type InitialSeed } from "./state.ts";
import { createTokenControl } from "./tokens.ts";
import { createTransition } from "./transitions/transitions.ts";

/**
 * Creates the control API.
 * @param initialSeed used again by `reset`
 */
export function createControl(context: EmulatorContext, initialSeed: InitialSeed): Control {
  const { db, clock, deliveries, hookHosts, limits, calls } = context;
  return {
    clock,
    ...createStateControl(context, initialSeed),
    ...createTokenControl(context),
    ...createAppControl(db),
    secrets: () => allSecrets(db),
    limits: () => limits.usage(clock.now().getTime()),
    runners: createRunnerControl(context),
    faults: createFaultControl(context),
    calls: () => calls.list(),
    clearCalls: () => calls.clear(),
    events: () => deliveries.events(),
    clearEvents: () => deliveries.clearEvents(),
    allowHookHost: hookHosts.allow,
    sendEvent: createSendEvent(context),
    review: createReviewControl(context),
    transition: createTransition(context),
    startJob: createJobControl(context),
    settled: () => {
      // Deliveries that became due in the meantime are pending, too.
      catchUp(context);
      return deliveries.settled();
    },
  };
}
