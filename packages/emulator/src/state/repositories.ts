import * as z from "zod/mini";
import { getAccount, memberRole } from "./accounts.ts";
import { type Database, exists, flag, json } from "./database.ts";
import { securedQuery } from "./security-managers.ts";
import { teamIdsQuery, type UserOrTeamId } from "./teams.ts";

export const REPOSITORY_TABLES = `
CREATE TABLE repositories (
  id INTEGER PRIMARY KEY AUTOINCREMENT, owner_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name TEXT NOT NULL COLLATE NOCASE, private INTEGER NOT NULL, description TEXT, homepage TEXT, language TEXT, license TEXT,
  topics TEXT NOT NULL, settings TEXT NOT NULL, default_branch TEXT NOT NULL, size INTEGER NOT NULL,
  archived INTEGER NOT NULL, parent_id INTEGER REFERENCES repositories ON DELETE SET NULL,
  template_id INTEGER REFERENCES repositories ON DELETE SET NULL,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, pushed_at TEXT NOT NULL, UNIQUE (owner_id, name)
) STRICT;
CREATE INDEX repositories_by_parent ON repositories (parent_id);
CREATE TABLE former_names (
  owner_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE, name TEXT NOT NULL COLLATE NOCASE,
  repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE, PRIMARY KEY (owner_id, name)
) STRICT;
CREATE TABLE collaborators (
  repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
  user_id INTEGER REFERENCES accounts ON DELETE CASCADE, team_id INTEGER REFERENCES teams ON DELETE CASCADE,
  permission TEXT NOT NULL, UNIQUE (repository_id, user_id), UNIQUE (repository_id, team_id)
) STRICT;
CREATE INDEX collaborators_by_user ON collaborators (user_id);
CREATE INDEX collaborators_by_team ON collaborators (team_id);
`;

export const BypassReviewer = z.object({
  reviewer_id: z.int(),
  reviewer_type: z.enum(["TEAM", "ROLE"]),
  mode: z._default(z.enum(["ALWAYS", "EXEMPT"]), "ALWAYS"),
});

/** What people may switch on and off, each as the service starts it. */
export const RepositorySettings = z.object({
  has_issues: z._default(z.boolean(), true),
  has_projects: z._default(z.boolean(), true),
  has_wiki: z._default(z.boolean(), true),
  has_pages: z._default(z.boolean(), false),
  has_downloads: z._default(z.boolean(), true),
  has_discussions: z._default(z.boolean(), false),
  has_pull_requests: z._default(z.boolean(), true),
  is_template: z._default(z.boolean(), false),
  disabled: z._default(z.boolean(), false),
  allow_squash_merge: z._default(z.boolean(), true),
  allow_merge_commit: z._default(z.boolean(), true),
  allow_rebase_merge: z._default(z.boolean(), true),
  allow_auto_merge: z._default(z.boolean(), false),
  allow_update_branch: z._default(z.boolean(), false),
  allow_forking: z._default(z.boolean(), false),
  delete_branch_on_merge: z._default(z.boolean(), false),
  use_squash_pr_title_as_default: z._default(z.boolean(), false),
  web_commit_signoff_required: z._default(z.boolean(), false),
  pull_request_creation_policy: z._default(z.enum(["all", "collaborators_only"]), "all"),
  squash_merge_commit_title: z._default(z.enum(["PR_TITLE", "COMMIT_OR_PR_TITLE"]), "COMMIT_OR_PR_TITLE"),
  squash_merge_commit_message: z._default(z.enum(["PR_BODY", "COMMIT_MESSAGES", "BLANK"]), "COMMIT_MESSAGES"),
  merge_commit_title: z._default(z.enum(["PR_TITLE", "MERGE_MESSAGE"]), "MERGE_MESSAGE"),
  merge_commit_message: z._default(z.enum(["PR_BODY", "PR_TITLE", "BLANK"]), "PR_TITLE"),
  /** Security features by name: `enabled` or `disabled`. */
  security: z._default(z.record(z.string(), z.string()), {}),
  /** Who may let a secret through all the same. */
  bypass_reviewers: z._default(z.array(BypassReviewer), []),
});
export type RepositorySettings = z.output<typeof RepositorySettings>;

export const Repository = z.object({
  id: z.int(),
  owner_id: z.int(),
  name: z.string(),
  private: flag(),
  description: z.nullable(z.string()),
  homepage: z.nullable(z.string()),
  language: z.nullable(z.string()),
  /** The key of a license, such as `mit`. */
  license: z.nullable(z.string()),
  topics: json(z.array(z.string())),
  settings: json(RepositorySettings),
  default_branch: z.string(),
  /** In kilobytes. */
  size: z.int(),
  archived: flag(),
  parent_id: z.nullable(z.int()),
  template_id: z.nullable(z.int()),
  created_at: z.string(),
  updated_at: z.string(),
  pushed_at: z.string(),
});
export type Repository = z.output<typeof Repository>;

/** What a repository must at least be told; the rest is as the service starts it. */
export type NewRepository = Pick<Repository, "owner_id" | "name" | "private"> & Partial<Omit<Repository, "id">>;

