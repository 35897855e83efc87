import { importEvent } from "../deliveries/events/imports.ts";
import { refEvents } from "../deliveries/events/refs.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { readCommit } from "../git/commit.ts";
import { commitsSince, topologicalOrder } from "../git/history.ts";
import { findLargeFiles, replaceLargeFiles } from "../git/large-files.ts";
import { rewriteHistory } from "../git/rewrite-history.ts";
import { peelTag } from "../git/tag.ts";
import { evaluateRulesets, RuleViolationError, recordRulesetResult } from "../rules/evaluate-rulesets.ts";
import type { ProposedRefUpdate } from "../rules/push-context.ts";
import { getAccount } from "../state/accounts.ts";
import { findRef, type GitStore, recordPush, setRef } from "../state/git-store.ts";
import { getRepository, type Repository } from "../state/repositories.ts";
import { updateRepository } from "../state/repository-changes.ts";
import * as state from "../state/source-imports.ts";
import { timestamp } from "../timestamp.ts";
import { accessSource, fetchSource, type SourceAccess } from "./source.ts";

// Imports advance with the emulator's clock. Nothing runs in the background: reading an import applies the steps that
// are due, each at its own time.

/** Duration of each step in seconds. */
const STEP_SECONDS: Readonly<Record<state.ImportStep, number>> = {
  detecting: 10,
  importing: 60,
  mapping: 20,
  pushing: 30,
};

/** Seconds until an unreadable source is reported. */
const CONNECTING_SECONDS = 5;

/** GitHub doesn't accept larger files in a push. */
const LARGE_FILE = 100 * 1024 * 1024;

/** The next step of an import, and its time. */
interface ScheduledStep {
  readonly at: number;
  readonly changes: Partial<state.StoredImport> & Pick<state.StoredImport, "status">;
}

/** Returns a repository's import at the current time. */
export function advanceImport(context: EmulatorContext, repositoryId: number): state.StoredImport | undefined {
  let stored = state.findImport(context.db, repositoryId);
  while (stored) {
    if (stored.status === "importing" && stored.refs === null) stored = fetchIntoRepository(context, stored);
    const nextImportStep = nextStep(context, stored);
    if (!nextImportStep || nextImportStep.at > context.now().getTime()) return stored;
    stored = applyStatus(context, { ...stored, ...nextImportStep.changes, since: nextImportStep.at });
  }
  return undefined;
}

