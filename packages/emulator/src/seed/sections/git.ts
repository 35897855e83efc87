import * as z from "zod/mini";
import { gitIdentityOf } from "../../git/git-identity.ts";
import { getAccount } from "../../state/accounts.ts";
import type { Database } from "../../state/database.ts";
import { copyObjects, type GitStore, listRefs, recordPush, setRef } from "../../state/git-store.ts";
import type { Repository } from "../../state/repositories.ts";
import { repositories } from "../../state/repositories.ts";
import { defineSection } from "../define-section.ts";
import {
  addBranches,
  addCommits,
  addFiles,
  addTags,
  Branches,
  type HistoryContext,
  SeedCommit,
  SeedFiles,
  Tags,
} from "../history.ts";
import type { SeedContext } from "../seed-context.ts";

/** Returns the history context of a repository with its current refs. The default author is the repository's owner. */
export function historyContextOf(
  { db, dialect, actor, toTimestamp }: SeedContext,
  repository: Repository,
): HistoryContext {
  const store = { db, repositoryId: repository.id };
  return {
    store,
    refs: new Map(listRefs(store, "refs/").map(({ name, sha }) => [name, sha])),
    defaultBranch: repository.default_branch,
    author: gitIdentityOf(dialect, getAccount(db, repository.owner_id)),
    identityOf: (login) => gitIdentityOf(dialect, actor(login)),
    toTimestamp,
  };
}

/** Defines a section that adds a part of a repository's history. */
function historySection<T>(schema: z.ZodMiniType<T>, addPart: (historyContext: HistoryContext, input: T) => void) {
  return defineSection(schema, (context, repository: Repository, input) => {
    const historyContext = historyContextOf(context, repository);
    const previousRefs = new Map(historyContext.refs);
    addPart(historyContext, input);
    saveRefs(historyContext);
    for (const fork of forksOf(context.db, repository.id)) updateFork(fork, historyContext, previousRefs);
  });
}

function saveRefs({ store, refs }: Pick<HistoryContext, "store" | "refs">): void {
  for (const [name, sha] of refs) setRef(store, name, sha);
  recordPush(store);
}

/** Copies the parent's history to a fork, unless the fork already has commits of its own. */
function updateFork(fork: GitStore, parent: HistoryContext, previousRefs: ReadonlyMap<string, string>): void {
  const forkRefs = listRefs(fork, "refs/");
  if (forkRefs.length !== previousRefs.size || forkRefs.some(({ name, sha }) => previousRefs.get(name) !== sha)) return;
  copyObjects(parent.store, fork);
  saveRefs({ store: fork, refs: parent.refs });
}

function forksOf(db: Database, id: number): GitStore[] {
  const rows = repositories.all(db, { parent_id: id });
  return rows.map((row) => ({ db, repositoryId: row.id }));
}

/** Inserts the initial files as one commit on the default branch. */
export const files = historySection(SeedFiles, addFiles);

export const commits = historySection(z.array(SeedCommit), addCommits);

/** Inserts branches and tags at existing commits. */
export const branches = historySection(Branches, addBranches);
export const tags = historySection(Tags, addTags);
