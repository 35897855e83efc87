import type { DeliveryRecord } from "@forgehand/core/recovery";
import type { Outcome } from "../../plan.ts";
import { describeError } from "../../problem.ts";
import { pause } from "../../run/pause.ts";
import type { RunContext } from "../../run/run-context.ts";
import { byGuid, isLater, recordsSince } from "./hooks/delivery-records.ts";
import type { ChosenHook, Redelivery } from "./plan.ts";

/** Outcome of a redelivery, and whether its event needs no further attempt. */
export interface RedeliveryResult {
  readonly outcome: Outcome<Redelivery>;
  readonly isSettled: boolean;
  /** The failed attempt that followed, as far as it was waited for. */
  readonly failed?: { readonly attempt: DeliveryRecord; readonly isLast: boolean } | undefined;
}

/** First and longest delay between two reads of a webhook's delivery records, in milliseconds. */
const FIRST_POLL_DELAY = 500;
const MAX_POLL_DELAY = 15_000;

/**
 * Waits until each redelivery to a webhook has a delivery record, and returns the results.
 * @param since the service's time before the first redelivery was sent
 */
export async function awaitOutcomes(
  run: RunContext,
  { reading: { scope, options }, hook }: ChosenHook,
  sent: readonly Redelivery[],
  since: Date,
): Promise<ReadonlyMap<Redelivery, RedeliveryResult>> {
  const { clock, stopping } = run;
  const { wait, maxAttempts } = options;
  const deadline = clock.monotonic() + wait * 1000;
  const results = new Map<Redelivery, RedeliveryResult>();
  let readProblem: string | undefined;
  for (let delay = FIRST_POLL_DELAY; ; delay = Math.min(delay * 1.6, MAX_POLL_DELAY)) {
    const pending = sent.filter((change) => !results.has(change));
    try {
      const records = await byGuid(recordsSince(scope.records(hook.id), since), pending);
      for (const change of pending) {
        const laterRecords = (records.get(change.delivery.guid) ?? []).filter((record) =>
          isLater(record, change.delivery),
        );
        const result = resultOf(change, laterRecords, maxAttempts);
        if (result) results.set(change, result);
      }
      readProblem = undefined;
    } catch (error) {
      readProblem = `it was sent, but its record could not be read: ${describeError(error)}`;
    }
    const remaining = deadline - clock.monotonic();
    if (results.size === sent.length || remaining <= 0 || stopping.aborted) break;
    await pause(run, Math.min(delay, remaining));
  }
  const note = stopping.aborted
    ? "it was sent; the run was cancelled before its outcome was known"
    : (readProblem ?? `it was sent, but has no outcome after ${wait} s; the service may still be delivering it`);
  return new Map(
    sent.map((change) => [
      change,
      results.get(change) ?? { outcome: { change, end: "unknown", note }, isSettled: false },
    ]),
  );
}

function resultOf(
  change: Redelivery,
  laterRecords: readonly DeliveryRecord[],
  maxAttempts: number,
): RedeliveryResult | undefined {
  const [newest] = laterRecords;
  if (!newest) return undefined;
  if (laterRecords.some(({ status }) => status === "OK")) {
    return { outcome: { change, end: "changed", note: "delivered" }, isSettled: true };
  }
  const isExhausted = change.delivery.attempts + laterRecords.length >= maxAttempts;
  const suffix = isExhausted ? `; giving up after ${maxAttempts} attempts` : "";
  return {
    outcome: { change, end: "failed", note: `the receiver failed again: ${newest.status}${suffix}` },
    isSettled: isExhausted,
    failed: { attempt: newest, isLast: isExhausted },
  };
}
