import { firstOwnerOf } from "../state/account-deletion.ts";
import { type Account, accounts, getAccount } from "../state/accounts.ts";
import type { Database } from "../state/database.ts";
import { findPullRequest, type PullRequest } from "../state/pull-requests.ts";
import { findByFullName, fullNameOf, type Repository } from "../state/repositories.ts";

// Lookups of resources that are named in control requests. Each throws a RangeError if the resource doesn't exist.

/** @param fullName such as `acme/widgets` */
export function requireRepository(db: Database, fullName: string): Repository {
  const repository = findByFullName(db, fullName);
  if (!repository) throw new RangeError(`There is no repository ${JSON.stringify(fullName)}.`);
  return repository;
}

/** Returns a repository that isn't archived. */
export function requireWritableRepository(db: Database, fullName: string): Repository {
  const repository = requireRepository(db, fullName);
  if (repository.archived) throw new RangeError(`${fullName} is archived, and therefore read-only.`);
  return repository;
}

export function requirePullRequest(db: Database, repository: Repository, number: number): PullRequest {
  const pull = findPullRequest(db, repository.id, number);
  if (!pull) throw new RangeError(`${fullNameOf(db, repository)} has no pull request ${number}.`);
  return pull;
}

export function requireUserByLogin(db: Database, login: string): Account {
  const user = accounts.find(db, { login });
  if (user?.type !== "User") throw new RangeError(`There is no user ${JSON.stringify(login)}.`);
  return user;
}

/**
 * Returns the acting account: the named user or bot, otherwise the account's first owner, otherwise the account itself.
 */
export function actingAccount(db: Database, accountId: number, login: string | undefined): Account {
  if (login !== undefined) {
    const bot = accounts.find(db, { login });
    return bot?.type === "Bot" ? bot : requireUserByLogin(db, login);
  }
  const account = getAccount(db, accountId);
  return (account.type === "Organization" ? firstOwnerOf(db, account) : undefined) ?? account;
}
