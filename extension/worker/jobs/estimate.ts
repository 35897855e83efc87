import type { Entry } from "../../lists/entry.ts";
import type { Job, JobEstimate } from "../../lists/job.ts";
import { isAlike, stateOf } from "../../lists/wanted.ts";
import { keyOf } from "../lists/entries.ts";
import type { Wish } from "./new-job.ts";
import type { Service } from "./service.ts";
import { isTrusted } from "./trusted.ts";

/** What a job would cost, by what is known of its repositories. */
export function estimateJob(
  wishes: readonly Wish[],
  {
    entries,
    others,
    seconds,
    now,
  }: {
    readonly entries: readonly Entry[];
    /** Jobs of the same account that come first. */
    readonly others: readonly Job[];
    readonly seconds: Service["seconds"];
    readonly now: number;
  },
): JobEstimate {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const byName = new Map(entries.map((entry) => [entry.key, entry]));
  const known = wishes.map(({ id, wanted, ...name }) => {
    const entry = id === null ? byName.get(keyOf(name)) : byId.get(id);
    return entry && isTrusted(entry, wanted, now) ? stateOf(entry, wanted) : null;
  });
  const looks = known.filter((state) => state === null).length;
  const already = wishes.filter(({ wanted }, index) => {
    const state = known[index];
    return state && isAlike(state, wanted);
  }).length;
  const writes = wishes.length - already;
  const before = others.reduce((sum, { counts }) => sum + seconds(counts.notBegun + counts.underWay, 0), 0);
  const own = seconds(writes, looks);
  return { writes, already, looks, seconds: own, eta: now + 1000 * (before + own), ahead: others.length };
}
