import { importEvent } from "../deliveries/events/import.ts";
import { refEvents } from "../deliveries/events/refs.ts";
import { readCommit } from "../git/commit.ts";
import { commitsSince, inOrder } from "../git/history.ts";
import { findLargeFiles, lightenTree } from "../git/large-files.ts";
import { rewriteHistory } from "../git/rewrite.ts";
import { peel } from "../git/tag.ts";
import { heldAgainstRules, RuleViolation, recordVerdict } from "../rules/moving.ts";
import type { Move } from "../rules/scene.ts";
import { getAccount } from "../state/accounts.ts";
import { findRef, type GitStore, recordPush, setRef } from "../state/git.ts";
import { getRepository, type Repository } from "../state/repositories.ts";
import { updateRepository } from "../state/repository-changes.ts";
import * as state from "../state/source-imports.ts";
import { timestamp } from "../timestamp.ts";
import type { World } from "../world.ts";
import { fetchSource, type Reached, reach } from "./source.ts";

// An import moves by itself, as the service's clock does (document 3, Source import status). Nothing runs meanwhile: whoever
// looks makes it take the steps that it would have taken by then, each at its own time.

/** Seconds that each step takes. */
const STEP_SECONDS: Readonly<Record<state.Step, number>> = {
  detecting: 10,
  importing: 60,
  mapping: 20,
  pushing: 30,
};

/** Seconds until a source that can't be read has said so. */
const CONNECTING_SECONDS = 5;

/** A file that is larger can't be pushed (document 1, Limits). */
const LARGE_FILE = 100 * 1024 * 1024;

/** What an import comes to next, and when. */
interface Turn {
  readonly at: number;
  readonly change: Partial<state.StoredImport> & Pick<state.StoredImport, "status">;
}

/** The import of a repository as it is by now. */
export function progress(world: World, repositoryId: number): state.StoredImport | undefined {
  let stored = state.findImport(world.db, repositoryId);
  while (stored) {
    if (stored.status === "importing" && stored.refs === null) stored = fetchInto(world, stored);
    const turn = nextTurn(world, stored);
    if (!turn || turn.at > world.now().getTime()) return stored;
    stored = enter(world, { ...stored, ...turn.change, since: turn.at });
  }
  return undefined;
}

