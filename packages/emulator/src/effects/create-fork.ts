import { creationEvent, forkEvent } from "../deliveries/events/repositories.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import type { Account } from "../state/accounts.ts";
import type { Database } from "../state/database.ts";
import { copyObjects, type GitStore, listRefs, recordPush, setRef } from "../state/git-store.ts";
import { defaultSettings, findRepository, type Repository, repositoryOf } from "../state/repositories.ts";
import { forkInNetwork } from "../state/repository-changes.ts";
import { insertRepository } from "./create-repository.ts";

/** Repository to fork, and the account that forks it. */
export interface ForkContext {
  readonly context: EmulatorContext;
  readonly repository: Repository;
  readonly sender: Account;
}

/** Owner and contents of a new fork. */
export interface ForkToCreate {
  readonly owner: Account;
  readonly name: string;
  readonly isDefaultBranchOnly: boolean;
}

/**
 * Forks a repository, unless the owner already has a repository of its network: then returns that one. A number is
 * added to a name that is in use.
 */
export function createFork(
  { context, repository, sender }: ForkContext,
  { owner, name, isDefaultBranchOnly }: ForkToCreate,
): Repository {
  const { db, deliveries } = context;
  const existing = forkInNetwork(db, repository, owner.id);
  if (existing) return existing;
  const { id } = insertRepository(
    { context, owner, sender },
    {
      name: unusedName(db, owner, name),
      private: repository.private,
      internal: repository.internal,
      description: repository.description,
      homepage: repository.homepage,
      language: repository.language,
      license: repository.license,
      default_branch: repository.default_branch,
      settings: { ...defaultSettings(), has_issues: false, allow_forking: repository.settings.allow_forking },
      pushed_at: repository.pushed_at,
      parent_id: repository.id,
    },
  );
  const defaultRef = `refs/heads/${repository.default_branch}`;
  copyContents(
    { db, repositoryId: repository.id },
    { db, repositoryId: id },
    (ref) => !isDefaultBranchOnly || ref === defaultRef,
  );
  const fork = repositoryOf(db, id);
  deliveries.emit(repository.id, forkEvent(context, repository, fork, sender));
  deliveries.emit(fork.id, creationEvent(context, fork, sender));
  return fork;
}

/** Copies objects and refs to a new repository. */
export function copyContents(from: GitStore, into: GitStore, isIncluded: (ref: string) => boolean = () => true): void {
  copyObjects(from, into);
  for (const { name, sha } of listRefs(from, "refs/")) {
    if (isIncluded(name)) setRef(into, name, sha);
  }
  recordPush(into);
}

function unusedName(db: Database, { login }: Account, name: string): string {
  const isUsed = (candidate: string) => findRepository(db, login, candidate) !== undefined;
  let candidate = name;
  for (let suffix = 1; isUsed(candidate); suffix++) candidate = `${name}-${suffix}`;
  return candidate;
}
