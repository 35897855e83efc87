import type { Outcome } from "../../plan.ts";
import { problemOf } from "../../problem.ts";
import { pause } from "../../run/pause.ts";
import type { Run } from "../../run/run.ts";
import { byGuid, isLater, recordsSince } from "./hooks/records.ts";
import type { Chosen, Redelivery } from "./plan.ts";

/** How a redelivery ended, and whether nothing is left to do about its event. */
export interface Settled {
  readonly outcome: Outcome<Redelivery>;
  readonly isSettled: boolean;
}

/** The first pause between two looks at a webhook's records, and the longest, in milliseconds. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;

/**
 * Waits until each redelivery to a webhook has its record, and tells how it went.
 * @param since the service's time before the first was sent
 */
export async function awaitOutcomes(
  run: Run,
  { found: { place, options }, hook }: Chosen,
  sent: readonly Redelivery[],
  since: Date,
): Promise<ReadonlyMap<Redelivery, Settled>> {
  const { clock, stopping } = run;
  const { wait, maxAttempts } = options;
  const deadline = clock.now() + wait * 1000;
  const ends = new Map<Redelivery, Settled>();
  let unread: string | undefined;
  for (let length = FIRST_PAUSE; ; length = Math.min(length * 1.6, LONGEST_PAUSE)) {
    const open = sent.filter((change) => !ends.has(change));
    try {
      const records = await byGuid(recordsSince(place.records(hook.id), since), open);
      for (const change of open) {
        const later = (records.get(change.delivery.guid) ?? []).filter((record) => isLater(record, change.delivery));
        const end = endOf(change, later, maxAttempts);
        if (end) ends.set(change, end);
      }
      unread = undefined;
    } catch (error) {
      unread = `it was sent, but its record could not be read: ${problemOf(error)}`;
    }
    const left = deadline - clock.now();
    if (ends.size === sent.length || left <= 0 || stopping.aborted) break;
    await pause(run, Math.min(length, left));
  }
  const note = stopping.aborted
    ? "it was sent; the run was cancelled before its outcome was known"
    : (unread ?? `it was sent, and has no outcome after ${wait} s; the service may still be trying`);
  return new Map(
    sent.map((change) => [change, ends.get(change) ?? { outcome: { change, end: "unknown", note }, isSettled: false }]),
  );
}

function endOf(
  change: Redelivery,
  later: readonly { readonly status: string }[],
  maxAttempts: number,
): Settled | undefined {
  const [newest] = later;
  if (!newest) return undefined;
  if (later.some(({ status }) => status === "OK")) {
    return { outcome: { change, end: "changed", note: "delivered" }, isSettled: true };
  }
  const isLetGo = change.delivery.attempts + later.length >= maxAttempts;
  const fate = isLetGo ? `; it is let go after ${maxAttempts} attempts` : "";
  return {
    outcome: { change, end: "failed", note: `the receiver failed again: ${newest.status}${fate}` },
    isSettled: isLetGo,
  };
}
