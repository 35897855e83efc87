import { isConnectionError, isForgeError, isServiceError } from "@forgehand/core";
import { CancelledError } from "../cancellation/cancellation.ts";
import type { Work } from "../cancellation/work.ts";
import type { Change, Outcome } from "../plan.ts";
import { describeError, Problem } from "../problem.ts";
import { startProgress } from "./progress/progress.ts";
import type { RunContext } from "./run-context.ts";
import { CANCELLED_REASON, type ItemResult, settleEach } from "./settle-each.ts";

/** Applies and verifies changes of one kind. */
interface ChangeHandler<C extends Change, Sent> {
  /** @returns why a change must not be made; undefined if it can be */
  readonly withhold?: ((change: C) => string | undefined) | undefined;
  /** @returns data that `verify` needs */
  readonly apply: (change: C, work: Work) => Promise<Sent>;
  /** @returns what is wrong; undefined if the change has taken effect */
  readonly verify: (change: C, sent: Sent) => Promise<string | undefined>;
}

type ApplyContext = Pick<RunContext, "stopping" | "clock" | "log" | "eta" | "onOutcome">;

/**
 * Applies changes, each independently, then reads back those that were sent. A change that can't be verified does not
 * count as a success.
 * @returns the outcomes, of withheld changes first
 */
export async function applyEach<C extends Change, Sent>(
  run: ApplyContext,
  changes: readonly C[],
  { withhold = () => undefined, apply, verify }: ChangeHandler<C, Sent>,
): Promise<readonly Outcome<C>[]> {
  const outcomes = new Map<C, Outcome<C>>();
  const record = (outcome: Outcome<C>) => {
    outcomes.set(outcome.change, outcome);
    run.onOutcome?.(outcome);
  };
  for (const change of changes) {
    const note = withhold(change);
    if (note !== undefined) record({ change, end: "not-started", note });
  }
  const withheld = [...outcomes.values()];
  const remaining = changes.filter((change) => !outcomes.has(change));
  const sent: { readonly change: C; readonly sent: Sent }[] = [];
  const applyProgress = startProgress(run, "Applied", remaining.length);
  await settleEach(run, remaining, apply, (result, change) => {
    applyProgress.step(result);
    if (result.end === "done") sent.push({ change, sent: result.result });
    record(result.end === "done" ? unverified(change) : outcomeOf(change, result));
  });
  applyProgress.end();
  const verifyProgress = startProgress(run, "Read back", sent.length);
  const verifyOne = (item: (typeof sent)[number]) => verify(item.change, item.sent);
  await settleEach(run, sent, verifyOne, (result, { change }) => {
    verifyProgress.step(result);
    record(verifiedOutcome(change, result));
  });
  verifyProgress.end();
  return [...withheld, ...remaining.map((change) => outcomes.get(change) ?? { change, end: "not-started" as const })];
}

/** The service has acknowledged the change, so it is reported as changed although it was not verified. */
function unverified<C extends Change>(change: C): Outcome<C> {
  return { change, end: "changed", note: "accepted by the service, but not verified because the run was cancelled" };
}

function outcomeOf<C extends Change>(change: C, result: Exclude<ItemResult<unknown>, { end: "done" }>): Outcome<C> {
  return result.end === "threw"
    ? { change, ...failureOutcome(result.error) }
    : { change, end: "not-started", note: result.why };
}

function verifiedOutcome<C extends Change>(change: C, verified: ItemResult<string | undefined>): Outcome<C> {
  if (verified.end === "done") {
    return verified.result === undefined
      ? { change, end: "changed" }
      : { change, end: "failed", note: verified.result };
  }
  const isCancelled =
    verified.end === "threw" ? verified.error instanceof CancelledError : verified.why === CANCELLED_REASON;
  if (isCancelled) return unverified(change);
  const why = verified.end === "threw" ? describeError(verified.error) : verified.why;
  return { change, end: "unknown", note: `it was sent, but could not be verified: ${why}` };
}

/** Outcome of a change that could not be sent. If it may have taken effect, it is unknown rather than failed. */
export function failureOutcome(error: unknown): { end: "failed" | "unknown" | "not-started"; note: string } {
  if (error instanceof CancelledError && !error.mayHaveTakenEffect)
    return { end: "not-started", note: describeError(error) };
  return { end: mayHaveWritten(error) ? "unknown" : "failed", note: describeError(error) };
}

/** For a Problem that wraps another error, the cause decides. */
function mayHaveWritten(error: unknown): boolean {
  if (error instanceof CancelledError) return error.mayHaveTakenEffect;
  if (error instanceof Problem) return mayHaveWritten(error.cause);
  if (isServiceError(error) || isConnectionError(error)) return error.outcome === "unknown";
  // A write with a success status was executed, even if its response could not be read.
  return isForgeError(error) && error.status !== undefined && error.status >= 200 && error.status < 300;
}