/** When an import next moves by itself, in milliseconds; undefined: none does. */
export function nextTurnTime(world: World): number | undefined {
  const times = state.unfinishedImports(world.db).flatMap((stored) => nextTurn(world, stored)?.at ?? []);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** Brings all imports to where they stand now. */
export function progressAll(world: World): void {
  for (const { repository_id } of state.unfinishedImports(world.db)) progress(world, repository_id);
}

/** Puts an import into a status, with all that this does. */
export function enter(world: World, entered: state.StoredImport): state.StoredImport {
  const { db } = world;
  return db.transaction(() => {
    let now = entered;
    if (now.status === "pushing") now = { ...now, refs: rewritten(world, now) };
    if (now.status === "complete") now = pushed(world, now);
    state.saveImport(db, now);
    if (now.status === "complete" || now.status === "error") {
      announce(world, now, now.status === "complete" ? "success" : "failure");
    }
    return now;
  });
}

/** Tells the webhooks how an import ended (document 1, Event catalogue). */
export function announce(world: World, stored: state.StoredImport, status: "success" | "failure" | "cancelled"): void {
  const repository = getRepository(world.db, stored.repository_id);
  if (!repository) return;
  world.deliveries.emit(repository.id, importEvent(world, repository, getAccount(world.db, stored.user_id), status));
}

/** How far a step is, from 0 to 1. */
export function partDone(world: World, { status, since }: state.StoredImport): number {
  const seconds = state.STEPS.find((step) => step === status);
  if (seconds === undefined) return 1;
  return Math.min(1, Math.max(0, (world.now().getTime() - since) / 1000 / STEP_SECONDS[seconds]));
}

function nextTurn(world: World, stored: state.StoredImport): Turn | undefined {
  const step = state.STEPS.find((name) => name === stored.status);
  if (step === undefined) return undefined;
  const after = (seconds: number) => stored.since + seconds * 1000;
  const source = reach(world, stored);
  if (step === "importing" && stored.refs === null) {
    const trouble = troubleReading(stored, source);
    if (trouble) return { at: after(CONNECTING_SECONDS), change: trouble };
  }
  const at = after(STEP_SECONDS[step]);
  if (source.is === "open" && source.fails?.step === step) return { at, change: failure(step, source.fails.message) };
  if (step === "detecting") return { at, change: detected(stored, source) };
  if (step === "importing") return { at, change: { status: "mapping" } };
  return { at, change: { status: step === "mapping" ? "pushing" : "complete" } };
}

function failure(step: state.Step, message: string) {
  return { status: "error", failed_step: step, error_message: message } as const;
}

function detected({ vcs_url, username, tfvc_project }: state.StoredImport, source: Reached): Turn["change"] {
  if (source.is === "nothing") return { status: "detection_found_nothing" };
  if (source.is === "unreachable") return failure("detecting", `Could not resolve the host of ${vcs_url}.`);
  if (source.is === "closed") {
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

/** What keeps a source from being read, once its kind is known. */
function troubleReading({ vcs, vcs_url }: state.StoredImport, source: Reached): Turn["change"] | undefined {
  if (source.is === "closed") return { status: "auth_failed" };
  if (source.is === "unreachable") return failure("importing", `Could not resolve the host of ${vcs_url}.`);
  const kinds = source.is === "open" ? [source.vcs, ...source.projects.map((project) => project.vcs)] : [];
  return kinds.some((kind) => kind === vcs)
    ? undefined
    : failure("importing", `There is no ${vcs} repository at ${vcs_url}.`);
}

/** The raw step: what lies at the source comes here, under no names yet. Nothing does where it can't be read. */
function fetchInto(world: World, stored: state.StoredImport): state.StoredImport {
  const { db } = world;
  if (troubleReading(stored, reach(world, stored))) return stored;
  state.forgetFetched(db, stored.repository_id);
  const store = { db, repositoryId: stored.repository_id };
  const refs = fetchSource(world, stored);
  const heads = Object.values(refs).flatMap((sha) => peel(store, sha) ?? []);
  const commits = inOrder(store, heads);
  for (const [index, sha] of commits.entries()) {
    const { author, committer } = readCommit(store, sha);
    for (const { name, email } of [author, committer]) {
      const remote_id = remoteId(stored, { name, email });
      const known = { remote_id, remote_name: name, name, email, first_commit: index };
      state.addImportAuthor(db, stored.repository_id, known);
    }
  }
  for (const file of findLargeFiles(store, new Map(Object.entries(refs)), LARGE_FILE)) {
    state.addImportLargeFile(db, stored.repository_id, file);
  }
  const fetched = { ...stored, refs, commit_count: commits.length };
  state.saveImport(db, fetched);
  return fetched;
}

/** How the source tells people apart: by address in git, elsewhere by name. */
function remoteId({ vcs }: state.StoredImport, { name, email }: { name: string; email: string }): string {
  return vcs === "git" ? email : name;
}

/** The rewrite step: authors as they were mapped, large files apart or left out. */
function rewritten({ db }: World, stored: state.StoredImport): Record<string, string> {
  const store = { db, repositoryId: stored.repository_id };
  const authors = new Map(
    state.importAuthors(db, stored.repository_id, stored.commit_count).map((author) => [author.remote_id, author]),
  );
  const trees = new Map<string, string>();
  const refs = rewriteHistory(store, new Map(Object.entries(stored.refs ?? {})), {
    person: (signature) => {
      const author = authors.get(remoteId(stored, signature));
      return author?.mapped ? { ...signature, name: author.name, email: author.email } : signature;
    },
    // Whoever didn't choose to keep large files apart has them left out: they can't be pushed.
    tree: (sha) => {
      const light = trees.get(sha) ?? lightenTree(store, sha, LARGE_FILE, stored.use_lfs === "opt_in");
      trees.set(sha, light);
      return light;
    },
  });
  return Object.fromEntries(refs);
}

/** The push: branches and tags get their names, unless others have them that this would take away. */
function pushed(world: World, stored: state.StoredImport): state.StoredImport {
  const store = { db: world.db, repositoryId: stored.repository_id };
  const refs = Object.entries(stored.refs ?? {});
  const clash = refs.find(([name, sha]) => !leadsTo(store, findRef(store, name), sha));
  if (clash) {
    const message = `The repository has other commits under ${clash[0]}.`;
    return { ...stored, ...failure("pushing", message) };
  }
  const pushes = refs
    .map(([ref, after]) => ({ ref, before: findRef(store, ref), after }))
    .filter(({ before, after }) => before !== after);
  const now = timestamp(new Date(stored.since));
  const repository = getRepository(world.db, stored.repository_id);
  const violation = repository && ruleAgainst(world, repository, stored, pushes, now);
  if (violation) return { ...stored, ...failure("pushing", violation.message.trim()) };
  for (const { ref, after } of pushes) setRef(store, ref, after);
  const [first] = refs.flatMap(([name]) => /^refs\/heads\/(.*)$/.exec(name)?.[1] ?? []);
  if (repository && first !== undefined && findRef(store, `refs/heads/${repository.default_branch}`) === undefined) {
    updateRepository(world.db, repository, { default_branch: first }, now);
  }
  recordPush(store, now);
  // Imports push as people do, and webhooks are told.
  const grown = getRepository(world.db, stored.repository_id);
  if (grown) {
    const events = refEvents(world, grown, getAccount(world.db, stored.user_id), pushes);
    for (const event of events) world.deliveries.emit(grown.id, event);
  }
  return stored;
}

/** Imports push as people do: all of it, or nothing where a rule is against one of the refs. */
function ruleAgainst(
  world: World,
  repository: Repository,
  { user_id }: state.StoredImport,
  pushes: readonly Move[],
  now: string,
): RuleViolation | undefined {
  const moving = { world, repository, mover: { userId: user_id, appId: undefined } };
  const verdicts = pushes.flatMap((push) => heldAgainstRules(moving, push) ?? []);
  const refused = verdicts.filter((verdict) => verdict.refused.length > 0);
  for (const verdict of refused.length > 0 ? refused : verdicts) recordVerdict(world, verdict, now);
  const [first] = refused;
  return first && new RuleViolation(first);
}

/** Does a name keep its commits when it moves? */
function leadsTo(store: GitStore, before: string | undefined, after: string): boolean {
  const [old, now] = [before === undefined ? undefined : peel(store, before), peel(store, after)];
  return old === undefined || (now !== undefined && commitsSince(store, now, old).length === 0);
}
