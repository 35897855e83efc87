import type { Database } from "./database.ts";
import { Repository } from "./repositories.ts";
import { eraseStars } from "./stars.ts";
import { eraseWatchers } from "./subscriptions.ts";

/** What may be changed about a repository beside its name. */
export type RepositoryChanges = Partial<
  Pick<Repository, "description" | "homepage" | "private" | "default_branch" | "archived" | "settings">
>;

export function updateRepository(db: Database, repository: Repository, changes: RepositoryChanges, now: string): void {
  const after = { ...repository, ...changes };
  db.run(
    `UPDATE repositories SET description = ?, homepage = ?, private = ?, default_branch = ?, archived = ?, settings = ?,
       updated_at = ? WHERE id = ?`,
    ...[after.description, after.homepage, Number(after.private), after.default_branch, Number(after.archived)],
    ...[JSON.stringify(after.settings), now, repository.id],
  );
  if (after.private !== repository.private) leaveAudience(db, after);
}

/** A repository that turns private or public loses its stars and watchers, and its forks become repositories of their own. */
function leaveAudience(db: Database, { id, private: isPrivate }: Repository): void {
  eraseStars(db, id);
  eraseWatchers(db, id);
  db.run("UPDATE repositories SET parent_id = NULL WHERE parent_id = ? AND private <> ?", id, Number(isPrivate));
}

/** Gives a repository another name. The old one leads to it from now on; the new one no longer leads elsewhere. */
export function renameRepository(db: Database, { id, owner_id, name: before }: Repository, name: string): void {
  db.run("INSERT OR REPLACE INTO former_names VALUES (?, ?, ?)", owner_id, before, id);
  db.run("DELETE FROM former_names WHERE owner_id = ? AND name = ?", owner_id, name);
  db.run("UPDATE repositories SET name = ? WHERE id = ?", name, id);
}

/** A private repository and its forks, and theirs. */
const PRIVATE_LINE = `WITH RECURSIVE line (id) AS (
    SELECT ? UNION SELECT r.id FROM repositories r JOIN line ON r.parent_id = line.id
  ) SELECT r.id FROM repositories r JOIN line ON line.id = r.id WHERE r.private = 1`;

/** What is deleted with a repository, itself first. */
export function deletedWith(db: Database, repository: Repository): Repository[] {
  if (!repository.private) return [repository];
  return db.all(Repository, `SELECT * FROM repositories WHERE id IN (${PRIVATE_LINE}) ORDER BY id`, repository.id);
}

/**
 * Deletes a repository with everything in it. Forks of a private one go with it; of the forks of a public one, the oldest
 * takes its place.
 */
export function deleteRepository(db: Database, { id, private: isPrivate }: Repository): void {
  db.transaction(() => {
    if (isPrivate) {
      db.run(`DELETE FROM repositories WHERE id IN (${PRIVATE_LINE})`, id);
      return;
    }
    db.run(
      `UPDATE repositories SET parent_id = nullif((SELECT min(id) FROM repositories WHERE parent_id = ?1), id)
       WHERE parent_id = ?1`,
      id,
    );
    db.run("DELETE FROM repositories WHERE id = ?", id);
  });
}
