import type { Control } from "../public.ts";
import { everySecret } from "../state/secrets.ts";
import { catchUp } from "../ticker.ts";
import type { World } from "../world.ts";
import { createSendEvent } from "./events/send-event.ts";
import { createFaultControl } from "./faults/faults.ts";
import { createJobControl } from "./jobs/jobs.ts";
import { createReviewControl } from "./reviews.ts";
import { createRunnerControl } from "./runners.ts";
import { createStateControl, type Start } from "./state.ts";
import { createTokenControl } from "./tokens.ts";
import { createTransition } from "./transitions/transitions.ts";

/** @param start what the service starts with, again when it is reset */
export function createControl(world: World, start: Start): Control {
  const { db, clock, deliveries, limits, calls } = world;
  return {
    clock,
    ...createStateControl(world, start),
    ...createTokenControl(world),
    secrets: () => everySecret(db),
    limits: () => limits?.usage(clock.now().getTime()) ?? [],
    runners: createRunnerControl(world),
    faults: createFaultControl(world),
    calls: () => calls.list(),
    clearCalls: () => calls.clear(),
    events: () => deliveries.events(),
    clearEvents: () => deliveries.clearEvents(),
    sendEvent: createSendEvent(world),
    review: createReviewControl(world),
    transition: createTransition(world),
    startJob: createJobControl(world),
    settled: () => {
      // What has become due meanwhile is told too.
      catchUp(world);
      return deliveries.settled();
    },
  };
}
