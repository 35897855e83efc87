import type { Clock } from "../clock.ts";
import type { Pacing } from "./early-calls.ts";
import type { PaceSettings } from "./pace-options.ts";
import { sharedQuotas } from "./quota-registry.ts";
import { createPacing } from "./scheduled-pacing.ts";

/** Creates a pacing with the schedulers that all clients of this process share. */
export function createSharedPacing(settings: PaceSettings, clock: Clock, random: () => number): Pacing {
  const quotaFor = settings.store?.(clock, random) ?? sharedQuotas(settings, clock, random);
  return createPacing({ clock, quotaFor });
}
