import type { Database } from "./database.ts";
import { formerNames, type Repository, repositories } from "./repositories.ts";
import { deleteStars } from "./stars.ts";
import { deleteWatchers } from "./subscriptions.ts";

/** The fields of a repository that can be changed, apart from its name. */
export type RepositoryChanges = Partial<
  Pick<
    Repository,
    "description" | "homepage" | "topics" | "private" | "internal" | "default_branch" | "archived" | "settings"
  >
>;

export function updateRepository(db: Database, repository: Repository, changes: RepositoryChanges, now: string): void {
  const after = { ...repository, ...changes };
  repositories.update(
    db,
    { id: repository.id },
    {
      description: after.description,
      homepage: after.homepage,
      topics: after.topics,
      private: after.private,
      internal: after.internal,
      default_branch: after.default_branch,
      archived: after.archived,
      settings: after.settings,
      updated_at: now,
    },
  );
  if (after.private !== repository.private) resetAudience(db, after);
}

/** Removes stars, watchers and the link to forks when a repository's visibility changes. */
function resetAudience(db: Database, { id, private: isPrivate }: Repository): void {
  deleteStars(db, id);
  deleteWatchers(db, id);
  db.run("UPDATE repositories SET parent_id = NULL WHERE parent_id = ? AND private <> ?", id, Number(isPrivate));
}

/** Renames a repository. The old name redirects to it, and the new name no longer redirects elsewhere. */
export function renameRepository(db: Database, { id, owner_id, name: before }: Repository, name: string): void {
  db.run("INSERT OR REPLACE INTO former_names VALUES (?, ?, ?)", owner_id, before, id);
  formerNames.delete(db, { owner_id, name });
  repositories.update(db, { id }, { name });
}

/** Ids of a private repository and all of its forks, direct and indirect. */
const PRIVATE_FORK_NETWORK = `WITH RECURSIVE network (id) AS (
    SELECT ? UNION SELECT r.id FROM repositories r JOIN network ON r.parent_id = network.id
  ) SELECT r.id FROM repositories r JOIN network ON network.id = r.id WHERE r.private = 1`;

/** Returns the repositories that are deleted with this one, including itself. */
export function repositoriesDeletedWith(db: Database, repository: Repository): Repository[] {
  if (!repository.private) return [repository];
  return db.all(
    repositories,
    `SELECT * FROM repositories WHERE id IN (${PRIVATE_FORK_NETWORK}) ORDER BY id`,
    repository.id,
  );
}

/**
 * Deletes a repository with its contents. Forks of a private repository are deleted too; the oldest fork of a public
 * one becomes the parent of the others.
 */
export function deleteRepository(db: Database, { id, private: isPrivate }: Repository): void {
  db.transaction(() => {
    if (isPrivate) {
      db.run(`DELETE FROM repositories WHERE id IN (${PRIVATE_FORK_NETWORK})`, id);
      return;
    }
    db.run(
      `UPDATE repositories SET parent_id = nullif((SELECT min(id) FROM repositories WHERE parent_id = ?1), id)
       WHERE parent_id = ?1`,
      id,
    );
    repositories.delete(db, { id });
  });
}

/** Finds the repository of an owner in a repository's network: the repository itself, its sources, and all their forks. */
export function forkInNetwork(db: Database, { id }: Repository, ownerId: number): Repository | undefined {
  const sql = `WITH RECURSIVE
    sources (id, parent_id) AS (
      SELECT id, parent_id FROM repositories WHERE id = ?
      UNION SELECT r.id, r.parent_id FROM repositories r JOIN sources ON r.id = sources.parent_id
    ),
    network (id) AS (
      SELECT id FROM sources UNION SELECT r.id FROM repositories r JOIN network ON r.parent_id = network.id
    )
    SELECT r.* FROM network JOIN repositories r ON r.id = network.id WHERE r.owner_id = ? ORDER BY r.id LIMIT 1`;
  return db.get(repositories, sql, id, ownerId);
}
