import { firstOwnerOf } from "../state/account-deletion.ts";
import { type Account, findAccount, getAccount } from "../state/accounts.ts";
import type { Database } from "../state/database.ts";
import { findRepository, type Repository } from "../state/repositories.ts";

// What transitions and reviews name. Each throws a RangeError on what isn't there.

/** @param fullName `acme/widgets` */
export function repositoryNamed(db: Database, fullName: string): Repository {
  const [owner = "", name = "", ...rest] = fullName.split("/");
  const repository = rest.length === 0 ? findRepository(db, owner, name) : undefined;
  if (!repository) throw new RangeError(`There is no repository ${JSON.stringify(fullName)}.`);
  return repository;
}

/** A repository that can be written to. */
export function livelyRepository(db: Database, fullName: string): Repository {
  const repository = repositoryNamed(db, fullName);
  if (repository.archived) throw new RangeError(`${fullName} was archived, and so is read-only.`);
  return repository;
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
