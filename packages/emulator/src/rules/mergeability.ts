import type { EmulatorContext } from "../emulator-context.ts";
import { pullRequestChangesOf, tipsOf } from "../git/pull-request-changes.ts";
import type { MergeMethod } from "../public.ts";
import type { PullRequest } from "../state/pull-requests.ts";
import type { Repository } from "../state/repositories.ts";
import { evaluateRulesets } from "./evaluate-rulesets.ts";
import { hasUnsuccessfulChecks, OUTDATED_HEAD } from "./evaluate-status-checks-rule.ts";

/** Whether a pull request can be merged, as the API returns it. */
export interface Mergeability {
  /** Whether there are no conflicts; null for closed pull requests. */
  readonly mergeable: boolean | null;
  readonly state: "clean" | "dirty" | "draft" | "blocked" | "behind" | "unstable" | "unknown";
}

/** Returns the merge methods that a repository allows; the first one is the default. */
export function allowedMergeMethods({ settings }: Repository): MergeMethod[] {
  return [
    ...(settings.allow_merge_commit ? (["merge"] as const) : []),
    ...(settings.allow_squash_merge ? (["squash"] as const) : []),
    ...(settings.allow_rebase_merge ? (["rebase"] as const) : []),
  ];
}

/** Returns whether a pull request can be merged. One without commits has no conflicts and violates no rules. */
export function mergeabilityOf(
  context: Pick<EmulatorContext, "db">,
  repository: Repository,
  pull: PullRequest,
): Mergeability {
  const { db } = context;
  if (pull.state === "closed") return { mergeable: null, state: "unknown" };
  const changes = pullRequestChangesOf(db, pull);
  if (changes && !changes.mergeable) return { mergeable: false, state: "dirty" };
  if (pull.draft) return { mergeable: true, state: "draft" };
  const { base: before, head } = tipsOf(db, pull);
  if (!changes || before === undefined || head === undefined) return { mergeable: true, state: "clean" };
  const violationsByMethod = allowedMergeMethods(repository).map((method) => {
    const update = { ref: `refs/heads/${pull.base}`, before, after: head, merge: { pull, head, method } };
    return evaluateRulesets({ context, repository }, update)?.violations ?? [];
  });
  const state = violationsByMethod.some((violations) => violations.length === 0)
    ? hasUnsuccessfulChecks(db, repository, head)
      ? "unstable"
      : "clean"
    : violationsByMethod.some((violations) => violations.every((violation) => violation === OUTDATED_HEAD))
      ? "behind"
      : "blocked";
  return { mergeable: true, state };
}
