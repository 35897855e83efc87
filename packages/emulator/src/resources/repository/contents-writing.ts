import { setTimeout as wait } from "node:timers/promises";
import { updateRef } from "../../effects/update-ref.ts";
import { readCommit } from "../../git/commit.ts";
import { makeCommit } from "../../git/make-commit.ts";
import { isTreePath, segmentsOf } from "../../git/path.ts";
import type { Signature } from "../../git/signature.ts";
import { FILE_MODES, findEntry, type TreeChange, type TreeEntry } from "../../git/tree.ts";
import { type ApiCall, type RepositoryCall, requireActor } from "../../http/handler.ts";
import { conflict, HttpError, invalid } from "../../http-error.ts";
import { advanceImport } from "../../imports/advance-import.ts";
import { recordViolationsOf } from "../../rules/evaluate-rulesets.ts";
import { findRef, type GitStore, isEmptyRepository } from "../../state/git-store.ts";
import { type IdentityInput, signatureFor } from "../shared/signature-input.ts";

// Shared by creating, updating and deleting a file on a branch.

/**
 * Duration of a write, in milliseconds. A concurrent write to the same branch then finds a changed head and fails:
 * GitHub's documentation says that writes and deletes must not run in parallel.
 */
const WRITE_DELAY_MS = 10;

/** Branch that is written to, as it was when the call arrived. */
export interface TargetBranch {
  readonly store: GitStore;
  readonly name: string;
  /** Undefined before the first commit of a repository. */
  readonly head: string | undefined;
}

/**
 * Returns the branch to write to. The first commit of an empty repository creates its default branch.
 * @throws HttpError 404 if the branch does not exist
 */
export function requireBranch({ context, repository }: RepositoryCall, requested: string | undefined): TargetBranch {
  advanceImport(context, repository.id);
  const store = { db: context.db, repositoryId: repository.id };
  const name = requested?.replace(/^refs\/heads\//, "") ?? repository.default_branch;
  const head = findRef(store, `refs/heads/${name}`);
  if (head === undefined && !(name === repository.default_branch && isEmptyRepository(store))) {
    throw new HttpError(404, `Branch ${name} not found`);
  }
  return { store, name, head };
}

/**
 * Returns the file that a write replaces.
 * @throws HttpError 422 if the path is invalid, a directory or a submodule
 */
export function findWritableFile({ store, head }: TargetBranch, path: string): TreeEntry | undefined {
  if (!isTreePath(path)) throw invalid("path", "path contains a malformed path component");
  const entry = head === undefined ? undefined : findEntry(store, readCommit(store, head).tree, segmentsOf(path));
  if (entry?.mode === FILE_MODES.tree) throw invalid("path", `${path} is a directory`);
  if (entry?.mode === FILE_MODES.submodule) throw invalid("path", `${path} is a submodule`);
  return entry;
}

/** @throws HttpError 422 if a parent of the path is not a directory */
export function checkParentDirectories({ store, head }: TargetBranch, path: string): void {
  if (head === undefined) return;
  const { tree } = readCommit(store, head);
  const segments = segmentsOf(path);
  for (let length = 1; length < segments.length; length++) {
    const ancestor = findEntry(store, tree, segments.slice(0, length));
    if (ancestor && ancestor.mode !== FILE_MODES.tree) {
      throw invalid("path", `${segments.slice(0, length).join("/")} is not a directory`);
    }
  }
}

/**
 * Commits a change to a branch.
 * @throws HttpError 409 if the branch has changed since, or if a rule prevents the update
 */
export async function commitChange(
  call: RepositoryCall,
  { store, name, head }: TargetBranch,
  path: string,
  message: string,
  { author, committer }: { readonly author: Signature; readonly committer: Signature },
  change: (store: GitStore) => TreeChange,
): Promise<string> {
  await wait(WRITE_DELAY_MS);
  const { context, repository } = call;
  const isNew = head === undefined || !findEntry(store, readCommit(store, head).tree, segmentsOf(path));
  let verb = isNew ? "create" : "update";
  const ref = `refs/heads/${name}`;
  const write = () => {
    const current = findRef(store, ref);
    if (current !== head) throw conflict(`${name} is at ${current ?? "nothing"} but expected ${head ?? "nothing"}`);
    const changed = change(store);
    if (changed === null) verb = "delete";
    const commit = { changes: new Map([[path, changed]]), message, author, committer };
    const sha = makeCommit(store, head === undefined ? [] : [head], commit);
    const updateContext = { context, repository, sender: requireActor(call) };
    updateRef(updateContext, { ref, before: head, after: sha });
    return sha;
  };
  return recordViolationsOf(
    context,
    () => context.db.transaction(write),
    ({ message: reason, result }) =>
      conflict(result.hasRulesetViolation ? reason : `Could not ${verb} file: ${reason}`),
  );
}

/** Returns the signatures of a commit. The committer defaults to the caller, and the author to the given committer. */
export function signaturesOf(
  call: ApiCall,
  requested: { readonly author?: IdentityInput | undefined; readonly committer?: IdentityInput | undefined },
) {
  const committer = signatureFor(call, "committer", requested.committer);
  return {
    committer,
    author: requested.committer && !requested.author ? committer : signatureFor(call, "author", requested.author),
  };
}
