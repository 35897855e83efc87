import { type Delivery, later } from "./records.ts";

/** What to do about the deliveries of one webhook. */
export interface HookPlan {
  /** The newest record of each event that no attempt has delivered, with how many there were. */
  readonly redeliver: readonly { readonly delivery: Delivery; readonly attempts: number }[];
  /** The newest record of each event that is let go, with the reason. */
  readonly letGo: readonly { readonly delivery: Delivery; readonly why: string }[];
}

/**
 * Groups a webhook's records by GUID and picks what to send again: an event that failed whenever it was tried, was tried
 * since `since`, and was not tried too often. A success counts whenever it was.
 * @param deliveries every record that the service still has, in any order
 */
export function planHook(
  deliveries: readonly Delivery[],
  limits: { readonly since: Date | undefined; readonly maxAttempts: number },
): HookPlan {
  const redeliver: { delivery: Delivery; attempts: number }[] = [];
  const letGo: { delivery: Delivery; why: string }[] = [];
  for (const attempts of Map.groupBy(deliveries, (delivery) => delivery.guid).values()) {
    if (attempts.some(({ status }) => status === "OK")) continue;
    const newest = attempts.reduce((a, b) => (later(a, b) ? a : b));
    const words = JSON.stringify(newest.status);
    if (limits.since && Date.parse(newest.delivered_at) < limits.since.getTime()) {
      letGo.push({
        delivery: newest,
        why: `last failed ${newest.delivered_at} with ${words}, before what this run looks at`,
      });
    } else if (attempts.length >= limits.maxAttempts) {
      letGo.push({ delivery: newest, why: `failed ${attempts.length} times, the last with ${words}` });
    } else {
      redeliver.push({ delivery: newest, attempts: attempts.length });
    }
  }
  return { redeliver: redeliver.toSorted((a, b) => (later(b.delivery, a.delivery) ? -1 : 1)), letGo };
}
