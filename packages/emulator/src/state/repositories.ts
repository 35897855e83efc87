import * as z from "zod/mini";
import { Account, memberRole, type Team } from "./accounts.ts";
import { Anything, Count, type Database, flag, type Part, readPart, type Window } from "./database.ts";

export const Repository = z.object({
  id: z.int(),
  owner_id: z.int(),
  name: z.string(),
  private: flag(),
  description: z.nullable(z.string()),
  language: z.nullable(z.string()),
  default_branch: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  pushed_at: z.string(),
});
export type Repository = z.output<typeof Repository>;

/** What a person may do with a repository, the least first. */
export type Reach = "none" | "pull" | "push" | "admin";

export function createRepository(
  db: Database,
  repository: Omit<Repository, "id" | "default_branch" | "created_at" | "updated_at" | "pushed_at">,
  now: string,
): Repository {
  const { id } = db.run(
    `INSERT INTO repositories
       (owner_id, name, private, description, language, default_branch, created_at, updated_at, pushed_at)
     VALUES (?, ?, ?, ?, ?, 'main', ?, ?, ?)`,
    ...[repository.owner_id, repository.name, Number(repository.private), repository.description],
    ...[repository.language, now, now, now],
  );
  return { ...repository, id, default_branch: "main", created_at: now, updated_at: now, pushed_at: now };
}

export function findRepository(db: Database, owner: string, name: string): Repository | undefined {
  return db.get(
    Repository,
    "SELECT r.* FROM repositories r JOIN accounts a ON a.id = r.owner_id WHERE a.login = ? AND r.name = ?",
    ...[owner, name.replace(/\.git$/, "")],
  );
}

export function countPublicRepositories(db: Database, ownerId: number): number {
  const sql = "SELECT count(*) AS count FROM repositories WHERE owner_id = ? AND private = 0";
  return db.get(Count, sql, ownerId)?.count ?? 0;
}

export function getRepository(db: Database, id: number): Repository | undefined {
  return db.get(Repository, "SELECT * FROM repositories WHERE id = ?", id);
}

export function addCollaborator(
  db: Database,
  repository: Repository,
  who: { readonly user: Account } | { readonly team: Team },
  permission: "pull" | "push" | "admin",
): void {
  const [user, team] = "user" in who ? [who.user.id, null] : [null, who.team.id];
  db.run("INSERT INTO collaborators VALUES (?, ?, ?, ?)", repository.id, user, team, permission);
}

/** What a user may do with a repository: as its owner, an owner of its organization, a collaborator, or a member of a team. */
export function reachOf(db: Database, repository: Repository, userId: number | undefined): Reach {
  const open: Reach = repository.private ? "none" : "pull";
  if (userId === undefined) return open;
  if (repository.owner_id === userId || memberRole(db, repository.owner_id, userId) === "admin") return "admin";
  const Row = z.object({ permission: z.enum(["pull", "push", "admin"]) });
  const given = db.all(
    Row,
    `SELECT permission FROM collaborators WHERE repository_id = ?
       AND (user_id = ? OR team_id IN (SELECT team_id FROM team_members WHERE user_id = ?))`,
    ...[repository.id, userId, userId],
  );
  const levels: Reach[] = ["none", "pull", "push", "admin"];
  return given
    .map((row): Reach => row.permission)
    .reduce((a, b) => (levels.indexOf(a) < levels.indexOf(b) ? b : a), open);
}

/** Everyone who may read a repository because they were let in, by login. */
export function collaboratorsOf(db: Database, repository: Repository, window: Window): Part<Account> {
  const query = `a.* FROM accounts a WHERE a.id IN (
      SELECT user_id FROM collaborators WHERE repository_id = ?1
      UNION SELECT m.user_id FROM team_members m JOIN collaborators c ON c.team_id = m.team_id WHERE c.repository_id = ?1
      UNION SELECT user_id FROM members WHERE organization_id = ?2 AND role = 'admin') ORDER BY a.login`;
  return readPart(db, Account, query, [repository.id, repository.owner_id], window);
}

/** May this team be asked for a review here? */
export function isCollaboratingTeam(db: Database, repository: Repository, teamId: number): boolean {
  const sql = "SELECT 1 FROM collaborators WHERE repository_id = ? AND team_id = ?";
  return db.get(Anything, sql, repository.id, teamId) !== undefined;
}
