import type { InputValue } from "./inputs.ts";
import { oneLine } from "./problem.ts";
import type { Change, Failure, Outcome, Plan } from "./task.ts";

/** What a run planned and what came of it. */
export interface Report {
  readonly title: string;
  readonly mode: InputValue<"mode">;
  readonly plan: Plan<Change>;
  readonly outcomes: readonly Outcome<Change>[];
  /** What else went wrong, before and after the changes. */
  readonly failures: readonly Failure[];
}

/** Everything that went wrong, each with its target; in `check`, every change that would be needed too. */
function failuresOf({ mode, plan, outcomes, failures }: Report): Failure[] {
  const drift = mode === "check" ? plan.changes : [];
  return [
    ...drift.map(({ target, before, after }) => ({ target, problem: `${before} → ${after}` })),
    ...outcomes.flatMap(({ change, problem }) => (problem === undefined ? [] : { target: change.target, problem })),
    ...failures,
  ];
}

/** The run's failure in one line, with the first of what went wrong. @returns undefined where nothing did */
export function verdict(report: Report): string | undefined {
  const [first, ...others] = failuresOf(report);
  if (!first) return undefined;
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  return oneLine(`${headline(report)} ${first.target}: ${first.problem}${more}`);
}

/** The run in one sentence. */
export function headline({ mode, plan, outcomes, failures }: Report): string {
  const counts: [count: number, what: string][] =
    mode === "apply"
      ? [
          [outcomes.length - failedIn(outcomes), "changed"],
          [failedIn(outcomes) + failures.length, "failed"],
        ]
      : [
          [plan.changes.length, mode === "check" ? drift(plan.changes.length) : "would be changed (nothing was)"],
          ...(failures.length === 0 ? [] : [[failures.length, "failed"] satisfies [number, string]]),
        ];
  counts.push([plan.skipped.length, "left alone"]);
  return `${counts.map(([count, what]) => `${count} ${what}`).join(", ")}.`;
}

const drift = (count: number) => `${count === 1 ? "differs" : "differ"} from what is wanted`;

/** How many changes failed. */
export function failedIn(outcomes: readonly Outcome<Change>[]): number {
  return outcomes.filter(({ problem }) => problem !== undefined).length;
}
