import { type Database, idsOf } from "./database.ts";
import { type Permission, REACHES, type Repository, reaches } from "./repositories.ts";

/** Whom a list of collaborators is about. */
export interface CollaboratorFilter {
  /** Everyone, those who were let in by name, or those of them who are not of the organization. */
  readonly affiliation: "all" | "direct" | "outside";
  /** What they may at least do. */
  readonly permission: Permission;
}

/** The ids of those who may do something with a repository because it was given to them, by login. */
export function collaboratorsOf(
  db: Database,
  repository: Repository,
  { affiliation, permission }: CollaboratorFilter,
): readonly number[] {
  const enough = JSON.stringify(REACHES.filter((reach) => reaches(reach, permission)));
  const [all, outside] = [Number(affiliation === "all"), Number(affiliation === "outside")];
  // A person's repository is the person's own; in an organization that is for the owners.
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
  return db.remember(`collaborators ${repository.id} ${repository.owner_id} ${affiliation} ${permission}`, () =>
    idsOf(db, sql, repository.id, repository.owner_id, enough, all, outside),
  );
}
