import { firstOwnerOf } from "../state/account-deletion.ts";
import { type Account, findAccount, getAccount } from "../state/accounts.ts";
import type { Database } from "../state/database.ts";
import { findPullRequest, type PullRequest } from "../state/pull-requests.ts";
import { findByFullName, fullNameOf, type Repository } from "../state/repositories.ts";

// What is named to the control API. Each throws a RangeError on what isn't there.

/** @param fullName `acme/widgets` */
export function repositoryNamed(db: Database, fullName: string): Repository {
  const repository = findByFullName(db, fullName);
  if (!repository) throw new RangeError(`There is no repository ${JSON.stringify(fullName)}.`);
  return repository;
}

/** A repository that can be written to. */
export function livelyRepository(db: Database, fullName: string): Repository {
  const repository = repositoryNamed(db, fullName);
  if (repository.archived) throw new RangeError(`${fullName} was archived, and so is read-only.`);
  return repository;
}

export function pullRequestNamed(db: Database, repository: Repository, number: number): PullRequest {
  const pull = findPullRequest(db, repository.id, number);
  if (!pull) throw new RangeError(`${fullNameOf(db, repository)} has no pull request ${number}.`);
  return pull;
}

export function userNamed(db: Database, login: string): Account {
  const user = findAccount(db, login);
  if (user?.type !== "User") throw new RangeError(`There is no user ${JSON.stringify(login)}.`);
  return user;
}

/** Whose doing something at an account is: of who is named, of its first owner, or of itself. */
export function doerAt(db: Database, accountId: number, login: string | undefined): Account {
  if (login !== undefined) return userNamed(db, login);
  const account = getAccount(db, accountId);
  return (account.type === "Organization" ? firstOwnerOf(db, account) : undefined) ?? account;
}
