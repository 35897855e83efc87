import { appCheckRunEvent, appCheckSuiteEvent } from "../deliveries/events/checks.ts";
import { branchAt } from "../objects/check-suite.ts";
import type { RefUpdateContext } from "../rules/evaluate-rulesets.ts";
import * as state from "../state/check-runs.ts";
import type { Filter, NewRow } from "../state/table.ts";
import { timestamp } from "../timestamp.ts";

/** An annotation that is added to a check run. */
export type NewAnnotation = Omit<NewRow<state.CheckAnnotation>, "id" | "check_run_id">;

/** Fields of a check run that its app sets. */
export type CheckRunFields = Omit<state.CheckRun, "id" | "suite_id" | "created_at">;

/** Returns the check suite of an app for an existing commit, created if necessary. */
export function ensureCheckSuite(
  { context, repository }: RefUpdateContext,
  appId: number,
  sha: string,
): { readonly suite: state.CheckSuite; readonly isNew: boolean } {
  const { db } = context;
  const found = state.checkSuites.find(db, { repository_id: repository.id, head_sha: sha, app_id: appId });
  if (found) return { suite: found, isNew: false };
  const now = timestamp(context.now());
  const suite = state.checkSuites.insert(db, {
    repository_id: repository.id,
    app_id: appId,
    head_sha: sha,
    head_branch: branchAt({ db, repositoryId: repository.id }, sha),
    rerequested: false,
    created_at: now,
    updated_at: now,
  });
  return { suite, isNew: true };
}

/** Creates a check run of an app for an existing commit, and emits events. */
export function createCheckRun(
  update: RefUpdateContext,
  appId: number,
  sha: string,
  fields: CheckRunFields,
  annotations: readonly NewAnnotation[],
): state.CheckRunWithSuite {
  const { context, repository, sender } = update;
  const { db, deliveries } = context;
  return db.transaction(() => {
    const { suite } = ensureCheckSuite(update, appId, sha);
    const { id } = state.checkRuns.insert(db, {
      ...fields,
      suite_id: suite.id,
      created_at: timestamp(context.now()),
    });
    addAnnotations(update, id, annotations);
    touchSuite(update, suite.id);
    const run = requireRun(update, id);
    deliveries.emit(repository.id, appCheckRunEvent(context, repository, run, sender, "created"));
    if (run.status === "completed") emitCompleted(update, run);
    return run;
  });
}

/** Changes a check run, adds annotations to it, and emits events if it was completed. */
export function updateCheckRun(
  update: RefUpdateContext,
  { id, suite_id }: state.CheckRunWithSuite,
  changes: Filter<CheckRunFields>,
  annotations: readonly NewAnnotation[],
): state.CheckRunWithSuite {
  const { db } = update.context;
  return db.transaction(() => {
    state.checkRuns.update(db, { id }, changes);
    addAnnotations(update, id, annotations);
    touchSuite(update, suite_id);
    const run = requireRun(update, id);
    if (changes.status === "completed") emitCompleted(update, run);
    return run;
  });
}

/** Requests that an app runs its check suite again. Only the app receives the event. */
export function rerequestCheckSuite({ context, repository, sender }: RefUpdateContext, suite: state.CheckSuite): void {
  const { db, deliveries } = context;
  const changes = { rerequested: true, updated_at: timestamp(context.now()) };
  db.transaction(() => {
    state.checkSuites.update(db, { id: suite.id }, changes);
    const event = appCheckSuiteEvent(context, repository, { ...suite, ...changes }, sender, "rerequested");
    deliveries.emit(repository.id, event);
  });
}

function addAnnotations({ context }: RefUpdateContext, id: number, annotations: readonly NewAnnotation[]): void {
  for (const annotation of annotations) {
    state.checkAnnotations.insert(context.db, { ...annotation, check_run_id: id });
  }
}

function touchSuite({ context }: RefUpdateContext, id: number): void {
  state.checkSuites.update(context.db, { id }, { rerequested: false, updated_at: timestamp(context.now()) });
}

/** Emits the events for a completed check run, and for its suite if all others have completed, too. */
function emitCompleted({ context, repository, sender }: RefUpdateContext, run: state.CheckRunWithSuite): void {
  const { db, deliveries } = context;
  deliveries.emit(repository.id, appCheckRunEvent(context, repository, run, sender, "completed"));
  const suite = state.checkSuites.find(db, { id: run.suite_id });
  if (!suite || state.latestRunsOf(db, suite.id).some(({ status }) => status !== "completed")) return;
  deliveries.emit(repository.id, appCheckSuiteEvent(context, repository, suite, sender, "completed"));
}

function requireRun({ context, repository }: RefUpdateContext, id: number): state.CheckRunWithSuite {
  const run = state.findCheckRun(context.db, repository.id, id);
  if (!run) throw new Error(`Check run ${id} doesn't exist.`);
  return run;
}
