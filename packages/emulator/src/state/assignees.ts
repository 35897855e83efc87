import { type Account, accounts } from "./accounts.ts";
import { collaboratorsOf } from "./collaborators.ts";
import { type Database, exists, type PageRange, queryPage, type RowPage } from "./database.ts";
import type { Repository } from "./repositories.ts";

/** Users who can manage issues, and all members of the organization who can read the repository. */
const ASSIGNABLE = `a.id IN (SELECT value FROM json_each(?)) OR a.id IN (SELECT value FROM json_each(?))
  AND EXISTS (SELECT 1 FROM members m WHERE m.organization_id = ? AND m.user_id = a.id)`;

/** Returns the users whom issues and pull requests of a repository can be assigned to, by login. */
export function assignableUsers(db: Database, repository: Repository, pageRange: PageRange): RowPage<Account> {
  const query = `a.* FROM accounts a WHERE (${ASSIGNABLE}) ORDER BY a.login`;
  return queryPage(db, accounts, query, assignableValues(db, repository), pageRange);
}

/** Whether issues and pull requests of a repository can be assigned to a user. */
export function isAssignable(db: Database, repository: Repository, userId: number): boolean {
  const sql = `SELECT 1 FROM accounts a WHERE a.id = ? AND (${ASSIGNABLE})`;
  return exists(db, sql, userId, ...assignableValues(db, repository));
}

function assignableValues(db: Database, repository: Repository) {
  const idsWith = (permission: "triage" | "pull") =>
    JSON.stringify(collaboratorsOf(db, repository, { affiliation: "all", permission }));
  return [idsWith("triage"), idsWith("pull"), repository.owner_id];
}
