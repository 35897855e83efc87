import type { Entry } from "../../lists/entry.ts";
import type { Job, JobEstimate } from "../../lists/job.ts";
import { currentStateOf, isSameState } from "../../lists/wanted-state.ts";
import { entryKey } from "../lists/entries.ts";
import type { JobItemDraft } from "./new-job.ts";
import type { RepositoryService } from "./repository-service.ts";
import { isStateFresh } from "./state-freshness.ts";

/** Estimates the requests and the duration of a job from the stored states of its repositories. */
export function estimateJob(
  drafts: readonly JobItemDraft[],
  {
    entries,
    others,
    seconds,
    now,
  }: {
    readonly entries: readonly Entry[];
    /** Unfinished jobs of the same account that run first. */
    readonly others: readonly Job[];
    readonly seconds: RepositoryService["estimateSeconds"];
    readonly now: number;
  },
): JobEstimate {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const byName = new Map(entries.map((entry) => [entry.key, entry]));
  const storedStates = drafts.map(({ id, wanted, ...name }) => {
    const entry = id === null ? byName.get(entryKey(name)) : byId.get(id);
    return entry && isStateFresh(entry, wanted, now, now) ? currentStateOf(entry, wanted) : null;
  });
  const checks = storedStates.filter((state) => state === null).length;
  const already = drafts.filter(({ wanted }, index) => {
    const state = storedStates[index];
    return state && isSameState(state, wanted);
  }).length;
  const writes = drafts.length - already;
  const secondsBefore = others.reduce((sum, { counts }) => sum + seconds(counts.notStarted + counts.inProgress, 0), 0);
  const ownSeconds = seconds(writes, checks);
  return {
    writes,
    already,
    checks,
    seconds: ownSeconds,
    eta: now + 1000 * (secondsBefore + ownSeconds),
    jobsAhead: others.length,
  };
}
