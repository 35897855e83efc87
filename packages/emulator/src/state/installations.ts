import { type Installation, installations } from "./apps.ts";
import { allOf, where } from "./condition.ts";
import { type Database, exists, type PageRange, queryPage, type RowPage } from "./database.ts";
import { type Repository, repositories } from "./repositories.ts";

/** SQL condition: the app has requested a permission or an event that the account hasn't granted yet. */
const OUTDATED = `(
  EXISTS (
    SELECT 1 FROM apps a, json_each(a.permissions) requested WHERE a.id = i.app_id AND NOT EXISTS (
      SELECT 1 FROM json_each(i.permissions) granted
      WHERE granted.key = requested.key AND (granted.value = requested.value OR granted.value = 'write')))
  OR EXISTS (
    SELECT 1 FROM apps a, json_each(a.events) requested WHERE a.id = i.app_id
      AND requested.value NOT IN (SELECT value FROM json_each(i.events))))`;

/**
 * Returns an app's installations, oldest first.
 * @param filter.since returns only installations changed after this time
 */
export function installationsOf(
  db: Database,
  appId: number,
  filter: { readonly since: string | undefined; readonly outdated: boolean },
  pageRange: PageRange,
): RowPage<Installation> {
  const { sql, values } = allOf([
    where("i.app_id = ?", appId),
    where("i.updated_at > ?", filter.since),
    filter.outdated ? { sql: OUTDATED, values: [] } : undefined,
  ]);
  return queryPage(db, installations, `i.* FROM installations i WHERE ${sql} ORDER BY i.id`, values, pageRange);
}

/**
 * Returns an app's installations that a user can access, oldest first: those of the user, of the user's organizations,
 * and those with a repository that the user is a collaborator of.
 */
export function installationsAccessibleTo(
  db: Database,
  appId: number,
  userId: number,
  pageRange: PageRange,
): RowPage<Installation> {
  const query = `i.* FROM installations i WHERE i.app_id = ? AND (i.account_id = ?
      OR i.account_id IN (SELECT organization_id FROM members WHERE user_id = ?)
      OR EXISTS (SELECT 1 FROM collaborators c JOIN repositories r ON r.id = c.repository_id
        WHERE c.user_id = ? AND r.owner_id = i.account_id AND (i.repository_selection = 'all'
          OR r.id IN (SELECT repository_id FROM installation_repositories WHERE installation_id = i.id))))
    ORDER BY i.id`;
  return queryPage(db, installations, query, [appId, userId, userId, userId], pageRange);
}

/** Returns an account's installations that aren't suspended. */
export function activeInstallationsFor(db: Database, accountId: number): readonly Installation[] {
  return db.memoize(`active installations ${accountId}`, () =>
    installations.all(db, { account_id: accountId, suspended_at: null }, "id"),
  );
}

/** Returns whether an app has an active installation in an enterprise. */
export function isInstalledInEnterprise(db: Database, appId: number, enterpriseId: number): boolean {
  const sql = `SELECT 1 FROM installations i JOIN accounts a ON a.id = i.account_id
    WHERE i.app_id = ? AND a.enterprise_id = ? AND i.suspended_at IS NULL LIMIT 1`;
  return exists(db, sql, appId, enterpriseId);
}

/**
 * Returns the repositories that an installation can access, by name.
 * @param restrictedTo the repositories that a token is restricted to; null: all
 */
export function repositoriesOfInstallation(
  db: Database,
  { id, account_id, repository_selection }: Installation,
  restrictedTo: readonly number[] | null,
  pageRange: PageRange,
): RowPage<Repository> {
  const [selected, selectedIds] =
    repository_selection === "all"
      ? ["", []]
      : [" AND r.id IN (SELECT repository_id FROM installation_repositories WHERE installation_id = ?)", [id]];
  const [narrowed, narrowedIds] =
    restrictedTo === null
      ? ["", []]
      : [" AND r.id IN (SELECT value FROM json_each(?))", [JSON.stringify(restrictedTo)]];
  const query = `r.* FROM repositories r WHERE r.owner_id = ?${selected}${narrowed} ORDER BY r.name`;
  return queryPage(db, repositories, query, [account_id, ...selectedIds, ...narrowedIds], pageRange);
}

/**
 * Suspends an installation or ends its suspension.
 * @param by the user who suspends it; undefined: ends the suspension
 */
export function setSuspended(db: Database, id: number, by: number | undefined, now: string): void {
  const since = by === undefined ? null : now;
  installations.update(db, { id }, { suspended_at: since, suspended_by: by ?? null, updated_at: now });
}
