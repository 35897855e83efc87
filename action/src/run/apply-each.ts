import { isConnectionError, isServiceError } from "@forgehand/core";
import { problemOf } from "../problem.ts";
import type { Applied, Change, Outcome } from "../task.ts";
import { each } from "./each.ts";
import { startProgress } from "./progress.ts";
import type { Run } from "./run.ts";

/** Applying changes of a kind. */
interface Applying<C extends Change, Sent> {
  /** @returns what reading back needs to know of it */
  readonly apply: (change: C) => Promise<Sent>;
  /** @returns what is not as it should be; undefined where everything is */
  readonly verify: (change: C, sent: Sent) => Promise<string | undefined>;
}

/** Applies changes, each on its own, then reads back those that were sent. What can't be read back is no success. */
export async function applyEach<C extends Change, Sent>(
  run: Run,
  changes: readonly C[],
  { apply, verify }: Applying<C, Sent>,
): Promise<Applied<C>> {
  const sending = startProgress(run, "Applied", changes.length);
  const ends = await each(run, changes, apply, sending.step);
  sending.end();
  const sent = ends.flatMap((end, index) => {
    const change = changes[index];
    return end.end === "done" && change !== undefined ? [{ change, sent: end.result }] : [];
  });
  const checking = startProgress(run, "Read back", sent.length);
  const checks = await each(run, sent, ({ change, sent }) => verify(change, sent), checking.step);
  checking.end();
  const outcomes = new Map<C, Outcome<C>>();
  for (const [index, check] of checks.entries()) {
    const change = sent[index]?.change;
    if (change !== undefined) outcomes.set(change, outcomeOfCheck(change, check));
  }
  return {
    failures: [],
    outcomes: changes.map((change, index): Outcome<C> => {
      const checked = outcomes.get(change);
      const end = ends[index];
      if (checked) return checked;
      if (end?.end === "threw") return { change, ...failureOf(end.error) };
      return { change, end: "not begun", note: end?.end === "not begun" ? end.why : undefined };
    }),
  };
}

function outcomeOfCheck<C extends Change>(
  change: C,
  check: Awaited<ReturnType<typeof each<C, string | undefined>>>[number],
): Outcome<C> {
  if (check.end === "done") {
    return check.result === undefined ? { change, end: "changed" } : { change, end: "failed", note: check.result };
  }
  const why = check.end === "threw" ? problemOf(check.error) : check.why;
  return { change, end: "unknown", note: `it was sent, but not read back: ${why}` };
}

/** How a change ended that could not be sent: a failure after which it may have taken effect is none that is known. */
export function failureOf(error: unknown): { end: "failed" | "unknown"; note: string } {
  const isUnknown = (isServiceError(error) || isConnectionError(error)) && error.outcome === "unknown";
  return { end: isUnknown ? "unknown" : "failed", note: problemOf(error) };
}