/** Returns the time of the next step of any import in milliseconds; undefined if no import is in progress. */
export function nextImportStepTime(context: EmulatorContext): number | undefined {
  const times = state.activeImports(context.db).flatMap((stored) => nextStep(context, stored)?.at ?? []);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** Advances all imports to the current time. */
export function advanceAllImports(context: EmulatorContext): void {
  for (const { repository_id } of state.activeImports(context.db)) advanceImport(context, repository_id);
}

/** Sets an import's status, with all its effects. */
export function applyStatus(context: EmulatorContext, entered: state.StoredImport): state.StoredImport {
  const { db } = context;
  return db.transaction(() => {
    let current = entered;
    if (current.status === "pushing") current = { ...current, refs: rewriteRefs(context, current) };
    if (current.status === "complete") current = pushRefs(context, current);
    state.saveImport(db, current);
    if (current.status === "complete" || current.status === "error") {
      emitImportEnd(context, current, current.status === "complete" ? "success" : "failure");
    }
    return current;
  });
}

/** Emits the event for the end of an import. */
export function emitImportEnd(
  context: EmulatorContext,
  stored: state.StoredImport,
  status: "success" | "failure" | "cancelled",
): void {
  const repository = getRepository(context.db, stored.repository_id);
  if (!repository) return;
  context.deliveries.emit(
    repository.id,
    importEvent(context, repository, getAccount(context.db, stored.user_id), status),
  );
}

/** Returns the progress of the current step from 0 to 1. */
export function stepProgress(context: EmulatorContext, { status, since }: state.StoredImport): number {
  const step = state.IMPORT_STEPS.find((name) => name === status);
  if (step === undefined) return 1;
  return Math.min(1, Math.max(0, (context.now().getTime() - since) / 1000 / STEP_SECONDS[step]));
}

function nextStep(context: EmulatorContext, stored: state.StoredImport): ScheduledStep | undefined {
  const step = state.IMPORT_STEPS.find((name) => name === stored.status);
  if (step === undefined) return undefined;
  const after = (seconds: number) => stored.since + seconds * 1000;
  const source = accessSource(context, stored);
  if (step === "importing" && stored.refs === null) {
    const readFailure = findReadFailure(stored, source);
    if (readFailure) return { at: after(CONNECTING_SECONDS), changes: readFailure };
  }
  const at = after(STEP_SECONDS[step]);
  if (source.status === "open" && source.fails?.step === step)
    return { at, changes: failure(step, source.fails.message) };
  if (step === "detecting") return { at, changes: detectSource(stored, source) };
  if (step === "importing") return { at, changes: { status: "mapping" } };
  return { at, changes: { status: step === "mapping" ? "pushing" : "complete" } };
}

function failure(step: state.ImportStep, message: string) {
  return { status: "error", failed_step: step, error_message: message } as const;
}

function detectSource(
  { vcs_url, username, tfvc_project }: state.StoredImport,
  source: SourceAccess,
): ScheduledStep["changes"] {
  if (source.status === "not-found") return { status: "detection_found_nothing" };
  if (source.status === "unreachable") return failure("detecting", `Could not resolve the host of ${vcs_url}.`);
  if (source.status === "auth-required") {
    return {
      status: "detection_needs_auth",
      error_message: username === null ? null : "The credentials were not accepted.",
    };
  }
  const { projects } = source;
  const [chosen] = projects.length === 1 ? projects : projects.filter((one) => one.tfvc_project === tfvc_project);
  if (projects.length > 0 && !chosen) return { status: "detection_found_multiple" };
  if (chosen) return { status: "importing", vcs: chosen.vcs, tfvc_project: chosen.tfvc_project ?? null };
  return { status: "importing", vcs: source.vcs };
}

/** Returns the failure if the source can't be read as its detected type. */
function findReadFailure(
  { vcs, vcs_url }: state.StoredImport,
  source: SourceAccess,
): ScheduledStep["changes"] | undefined {
  if (source.status === "auth-required") return { status: "auth_failed" };
  if (source.status === "unreachable") return failure("importing", `Could not resolve the host of ${vcs_url}.`);
  const kinds = source.status === "open" ? [source.vcs, ...source.projects.map((project) => project.vcs)] : [];
  return kinds.some((kind) => kind === vcs)
    ? undefined
    : failure("importing", `There is no ${vcs} repository at ${vcs_url}.`);
}

/** Fetches the source's objects without creating refs. Does nothing if the source can't be read. */
function fetchIntoRepository(context: EmulatorContext, stored: state.StoredImport): state.StoredImport {
  const { db } = context;
  if (findReadFailure(stored, accessSource(context, stored))) return stored;
  state.deleteFetched(db, stored.repository_id);
  const store = { db, repositoryId: stored.repository_id };
  const refs = fetchSource(context, stored);
  const heads = Object.values(refs).flatMap((sha) => peelTag(store, sha) ?? []);
  const commits = topologicalOrder(store, heads);
  for (const [index, sha] of commits.entries()) {
    const { author, committer } = readCommit(store, sha);
    for (const { name, email } of [author, committer]) {
      const remote_id = remoteId(stored, { name, email });
      state.importAuthors.add(db, {
        repository_id: stored.repository_id,
        remote_id,
        remote_name: name,
        email,
        name,
        first_commit: index,
        mapped: false,
      });
    }
  }
  for (const file of findLargeFiles(store, new Map(Object.entries(refs)), LARGE_FILE)) {
    state.importLargeFiles.insert(db, {
      repository_id: stored.repository_id,
      ref: file.ref,
      path: file.path,
      sha: file.sha,
      size: file.size,
    });
  }
  const fetched = { ...stored, refs, commit_count: commits.length };
  state.saveImport(db, fetched);
  return fetched;
}

/** Returns an author's ID at the source: the email address for Git, otherwise the name. */
function remoteId({ vcs }: state.StoredImport, { name, email }: { name: string; email: string }): string {
  return vcs === "git" ? email : name;
}

/** Rewrites the history: maps authors, and moves large files to LFS or removes them. */
function rewriteRefs({ db }: EmulatorContext, stored: state.StoredImport): Record<string, string> {
  const store = { db, repositoryId: stored.repository_id };
  const authors = new Map(
    state.authorsOfImport(db, stored.repository_id, stored.commit_count).map((author) => [author.remote_id, author]),
  );
  const trees = new Map<string, string>();
  const refs = rewriteHistory(store, new Map(Object.entries(stored.refs ?? {})), {
    mapSignature: (signature) => {
      const author = authors.get(remoteId(stored, signature));
      return author?.mapped ? { ...signature, name: author.name, email: author.email } : signature;
    },
    // Without opting in to LFS, large files are removed, because they can't be pushed.
    mapTree: (sha) => {
      const lightTree = trees.get(sha) ?? replaceLargeFiles(store, sha, LARGE_FILE, stored.use_lfs === "opt_in");
      trees.set(sha, lightTree);
      return lightTree;
    },
  });
  return Object.fromEntries(refs);
}

/** Creates or updates branches and tags, unless that would lose existing commits. */
function pushRefs(context: EmulatorContext, stored: state.StoredImport): state.StoredImport {
  const store = { db: context.db, repositoryId: stored.repository_id };
  const refs = Object.entries(stored.refs ?? {});
  const conflict = refs.find(([name, sha]) => !isFastForward(store, findRef(store, name), sha));
  if (conflict) {
    const message = `The repository already has other commits at ${conflict[0]}.`;
    return { ...stored, ...failure("pushing", message) };
  }
  const updates = refs
    .map(([ref, after]) => ({ ref, before: findRef(store, ref), after }))
    .filter(({ before, after }) => before !== after);
  const now = timestamp(new Date(stored.since));
  const repository = getRepository(context.db, stored.repository_id);
  const violation = repository && findRuleViolation(context, repository, stored, updates, now);
  if (violation) return { ...stored, ...failure("pushing", violation.message.trim()) };
  for (const { ref, after } of updates) setRef(store, ref, after);
  const [first] = refs.flatMap(([name]) => /^refs\/heads\/(.*)$/.exec(name)?.[1] ?? []);
  if (repository && first !== undefined && findRef(store, `refs/heads/${repository.default_branch}`) === undefined) {
    updateRepository(context.db, repository, { default_branch: first }, now);
  }
  recordPush(store, now);
  // Imports emit events like pushes by users.
  const updatedRepository = getRepository(context.db, stored.repository_id);
  if (updatedRepository) {
    const events = refEvents(context, updatedRepository, getAccount(context.db, stored.user_id), updates);
    for (const event of events) context.deliveries.emit(updatedRepository.id, event);
  }
  return stored;
}

/** Checks the rules for all refs as for a user's push. If one is violated, nothing is pushed. */
function findRuleViolation(
  context: EmulatorContext,
  repository: Repository,
  { user_id }: state.StoredImport,
  updates: readonly ProposedRefUpdate[],
  now: string,
): RuleViolationError | undefined {
  const updateContext = { context, repository, sender: getAccount(context.db, user_id) };
  const results = updates.flatMap((push) => evaluateRulesets(updateContext, push) ?? []);
  const rejected = results.filter((result) => result.violations.length > 0);
  for (const result of rejected.length > 0 ? rejected : results) recordRulesetResult(context, result, now);
  const [first] = rejected;
  return first && new RuleViolationError(first);
}

/** Returns whether a ref keeps its commits when it is updated. */
function isFastForward(store: GitStore, before: string | undefined, after: string): boolean {
  const [oldCommit, newCommit] = [before === undefined ? undefined : peelTag(store, before), peelTag(store, after)];
  return oldCommit === undefined || (newCommit !== undefined && commitsSince(store, newCommit, oldCommit).length === 0);
}