/** What somebody may do with a repository, the least first. */
export const REACHES = ["none", "pull", "triage", "push", "maintain", "admin"] as const;
export type Reach = (typeof REACHES)[number];
export const Permission = z.enum(["pull", "triage", "push", "maintain", "admin"]);
export type Permission = z.output<typeof Permission>;

/** Does a reach go as far as another one? */
export function reaches(reach: Reach, wanted: Reach): boolean {
  return REACHES.indexOf(reach) >= REACHES.indexOf(wanted);
}

export function createRepository(db: Database, told: NewRepository, now: string): Repository {
  const repository: Omit<Repository, "id"> = {
    ...{
      description: null,
      homepage: null,
      language: null,
      license: null,
      topics: [],
      default_branch: "main",
      size: 0,
    },
    ...{ archived: false, parent_id: null, template_id: null, created_at: now, updated_at: now, pushed_at: now },
    settings: z.parse(RepositorySettings, {}),
    ...told,
  };
  const { id } = db.run(
    `INSERT INTO repositories (owner_id, name, private, description, homepage, language, license, topics, settings,
       default_branch, size, archived, parent_id, template_id, created_at, updated_at, pushed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[repository.owner_id, repository.name, Number(repository.private), repository.description],
    ...[repository.homepage, repository.language, repository.license, JSON.stringify(repository.topics)],
    ...[JSON.stringify(repository.settings), repository.default_branch, repository.size, Number(repository.archived)],
    ...[repository.parent_id, repository.template_id],
    ...[repository.created_at, repository.updated_at, repository.pushed_at],
  );
  return { ...repository, id };
}

/** Finds a repository by its address; the case of letters doesn't count, nor does a trailing `.git`. */
export function findRepository(db: Database, owner: string, name: string): Repository | undefined {
  return db.remember(`repository ${owner}/${name}`, () =>
    db.get(
      Repository,
      "SELECT r.* FROM repositories r JOIN accounts a ON a.id = r.owner_id WHERE a.login = ? AND r.name = ?",
      ...[owner, name.replace(/\.git$/i, "")],
    ),
  );
}

/** Finds a repository by its full name: `acme/widgets`. */
export function findByFullName(db: Database, fullName: string): Repository | undefined {
  const [owner = "", name = "", ...rest] = fullName.split("/");
  return rest.length === 0 ? findRepository(db, owner, name) : undefined;
}

/** The repository that once had this address. */
export function findRenamedRepository(db: Database, owner: string, name: string): Repository | undefined {
  return db.get(
    Repository,
    `SELECT r.* FROM former_names f JOIN repositories r ON r.id = f.repository_id JOIN accounts a ON a.id = f.owner_id
     WHERE a.login = ? AND f.name = ?`,
    ...[owner, name.replace(/\.git$/i, "")],
  );
}

export function getRepository(db: Database, id: number): Repository | undefined {
  return db.remember(`repository ${id}`, () => db.get(Repository, "SELECT * FROM repositories WHERE id = ?", id));
}

/** The repository of this number, which something else in the state names. */
export function repositoryOf(db: Database, id: number): Repository {
  const repository = getRepository(db, id);
  if (!repository) throw new Error(`The state names a repository ${id} that it doesn't have.`);
  return repository;
}

/** `owner/name` */
export function fullNameOf(db: Database, { owner_id, name }: Pick<Repository, "owner_id" | "name">): string {
  return `${getAccount(db, owner_id).login}/${name}`;
}

export function addCollaborator(db: Database, repositoryId: number, who: UserOrTeamId, permission: Permission): void {
  const [user, team] = "userId" in who ? [who.userId, null] : [null, who.teamId];
  db.run("INSERT INTO collaborators VALUES (?, ?, ?, ?)", repositoryId, user, team, permission);
}

/** The further of two reaches. */
export function further(a: Reach, b: Reach): Reach {
  return reaches(a, b) ? a : b;
}

/** What anybody may do with a repository. */
export function openReach({ private: isPrivate }: Repository): Reach {
  return isPrivate ? "none" : "pull";
}

/**
 * What a user was given: as the repository's owner, an owner of its organization, a collaborator, a member of a team, or
 * because its organization's members all may, or its security managers.
 */
export function grantOf(db: Database, repository: Repository, userId: number): Reach {
  return db.remember(`grant ${repository.id} ${userId}`, () => {
    const role = memberRole(db, repository.owner_id, userId);
    if (repository.owner_id === userId || role === "admin") return "admin";
    const Row = z.object({ permission: z.enum(REACHES) });
    const given = db.all(
      Row,
      `SELECT permission FROM collaborators WHERE repository_id = ?1
         AND (user_id = ?2 OR team_id IN (${teamIdsQuery("?2")}))
       UNION ALL SELECT base_permission FROM accounts WHERE id = ?3 AND ?4
       UNION ALL SELECT 'pull' WHERE ?3 IN (${securedQuery("?2")})`,
      ...[repository.id, userId, repository.owner_id, role === undefined ? 0 : 1],
    );
    return given.map((row) => row.permission).reduce<Reach>(further, "none");
  });
}

/** May this team be asked for a review here? */
export function isCollaboratingTeam(db: Database, repository: Repository, teamId: number): boolean {
  const sql = "SELECT 1 FROM collaborators WHERE repository_id = ? AND team_id = ?";
  return exists(db, sql, repository.id, teamId);
}
