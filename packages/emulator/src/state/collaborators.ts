import { type Database, queryIds } from "./database.ts";
import { includesPermission, PERMISSION_LEVELS, type Permission, type Repository } from "./repositories.ts";

export interface CollaboratorFilter {
  /** All users with access, direct collaborators, or direct collaborators who aren't members of the organization. */
  readonly affiliation: "all" | "direct" | "outside";
  /** The minimum permission. */
  readonly permission: Permission;
}

/** Returns the ids of the users who were granted access to a repository, by login. */
export function collaboratorsOf(
  db: Database,
  repository: Repository,
  { affiliation, permission }: CollaboratorFilter,
): readonly number[] {
  const sufficient = JSON.stringify(PERMISSION_LEVELS.filter((level) => includesPermission(level, permission)));
  const [all, outside] = [Number(affiliation === "all"), Number(affiliation === "outside")];
  // The owner has admin permission: the user who owns the repository, or the organization's owners.
  const sql = `SELECT a.id FROM accounts a WHERE a.id IN (
      SELECT g.user_id FROM (
        SELECT user_id, permission FROM collaborators WHERE repository_id = ?1 AND user_id IS NOT NULL
        UNION ALL SELECT id, 'admin' FROM accounts WHERE id = ?2 AND type = 'User' AND NOT ?5
        UNION ALL SELECT m.user_id, c.permission FROM collaborators c JOIN people_of_teams m ON m.team_id = c.team_id
          WHERE c.repository_id = ?1 AND ?4
        UNION ALL SELECT m.user_id, iif(m.role = 'admin', 'admin', o.base_permission) FROM members m
          JOIN accounts o ON o.id = m.organization_id WHERE m.organization_id = ?2 AND ?4
        UNION ALL SELECT user_id, 'pull' FROM organization_roles
          WHERE organization_id = ?2 AND role = 'security-manager' AND ?4
        UNION ALL SELECT m.user_id, 'pull' FROM security_manager_teams s JOIN teams t ON t.id = s.team_id
          JOIN people_of_teams m ON m.team_id = t.id WHERE t.organization_id = ?2 AND ?4
      ) g WHERE g.permission IN (SELECT value FROM json_each(?3)))
    AND NOT (?5 AND (SELECT type FROM accounts WHERE id = ?2) = 'User')
    AND NOT (?5 AND EXISTS (SELECT 1 FROM members WHERE organization_id = ?2 AND user_id = a.id))
    ORDER BY a.login`;
  return db.memoize(`collaborators ${repository.id} ${repository.owner_id} ${affiliation} ${permission}`, () =>
    queryIds(db, sql, repository.id, repository.owner_id, sufficient, all, outside),
  );
}
