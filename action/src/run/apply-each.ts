import { isConnectionError, isServiceError } from "@forgehand/core";
import type { Applied, Change, Outcome } from "../plan.ts";
import { Problem, problemOf } from "../problem.ts";
import { CANCELLED, type End, each } from "./each.ts";
import { Stopped } from "./ending/ending.ts";
import { startProgress } from "./progress/progress.ts";
import type { Run } from "./run.ts";

/** Applying changes of a kind. */
interface Applying<C extends Change, Sent> {
  /** @returns what reading back needs to know of it */
  readonly apply: (change: C) => Promise<Sent>;
  /** @returns what is not as it should be; undefined where everything is */
  readonly verify: (change: C, sent: Sent) => Promise<string | undefined>;
}

type ApplyingRun = Pick<Run, "stopping" | "clock" | "log" | "eta" | "told">;

/** Applies changes, each on its own, then reads back those that were sent. What can't be read back is no success. */
export async function applyEach<C extends Change, Sent>(
  run: ApplyingRun,
  changes: readonly C[],
  { apply, verify }: Applying<C, Sent>,
): Promise<Applied<C>> {
  const outcomes = new Map<C, Outcome<C>>();
  const keep = (outcome: Outcome<C>) => {
    outcomes.set(outcome.change, outcome);
    run.told?.(outcome);
  };
  const sent: { readonly change: C; readonly sent: Sent }[] = [];
  const sending = startProgress(run, "Applied", changes.length);
  await each(run, changes, apply, (end, change) => {
    sending.step(end);
    if (end.end === "done") sent.push({ change, sent: end.result });
    keep(end.end === "done" ? notReadBack(change) : outcomeOf(change, end));
  });
  sending.end();
  const checking = startProgress(run, "Read back", sent.length);
  const check = (one: (typeof sent)[number]) => verify(one.change, one.sent);
  await each(run, sent, check, (end, { change }) => {
    checking.step(end);
    keep(outcomeOfCheck(change, end));
  });
  checking.end();
  return {
    failures: [],
    outcomes: changes.map((change) => outcomes.get(change) ?? { change, end: "not begun" }),
  };
}

/** The service has said that it did it: that is more than nobody's knowing. */
function notReadBack<C extends Change>(change: C): Outcome<C> {
  return { change, end: "changed", note: "the service took it; not read back, as the run was cancelled" };
}

function outcomeOf<C extends Change>(change: C, end: Exclude<End<unknown>, { end: "done" }>): Outcome<C> {
  return end.end === "threw" ? { change, ...failureOf(end.error) } : { change, end: "not begun", note: end.why };
}

function outcomeOfCheck<C extends Change>(change: C, check: End<string | undefined>): Outcome<C> {
  if (check.end === "done") {
    return check.result === undefined ? { change, end: "changed" } : { change, end: "failed", note: check.result };
  }
  const isCancelled = check.end === "threw" ? check.error instanceof Stopped : check.why === CANCELLED;
  if (isCancelled) return notReadBack(change);
  const why = check.end === "threw" ? problemOf(check.error) : check.why;
  return { change, end: "unknown", note: `it was sent, but not read back: ${why}` };
}

/** How a change ended that could not be sent: a failure after which it may have taken effect is none that is known. */
export function failureOf(error: unknown): { end: "failed" | "unknown" | "not begun"; note: string } {
  if (error instanceof Stopped && !error.isSent) return { end: "not begun", note: problemOf(error) };
  return { end: mayHaveWritten(error) ? "unknown" : "failed", note: problemOf(error) };
}

/** Of a problem that says more about another one, that one tells. */
function mayHaveWritten(error: unknown): boolean {
  if (error instanceof Stopped) return error.isSent;
  if (error instanceof Problem) return mayHaveWritten(error.cause);
  return (isServiceError(error) || isConnectionError(error)) && error.outcome === "unknown";
}
