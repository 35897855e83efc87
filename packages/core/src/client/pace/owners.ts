import type { Clock } from "../clock.ts";
import { type Keeping, keeping } from "./keeping.ts";
import type { PaceSettings } from "./options.ts";
import { createScheduler, type Scheduler } from "./scheduler.ts";

/** A quota owner's scheduler, and what keeps its state, where that is asked for. */
export interface Quota {
  readonly scheduler: Scheduler;
  readonly keeping: Keeping | undefined;
  /** Schedulers of the same owner for clients that were told otherwise: what one uses, the others count. */
  readonly others: () => readonly Scheduler[];
}

interface Known {
  readonly settings: PaceSettings;
  readonly clock: Clock;
  readonly quota: Quota;
}

/** Whose limits this process keeps: all of its clients share them. */
const owners = new Map<string, Known[]>();

/**
 * The scheduler of a quota owner. Clients that are told the same share one.
 * @param owner the service and the account; it may hold a token, and stays in memory
 * @param label the same as a name that may be written down
 */
export function quotaOf(
  owner: string,
  label: () => Promise<string>,
  settings: PaceSettings,
  clock: Clock,
  random: () => number,
): Quota {
  const same = owners.get(owner)?.find((one) => one.clock === clock && isSame(one.settings, settings));
  if (same) return same.quota;
  forgetIdle();
  const { limits, share, storage } = settings;
  const scheduler = createScheduler(limits, share, clock, random);
  // Each of several processes keeps its own part.
  const name = async () => `${await label()}${share.of > 1 ? ` ${share.part}/${share.of}` : ""}`;
  const others = () =>
    (owners.get(owner) ?? []).flatMap((one) => (isBeside(one, { settings, clock, quota }) ? one.quota.scheduler : []));
  const quota: Quota = { scheduler, keeping: storage && keeping(scheduler, storage, name, clock), others };
  // What was used and refused before it came is known to those that were there.
  const [first] = others();
  if (first) scheduler.restore(first.save());
  owners.set(owner, [...(owners.get(owner) ?? []), { settings, clock, quota }]);
  return quota;
}

/** How many schedulers are remembered. */
export function rememberedOwners(): number {
  return Array.from(owners.values(), (known) => known.length).reduce((sum, count) => sum + count, 0);
}

/** Who has used nothing of late is as good as new. */
function forgetIdle(): void {
  for (const [owner, known] of owners) {
    const busy = known.filter(({ quota }) => !isIdle(quota));
    if (busy.length === 0) owners.delete(owner);
    else owners.set(owner, busy);
  }
}

/** Calls that wait for what was kept are about to use it. */
function isIdle({ scheduler, keeping }: Quota): boolean {
  return scheduler.isIdle() && keeping?.ready() === undefined;
}

/** Other parts of a share are other processes' calls, also where one process plays them all; so are other clocks. */
function isBeside(one: Known, other: Known): boolean {
  const { share } = one.settings;
  const { part, of } = other.settings.share;
  return one.quota !== other.quota && one.clock === other.clock && share.part === part && share.of === of;
}

function isSame(a: PaceSettings, b: PaceSettings): boolean {
  if (a === b) return true;
  const numbers = ({ limits, share }: PaceSettings) => JSON.stringify([Object.values(limits).map(String), share]);
  return a.storage === b.storage && numbers(a) === numbers(b);
}
