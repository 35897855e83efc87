import { Installation } from "./apps.ts";
import { allOf, where } from "./condition.ts";
import { type Database, exists, type Part, readPart, type Window } from "./database.ts";
import { Repository } from "./repositories.ts";

/** The app has asked for a permission or an event since that the account has not granted yet. */
const OUTDATED = `(
  EXISTS (
    SELECT 1 FROM apps a, json_each(a.permissions) wanted WHERE a.id = i.app_id AND NOT EXISTS (
      SELECT 1 FROM json_each(i.permissions) held
      WHERE held.key = wanted.key AND (held.value = wanted.value OR held.value = 'write')))
  OR EXISTS (
    SELECT 1 FROM apps a, json_each(a.events) wanted WHERE a.id = i.app_id
      AND wanted.value NOT IN (SELECT value FROM json_each(i.events))))`;

/**
 * Where an app is installed, the oldest first.
 * @param filter.since only those that were changed after that time
 */
export function installationsOf(
  db: Database,
  appId: number,
  filter: { readonly since: string | undefined; readonly outdated: boolean },
  window: Window,
): Part<Installation> {
  const { sql, values } = allOf([
    where("i.app_id = ?", appId),
    where("i.updated_at > ?", filter.since),
    filter.outdated ? { sql: OUTDATED, values: [] } : undefined,
  ]);
  return readPart(db, Installation, `i.* FROM installations i WHERE ${sql} ORDER BY i.id`, values, window);
}

/** What is installed for an account and not suspended. */
export function activeInstallationsFor(db: Database, accountId: number): readonly Installation[] {
  const sql = "SELECT * FROM installations WHERE account_id = ? AND suspended_at IS NULL ORDER BY id";
  return db.remember(`active installations ${accountId}`, () => db.all(Installation, sql, accountId));
}

/** Is an app installed for an account of an enterprise, and not suspended there? */
export function isInstalledInEnterprise(db: Database, appId: number, enterpriseId: number): boolean {
  const sql = `SELECT 1 FROM installations i JOIN accounts a ON a.id = i.account_id
    WHERE i.app_id = ? AND a.enterprise_id = ? AND i.suspended_at IS NULL LIMIT 1`;
  return exists(db, sql, appId, enterpriseId);
}

/** The repositories that an installation reaches, by name. @param only what a token is narrowed to; null: all */
export function repositoriesReachedBy(
  db: Database,
  { id, account_id, repository_selection }: Installation,
  only: readonly number[] | null,
  window: Window,
): Part<Repository> {
  const [selected, selectedIds] =
    repository_selection === "all"
      ? ["", []]
      : [" AND r.id IN (SELECT repository_id FROM installation_repositories WHERE installation_id = ?)", [id]];
  const [narrowed, narrowedIds] =
    only === null ? ["", []] : [" AND r.id IN (SELECT value FROM json_each(?))", [JSON.stringify(only)]];
  const query = `r.* FROM repositories r WHERE r.owner_id = ?${selected}${narrowed} ORDER BY r.name`;
  return readPart(db, Repository, query, [account_id, ...selectedIds, ...narrowedIds], window);
}

/** Everything that is installed for an account, suspended or not. */
export function installationsFor(db: Database, accountId: number, window: Window): Part<Installation> {
  return readPart(db, Installation, "* FROM installations WHERE account_id = ? ORDER BY id", [accountId], window);
}

/** Holds an installation back, or lets it go on. @param by who did; undefined: it goes on */
export function setSuspended(db: Database, id: number, by: number | undefined, now: string): void {
  const since = by === undefined ? null : now;
  const sql = "UPDATE installations SET suspended_at = ?, suspended_by = ?, updated_at = ? WHERE id = ?";
  db.run(sql, since, by ?? null, now, id);
}

/** Takes an app from an account, and its tokens with it. */
export function deleteInstallation(db: Database, id: number): void {
  db.run("DELETE FROM installations WHERE id = ?", id);
}
